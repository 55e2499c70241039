"""Strategies compared: all of them exactly, against each other, one of your own, one for an index card."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import streamlit as st

import midnight_core as mc
from midnight_core.gamecode import Position, mask_of
from midnight_core.index_card import ENOUGH, Card, best_by_lines, loss_of_the_first_steps, search
from midnight_core.recipes import (
    ALWAYS,
    INDEX_CARD,
    Faces,
    Limit,
    Mistake,
    Recipe,
    loss_per_turn,
    mistakes,
    read_recipe,
)
from midnight_ui import address, charts, recipe_builder, strategies_charts, strategy_list, variant
from midnight_ui.goal_picker import DEFAULT_TARGET
from midnight_ui.lesson import Lesson
from midnight_ui.navigation import WHAT_IF
from midnight_ui.strategies_charts import Compared
from midnight_ui.text import decimal, ntr, percent, sentence, tr, whole

OWN = "own"
FIRST_OWN = Recipe(after=Faces(fives=Limit(1), sixes=ALWAYS))
FIRST_SHOWN = (strategy_list.PERFECT, strategy_list.AT_LEAST, "greedy")
MOST_SHOWN = 5
FIRST_PAIR = (strategy_list.BEAT, strategy_list.PERFECT)
MEAN = mc.goals.mean_score()

SAME = 1e-12
"""Chances and averages no further apart are equal but for rounding."""

HIDDEN, SHOWN = "hidden", "shown"

Everyone = Mapping[str, Compared]


# -------------------------------------------------------------------------------------------- the address
def own_recipe() -> tuple[Recipe, mc.InputError | None]:
    """Return the reader's own strategy, and what is wrong with one that the address names in vain.

    Such an address stays until the next choice, and with it the reason.
    """
    said = st.query_params.get(OWN)
    error = refused(said) if said else None
    if error is not None:
        return FIRST_OWN, error
    return read_recipe(address.remembered(OWN, is_recipe, FIRST_OWN.code)), None


def is_recipe(text: str) -> bool:
    return refused(text) is None


def refused(text: str) -> mc.InputError | None:
    try:
        read_recipe(text)
    except mc.InputError as error:
        return error
    return None


def set_own(recipe: Recipe) -> None:
    address.remember(OWN, recipe.code)


# ---------------------------------------------------------------------------------------------- in numbers
def opening(lesson: Lesson) -> None:
    lesson.say(
        tr(
            "What is a good way to play? Here are the strategies that people use, the perfect ones, and one"
            " of your own, side by side. Nothing is thrown: every number is exact, counted over all {ways} "
            "ways in which the dice of a turn can fall.",
            ways=whole(6 ** mc.throws.most_throws(mc.DICE)),
        )
    )


def numbers(lesson: Lesson, everyone: Everyone, target: int) -> tuple[str, ...]:
    """Draw the table and return the strategies that the reader wants to see."""
    lesson.header(tr("Every strategy in numbers"))
    lesson.say("\n".join((tr("Of these strategies:"), "", *best_of(everyone, target))))
    for_the_top(lesson, target)
    alike(lesson, everyone)
    names = {kind: one.label for kind, one in everyone.items()}
    only = address.several(
        "only", tr("Strategies in the tables"), names, (), most=len(names), empty="all", placeholder=tr("All")
    )
    kinds = tuple(kind for kind in everyone if kind in only) or tuple(everyone)
    st.dataframe(
        frame([everyone[kind] for kind in kinds], target),
        hide_index=True,
        height="content",
        column_config={tr("Strategy"): st.column_config.TextColumn(pinned=True)},
        alt=tr("Every strategy with its chances and its average score; a click on a heading sorts."),
    )
    st.caption(
        tr(
            "A click on a heading sorts. Average: a turn that does not qualify counts 0. Spread: the "
            "standard deviation of the score, in points."
        )
    )
    st.download_button(
        tr("These strategies as CSV"),
        data=strategies_charts.strategies_csv([everyone[kind] for kind in kinds], target),
        file_name="midnight-strategies.csv",
        mime="text/csv",
        key="strategies_csv",
        icon=":material/download:",
        on_click="ignore",
    )
    does = tr("What each of them does")
    says = "\n".join(
        tr("- **{name}**: {says}", name=one.label, says=one.listed.says) for one in everyone.values()
    )
    with st.expander(does, icon=":material/info:"):
        st.markdown(says)
    lesson.note(f"**{does}**\n\n{says}")
    lesson.code("evaluate")
    return kinds


def frame(rows: Sequence[Compared], target: int) -> "pd.io.formats.style.Styler":
    """Return the table: what sorts is the number, what shows is the number in the reader's language."""
    facts = [one.facts for one in rows]
    chances = {
        tr("Qualifies"): [fact.p_qualify for fact in facts],
        or_more(target): [fact.p_at_least(target) for fact in facts],
        str(mc.MAX_SCORE): [fact.p_best for fact in facts],
    }
    points = {
        tr("Average"): [fact.mean for fact in facts],
        tr("If it qualifies"): [fact.mean_if_qualified for fact in facts],
        tr("Spread"): [fact.deviation for fact in facts],
    }
    columns = {tr("Strategy"): [one.label for one in rows], **points, **chances}
    table = pd.DataFrame(columns)
    return table.style.format(dict.fromkeys(points, decimal) | dict.fromkeys(chances, two_places))


def or_more(target: int) -> str:
    """Return a target in words; nothing is more than the best score."""
    return str(target) if target == mc.MAX_SCORE else tr("{target} or more", target=target)


def two_places(chance: float) -> str:
    return percent(chance, 2)


def best_of(everyone: Everyone, target: int) -> list[str]:
    """Return who is best at what, as the lines of a list."""
    rows = [
        (tr("Highest average score"), lambda one: one.facts.mean, decimal),
        (tr("Qualifies most often"), lambda one: one.facts.p_qualify, percent),
        *(
            (
                tr("Most often {score}", score=or_more(score)),
                lambda one, score=score: one.facts.p_at_least(score),
                percent,
            )
            for score in dict.fromkeys((target, mc.MAX_SCORE))
        ),
    ]
    said = []
    for what, value, shown in rows:
        best, names = leaders(everyone.values(), value, shown, 2)
        said.append(tr("- {what}: **{best}**, by {names}.", what=what, best=best, names=names))
    return said


def leaders(
    rows: Iterable[Compared],
    value: Callable[[Compared], float],
    shown: Callable[[float, int], str],
    digits: int,
) -> tuple[str, str]:
    """Return the highest value and the names of all strategies that reach it, but for rounding.

    The value is shown with so many digits, or as many more as tell it from the next, which is then named.
    """
    values = {one.label: value(one) for one in rows}
    best = max(values.values())
    first = [name for name, its in values.items() if best - its < SAME]
    second = max((its for name, its in values.items() if name not in first), default=None)
    if second is None or shown(best, digits) != shown(second, digits):
        return shown(best, digits), named(first)
    while shown(best, digits) == shown(second, digits):
        digits += 1
    close = tr(
        "{first} (just ahead of {second} with {value})",
        first=named(first),
        second=named(name for name, its in values.items() if 0 <= second - its < SAME),
        value=shown(second, digits),
    )
    return shown(best, digits), close


def for_the_top(lesson: Lesson, target: int) -> None:
    """Say how often the best score can be had by who wants nothing else, unless that is in the table."""
    if target == mc.MAX_SCORE:
        return
    chance = mc.solve(lesson.rules, mc.goals.at_least(mc.MAX_SCORE)).value(mc.Turn(lesson.rules))
    lesson.say(
        tr(
            "Playing for {top} alone brings it in **{chance}** of turns; with {top} as the target that is in "
            "the table, too.",
            top=mc.MAX_SCORE,
            chance=two_places(chance),
        )
    )


def alike(lesson: Lesson, everyone: Everyone) -> None:
    """Say which strategies have the very same chances of every score."""
    groups: list[list[str]] = []
    for kind, one in everyone.items():
        for group in groups:
            if np.array_equal(everyone[group[0]].chances, one.chances):
                group.append(kind)
                break
        else:
            groups.append([kind])
    for group in groups:
        if len(group) > 1:
            names = named(everyone[kind].label for kind in group)
            lesson.say(tr("Exactly alike in every column and every score: **{names}**.", names=names))
        if {strategy_list.PERFECT, strategy_list.QUALIFY} <= set(group):
            st.page_link(
                "pages/learn/safe_or_greedy.py",
                label=tr("Why the best average is also the safest"),
                icon=":material/balance:",
            )


def named(names: Iterable[str]) -> str:
    """Return names in a row; some have commas of their own."""
    return " · ".join(names)


# ---------------------------------------------------------------------------------------------- the scores
def scores(lesson: Lesson, everyone: Everyone, target: int) -> None:
    lesson.header(tr("What they score"))
    lesson.say(tr("An average hides how the scores are spread."))
    st.markdown(tr("Draw some strategies over one another to see it."))
    names = {kind: one.label for kind, one in everyone.items()}
    kinds = address.several(
        "shown",
        tr("Strategies drawn (up to {most})", most=MOST_SHOWN),
        names,
        FIRST_SHOWN,
        most=MOST_SHOWN,
        empty="none",
        placeholder=tr("None"),
    )
    if not kinds:
        st.info(tr("Choose a strategy to see its scores."))
        return
    shown = [everyone[kind] for kind in kinds]
    most, often = leaders(shown, lambda one: one.facts.p_at_least(target), percent, 1)
    least, safe = leaders(
        shown, lambda one: -float(one.chances[0]), lambda miss, digits: percent(-miss, digits), 1
    )
    finding = tr(
        "Most often {score} ({most}): {often}. Least often nothing ({least}): {safe}.",
        score=or_more(target),
        most=most,
        often=often,
        least=least,
        safe=safe,
    )
    each = [in_words(one, target) for one in shown]
    charts.show(strategies_charts.overlay(shown), key="overlay", alt=" ".join((finding, *each)))
    lesson.say("\n".join((finding, "", *(f"- {said}" for said in each))))
    lesson.code("scores")


def in_words(one: Compared, target: int) -> str:
    return tr(
        "{name}: {miss} of turns score nothing, {least} reach {score}, and the most likely score is {mode}.",
        name=one.label,
        miss=percent(float(one.chances[0])),
        least=percent(one.facts.p_at_least(target)),
        score=or_more(target),
        mode=one.facts.mode,
    )


# --------------------------------------------------------------------------------------------- head to head
def head_to_head(lesson: Lesson, everyone: Everyone, kinds: Sequence[str]) -> None:
    lesson.header(tr("Head to head"))
    lesson.say(
        tr(
            "One turn each, and the higher score wins. Neither looks at what the other has. Two turns that "
            "do not qualify are level."
        )
    )
    names = {kind: one.label for kind, one in everyone.items()}
    with st.container(horizontal=True):
        one = address.one_of("one", tr("This strategy"), names, FIRST_PAIR[0])
        other = address.one_of("other", tr("against this one"), names, FIRST_PAIR[1])
    lesson.say(duel_in_words(everyone[one], everyone[other]))
    drawn = [kind for kind in everyone if kind in (*kinds, one, other)]
    rows = [everyone[kind] for kind in drawn]
    wins, ties = mc.analysis.duels([row.chances for row in rows])
    pair = drawn.index(one), drawn.index(other)
    st.caption(
        tr(
            "How often the row beats the column, in percent; small, after =, how often they tie. Orange: the "
            "row wins more often than it loses; blue: it loses more often. The frame marks the pair above."
        )
    )
    st.html(strategies_charts.matrix([row.label for row in rows], wins, ties, pair))
    lesson.say(who_beats_the_best(everyone))
    lesson.code("duel")


def duel_in_words(one: Compared, other: Compared) -> str:
    duel = mc.analysis.duel(one.chances, other.chances)
    values = {
        "one": one.label,
        "other": other.label,
        "win": percent(duel.win),
        "tie": percent(duel.tie),
        "loss": percent(duel.loss),
    }
    if abs(duel.win - duel.loss) < SAME:
        return tr(
            "**{one}** and **{other}** are level: each wins {win} of the time, and {tie} are ties.", **values
        )
    if duel.win > duel.loss:
        return tr("**{one}** beats **{other}**: it wins {win}, loses {loss}, and {tie} are ties.", **values)
    return tr(
        "**{one}** is behind against **{other}**: it wins {win}, loses {loss}, and {tie} are ties.", **values
    )


def who_beats_the_best(everyone: Everyone) -> str:
    best = everyone[strategy_list.PERFECT]
    duels = {one.label: mc.analysis.duel(one.chances, best.chances) for one in everyone.values()}
    ahead = [name for name, duel in duels.items() if duel.win - duel.loss > SAME]
    if not ahead:
        return tr(
            "None of these strategies beats **{best}** more often than it loses to it.", best=best.label
        )
    return tr(
        "The highest average does not win the most duels: ahead of **{best}** in one turn each: {names}.",
        best=best.label,
        names=named(ahead),
    )


# ----------------------------------------------------------------------------------------- build your own
def build_your_own(lesson: Lesson, mine: Compared, recipe: Recipe, best: Compared) -> None:
    lesson.header(tr("Build your own"))
    st.markdown(
        tr(
            "Set up a way of playing and see at once what it is worth. It stands in the tables above as "
            "**{own}**, and in the address of this page, so a link passes it on.",
            own=mine.label,
        )
    )
    lesson.note(tr("**{own}**: a way of playing made up of a few settings.", own=mine.label))
    rules = lesson.rules
    left, right = st.columns([3, 2], gap="large")
    with left:
        recipe_builder.build(recipe, rules, set_own)
        st.button(
            tr("Start again"), key="own_again", icon=":material/undo:", on_click=set_own, args=(FIRST_OWN,)
        )
    said = recipe_builder.lines(recipe, rules)
    loss = loss_per_turn(rules, recipe, MEAN)
    with right:
        st.html(recipe_builder.card(mine.label, said))
        st.caption(from_the_top())
        with st.container(horizontal=True):
            st.metric(tr("Lost per turn"), decimal(float(loss), 4), width="content")
            st.metric(tr("Average score"), decimal(mine.facts.mean), width="content")
            st.metric(tr("Qualifies"), percent(mine.facts.p_qualify), width="content")
        with st.expander(tr("The loss exactly"), icon=":material/function:"):
            exactly(loss)
    lesson.note("\n".join((*(f"1. {line}" for line in said), "", from_the_top())))
    where_it_loses(lesson, recipe, loss, best)
    lesson.code("own")


def from_the_top() -> str:
    return tr(
        "Read a card from the top for every roll: each line goes by the dice that the lines before it have "
        "not kept."
    )


def exactly(loss: Fraction) -> None:
    st.markdown(
        tr(
            "{above} / {below} points per turn",
            above=whole(loss.numerator),
            below=whole(loss.denominator),
        )
    )


def where_it_loses(lesson: Lesson, recipe: Recipe, loss: Fraction, best: Compared) -> None:
    if not loss:
        lesson.say(
            tr("It loses **nothing**: no strategy has a higher average than {best}.", best=mean_of(best))
        )
        return
    worst = mistakes(lesson.rules, recipe, MEAN)
    lesson.say(
        tr(
            "It loses **{loss} points** a turn against perfect play, which averages {best}. These are the "
            "costliest rolls, {share} of the loss together:",
            loss=small(loss),
            best=mean_of(best),
            share=percent(float(sum(row.cost for row in worst) / loss)),
        )
    )
    for number, (column, row) in enumerate(zip(st.columns(len(worst)), worst, strict=True), start=1):
        with column.container(border=True):
            mistake(number, row)


def mean_of(one: Compared) -> str:
    return decimal(one.facts.mean, 4)


def small(points: Fraction) -> str:
    """Return a loss that does not pretend to be nothing when it is only small."""
    least = 0.0001
    if 0 < points < least / 2:
        return tr("less than {number}", number=decimal(least, 4))
    return decimal(float(points), 4)


def mistake(number: int, row: Mistake) -> None:
    st.html(recipe_builder.mistake_dice(row))
    st.markdown(
        tr(
            "Costs {loss} points when it happens, in {chance} of turns: {cost} a turn.",
            loss=decimal(float(row.loss), 3),
            chance=percent(float(row.probability), 2),
            cost=small(row.cost),
        )
    )
    pins = tuple(mask_of(row.roll, keep) for keep in (row.kept, row.best))
    position = Position(row.turn.rules, row.turn.kept, row.roll, pins=pins)
    st.page_link(
        WHAT_IF,
        label=tr("Weigh roll {number} in What if", number=number),
        icon=":material/fork_right:",
        query_params={"position": position.code},
    )


# ------------------------------------------------------------------------------------------ the index card
def index_card(lesson: Lesson, everyone: Everyone) -> None:
    lesson.header(tr("The index card"))
    rules, loss = lesson.rules, loss_per_turn(lesson.rules, INDEX_CARD, MEAN)
    said = recipe_builder.lines(INDEX_CARD, rules)
    lesson.say(
        ntr(
            "Perfect play is a table of thousands of rolls. How much of it fits on a card? Nearly all: this "
            "one has {count} line and loses **{loss} points** a turn.",
            "Perfect play is a table of thousands of rolls. How much of it fits on a card? Nearly all: this "
            "one has {count} lines and loses **{loss} points** a turn.",
            len(said),
            loss=small(loss),
        )
    )
    st.html(recipe_builder.card(f"Midnight {variant.name(rules)}", said))
    st.caption(from_the_top())
    lesson.note("\n".join(f"1. {line}" for line in said))
    lesson.say(
        tr(
            "It averages {mean} points instead of {best}. The loss is exactly {above} / {below}.",
            mean=mean_of(everyone[strategy_list.CARD]),
            best=mean_of(everyone[strategy_list.PERFECT]),
            above=whole(loss.numerator),
            below=whole(loss.denominator),
        )
    )
    st.button(
        tr("Use this card as my own strategy"),
        key="own_card",
        icon=":material/edit_note:",
        on_click=set_own,
        args=(INDEX_CARD,),
    )
    shown = address.segments(
        "search",
        tr("The search for it"),
        (HIDDEN, SHOWN),
        {HIDDEN: tr("Hide"), SHOWN: tr("Show the search")}.__getitem__,
    )
    if shown == SHOWN:
        how_it_was_found(lesson)
    lesson.code("card")


@st.cache_data(show_spinner=False)
def found(required: tuple[int, ...]) -> tuple[dict[int, Card], int, int, Fraction]:
    """Return the best card for each number of lines, how many were tried and good enough, and what the first
    steps of all of them lose.
    """
    rules = mc.Rules(required)
    cards = search(rules)
    enough = sum(card.loss <= ENOUGH for card in cards)
    return best_by_lines(cards), len(cards), enough, loss_of_the_first_steps(rules)


def how_it_was_found(lesson: Lesson) -> None:
    with st.spinner(tr("Evaluating every card …")):
        best, tried, enough, first_steps = found(lesson.rules.required)
    if not first_steps:
        lesson.say(
            tr(
                "Until both qualifiers are in, the plainest play is perfect: keep missing qualifiers at once,"
                " otherwise the single highest die. With perfect play after that it loses exactly nothing. So"
                " a card only has to say what to keep afterwards."
            )
        )
    lesson.say(
        ntr(
            "The search tries {tried} cards: 4s, 5s and 6s each with every limit, and with or without a "
            "second look when nothing fits. Each is evaluated exactly. **{count}** of them loses at most "
            "{limit} points a turn.",
            "The search tries {tried} cards: 4s, 5s and 6s each with every limit, and with or without a "
            "second look when nothing fits. Each is evaluated exactly. **{count}** of them lose at most "
            "{limit} points a turn.",
            enough,
            tried=whole(tried),
            limit=decimal(float(ENOUGH)),
        )
    )
    losses = {lines: card.loss for lines, card in best.items()}
    each = [
        ntr("{count} line {loss}", "{count} lines {loss}", lines, loss=small(loss))
        for lines, loss in losses.items()
    ]
    finding = tr("The best card loses less with every line: {losses}.", losses=", ".join(each))
    charts.show(strategies_charts.losses_by_lines(losses), key="losses", alt=finding)
    lesson.say(finding)
    for column, (lines, card) in zip(st.columns(len(best)), best.items(), strict=True):
        with column:
            heading = ntr(
                "{count} line, loses {loss}", "{count} lines, loses {loss}", lines, loss=small(card.loss)
            )
            st.html(recipe_builder.card(heading, recipe_builder.lines(card.recipe, lesson.rules)))


def limits(lesson: Lesson) -> None:
    lesson.header(tr("What this leaves out"))
    lesson.say(
        "\n".join(
            (
                tr(
                    "- A turn stands alone here. In a game you know what you have to beat, and then the best "
                    "keep may be another: look at **{beat}**.",
                    beat=tr("Best against {target}", target=lesson.given["target"]),
                ),
                tr(
                    "- Losses are measured in average score. A strategy that wants something else, such as a "
                    "high score at any price, loses on purpose."
                ),
                tr(
                    "- The settings cannot say everything: they do not look at the points already kept, for "
                    "instance. Perfect play may."
                ),
            )
        )
    )


lesson = Lesson.opened("strategies", tr("Strategies compared"))
recipe, error = own_recipe()
if error is not None:
    st.error(sentence(error))
opening(lesson)
target = address.number("target", tr("Target score N"), mc.MIN_SCORE, mc.MAX_SCORE, DEFAULT_TARGET)
everyone = {
    kind: strategies_charts.compared(listed, lesson.rules)
    for kind, listed in (strategy_list.by_kind(target) | {OWN: strategy_list.own(recipe)}).items()
}
# The code of the first section starts from all that is chosen further down.
lesson.given = {
    "target": target,
    "own": recipe.code,
    "one": address.choice("one", tuple(everyone), FIRST_PAIR[0]),
    "other": address.choice("other", tuple(everyone), FIRST_PAIR[1]),
}
chosen = numbers(lesson, everyone, target)
scores(lesson, everyone, target)
head_to_head(lesson, everyone, chosen)
build_your_own(lesson, everyone[OWN], recipe, everyone[strategy_list.PERFECT])
index_card(lesson, everyone)
limits(lesson)
lesson.take_home()
