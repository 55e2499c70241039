"""Around the table: what a seat is worth, when to stop, a pot that rolls over, what perfect play gains."""

from collections.abc import Mapping, Sequence
from math import ceil, log10

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import midnight_core as mc
from midnight_core.lessons_rounds import (
    TO_BEAT,
    Effect,
    Gains,
    LastDie,
    carried,
    effect_of_carrying,
    gains,
    last_die,
    most_leaders,
    scores_before,
    stops_below,
    stops_from,
)
from midnight_core.rethrow import lowest_kept
from midnight_core.rounds import LEAST_PLAYERS, MOST_PLAYERS, Round
from midnight_ui import address, charts, rounds_charts, strategy_list
from midnight_ui.goal_picker import DEFAULT_TARGET
from midnight_ui.lesson import Lesson
from midnight_ui.rounds_charts import in_rows, signed
from midnight_ui.strategy_list import PERFECT, Listed
from midnight_ui.text import decimal, ntr, percent, tr
from midnight_ui.throws_charts import table

Shares = NDArray[np.float64]

TIES = ("rollover", "extra", "replay", "split", "earlier")
NUMBERS = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
FEW = "4"
LAST = "last"
"""The last seat in the address, whatever the number of players."""

LOWER = tuple("12345")
SMALL = 1e-5
"""A share of the pot that nobody would notice."""


def tie_words() -> dict[str, str]:
    return {
        "rollover": tr("Nobody takes the pot: it rolls over"),
        "extra": tr("One extra turn each"),
        "replay": tr("The whole table plays again"),
        "split": tr("They share the pot"),
        "earlier": tr("The earlier player takes the pot"),
    }


def tie_explained(tie: str) -> str:
    return {
        "rollover": tr(
            "When two or more are level at the top, or nobody qualifies, nobody takes the pot. It then "
            "counts as worth an equal share to each; more of that below."
        ),
        "extra": tr(
            "Those who are level at the top have one extra turn each, in the same order, until one is ahead. "
            "When nobody qualifies, the whole table plays again."
        ),
        "replay": tr(
            "When two or more are level at the top, or nobody qualifies, the whole table plays the round "
            "again in the same order."
        ),
        "split": tr(
            "Those who are level at the top share the pot. When nobody qualifies, all are level and share."
        ),
        "earlier": tr(
            "Of those who are level at the top, the one who played first takes the pot. When nobody "
            "qualifies, the first seat has it."
        ),
    }[tie]


def points(share: float) -> str:
    """Return a difference of two shares in percentage points."""
    return tr("{number} percentage points", number=decimal(100 * share))


# ---------------------------------------------------------------------------------------------- what is asked
def opening() -> tuple[Lesson, Round]:
    lesson = Lesson.opened("around_the_table", tr("Around the table"))
    lesson.say(
        tr(
            "Everybody plays one turn, one after the other, and the highest score takes the pot. Whoever "
            "plays late knows what there is to beat; whoever plays early does not. **What is a seat worth, "
            "and what should you do differently when you want the pot and not a good average?**"
        )
    )
    with st.container(horizontal=True, vertical_alignment="top"):
        players = int(address.segments("players", tr("Players"), tuple(map(str, NUMBERS)), str, default=FEW))
        tie = address.one_of("tie", tr("Level at the top"), tie_words(), TIES[0])
    st.caption(tie_explained(tie))
    lesson.note(tie_explained(tie))
    lesson.say(
        tr(
            "**Equity** is the share of the pot that you can expect: all of it when you win, nothing when "
            "you lose. All numbers here are exact, for players who each play their best for the pot."
        )
    )
    lesson.given = {
        "players": players,
        "tie": tie,
        "seat": seat_of(address.choice("seat", seat_names(players), LAST), players),
        "lower": int(address.choice("lower", LOWER, "3")),
        "others": address.choice("others", tuple(opponents()), PERFECT),
    }
    return lesson, mc.solve_round(lesson.rules, players, tie)


def seat_names(players: int) -> tuple[str, ...]:
    return (*map(str, range(1, players)), LAST)


def seat_of(name: str, players: int) -> int:
    return players if name == LAST else int(name)


def opponents() -> dict[str, Listed]:
    return strategy_list.by_kind(DEFAULT_TARGET)


# --------------------------------------------------------------------------------------------- what a seat is
@st.cache_data(show_spinner=False, max_entries=20)
def for_all_numbers(required: tuple[int, ...], tie: str) -> tuple[list[Shares], list[float]]:
    """Return the equities and the chance that nobody wins, for 2 to 8 players."""
    found = [mc.solve_round(mc.Rules(required), players, tie) for players in NUMBERS]
    return [one.equity for one in found], [one.p_rollover for one in found]


def seats(lesson: Lesson, found: Round) -> None:
    lesson.header(tr("What a seat is worth"))
    finding = best_seat(found)
    lesson.say(finding)
    above = found.equity - 1 / found.players
    figure = rounds_charts.seats_figure([(tr("Equity"), above)])
    charts.show(figure, key="seats", alt=with_each_seat(finding, above))
    st.caption(
        tr(
            "Percentage points above or below an equal share of {share}.",
            share=percent(1 / found.players, 2),
        )
    )
    lesson.say(why_that_seat(found))
    lesson.say(how_often_not_won(found))
    with st.spinner(tr("Solving rounds for every number of players …")):
        equities, not_won = for_all_numbers(lesson.rules.required, found.tie)
    caption = tr("Every seat for {least} to {most} players", least=NUMBERS[0], most=NUMBERS[-1])
    st.html(rounds_charts.seats_table(caption, equities, not_won))
    st.caption(
        tr(
            "Percentage points above (orange) or below (blue) an equal share; the columns are the seats in "
            "the order of play."
        )
    )
    lesson.say(with_more_players(equities))
    lesson.code("seats")


def with_each_seat(finding: str, above: Shares) -> str:
    return tr(
        "{finding} Percentage points above or below an equal share, seat by seat: {each}.",
        finding=finding,
        each="; ".join(signed(100 * share) for share in above),
    )


def best_seat(found: Round) -> str:
    best, worst = int(found.equity.argmax()), int(found.equity.argmin())
    return tr(
        "With {players} players, seat {best} is the best: its equity is {high} of the pot. Seat {worst} is "
        "the worst, with {low}.",
        players=found.players,
        best=best + 1,
        worst=worst + 1,
        high=percent(float(found.equity[best]), 2),
        low=percent(float(found.equity[worst]), 2),
    )


def why_that_seat(found: Round) -> str:
    is_late = found.equity[-1] > found.equity[0]
    if found.tie != "earlier":
        return tr(
            "Why late seats are better: they see what they have to beat. They stop as soon as it is enough, "
            "and gamble as long as it is not. An early seat has to guess."
        )
    if is_late:
        return tr(
            "The first seat wins every tie, and still it is behind: to see what there is to beat is worth "
            "even more."
        )
    return tr(
        "Why the first seat is better here: it wins every tie, which is worth more than seeing what there is"
        " to beat. The last seat has to be ahead of everybody."
    )


def how_often_not_won(found: Round) -> str:
    chance = percent(found.p_rollover, 2)
    if found.tie == "rollover":
        return tr("In {chance} of rounds nobody takes the pot.", chance=chance)
    if found.tie == "replay":
        return tr("In {chance} of rounds the table has to play again.", chance=chance)
    if found.tie == "extra":
        return tr(
            "In {chance} of rounds nobody qualifies, and the table has to play again.",
            chance=percent(found.p_rollover, 4),
        )
    return tr("By this rule somebody always takes the pot, or some share it.")


def with_more_players(equities: Sequence[Shares]) -> str:
    gaps = {len(shares): float(shares.max() - shares.min()) for shares in equities}
    most, least = max(gaps, key=gaps.__getitem__), min(gaps, key=gaps.__getitem__)
    return tr(
        "The best and the worst seat lie furthest apart with {most} players, {wide}, and closest together "
        "with {least}, {narrow}.",
        most=most,
        least=least,
        wide=points(gaps[most]),
        narrow=points(gaps[least]),
    )


# ----------------------------------------------------------------------------------------------- when to stop
def stopping(lesson: Lesson, found: Round) -> None:
    lesson.header(tr("When to stop"))
    kept = lowest_kept(1)
    lesson.say(
        tr(
            "A small decision shows it all. Both qualifiers are in, you have kept two more dice, and you "
            "hold the last two. Keep both and stop, or keep the higher one and throw the lower one again? "
            "For the best average it only matters what the lower one shows: throw {thrown} or less, stop "
            "with {kept} or more.",
            thrown=kept - 1,
            kept=kept,
        )
    )
    lesson.say(first_seat(found))
    players = found.players
    with st.container(horizontal=True, vertical_alignment="top"):
        name = address.segments(
            "seat",
            tr("Your seat"),
            seat_names(players),
            lambda name: str(seat_of(name, players)),
            default=LAST,
        )
        lower = int(address.segments("lower", tr("The lower die shows"), LOWER, str, default="3"))
        seat = seat_of(name, players)
        leaders = how_many_lead(found, seat)
    rows = {
        beat: last_die(found, scores_before(seat - 1, beat, leaders), lower)
        for beat in (TO_BEAT if seat > 1 else TO_BEAT[:1])
    }
    said, *lines = where_to_stop(found, rows, seat, lower)
    charts.show(rounds_charts.stops_figure(rows), key="stops", alt=" ".join((said, *lines)))
    lesson.say("\n".join((said, "", *(f"- {line}" for line in lines))))
    lesson.say(more_than_one_border(rows))
    st.html(borders(found, lower, leaders))
    st.caption(
        tr(
            "From this score on it is best to stop, or at least no worse. “never”: the highest score that you"
            " can hold is better thrown. “any”: throwing never gains anything. *: there are lower scores to "
            "stop on as well; the picture shows them. Orange: you stop where the best average throws; blue: "
            "you throw where the best average stops."
        )
    )
    lesson.given["leaders"] = leaders
    lesson.code("stop")


def how_many_lead(found: Round, seat: int) -> int:
    most = most_leaders(found.tie, seat - 1)
    if most < 2:
        return 1
    return int(
        address.segments(
            "leaders",
            tr("How many have the score to beat"),
            tuple(map(str, range(1, most + 1))),
            lambda count: tr("{count} or more", count=count) if int(count) == most < seat - 1 else str(count),
        )
    )


def first_seat(found: Round) -> str:
    """Return what the first seat does otherwise than for the best average."""
    choices = {lower: last_die(found, (), lower) for lower in range(1, mc.FACES)}
    lower = max(lower for lower, row in choices.items() if any(one.verdict < 0 for one in row))
    border = stops_from(choices[lower])
    if lower < lowest_kept(1):
        return tr("As the first of {players} you do just that.", players=found.players)
    if border is None:
        return tr(
            "As the first of {players} it is not the same: throw even a {lower} again, whatever your score "
            "is. Those who play after you see what you have, and an average score seldom wins.",
            players=found.players,
            lower=lower,
        )
    return tr(
        "As the first of {players} it is not the same: throw even a {lower} again if you have less than "
        "**{border}**. Those who play after you see what you have, and an average score seldom wins.",
        players=found.players,
        lower=lower,
        border=border,
    )


def where_to_stop(
    found: Round, rows: Mapping[int, Sequence[LastDie]], seat: int, lower: int
) -> tuple[str, ...]:
    """Return the decision in words, for one score to beat: the one that the best average most often gives."""
    beat = mc.analysis.summary(mc.evaluate(found.rules, mc.strategies.NAMED[PERFECT])).mode
    if beat in rows:
        said = tr(
            "In seat {seat} of {players} with {beat} to beat, when the lower die shows {lower}:",
            seat=seat,
            players=found.players,
            beat=beat,
            lower=lower,
        )
    else:
        beat = TO_BEAT[0]
        said = tr(
            "In seat {seat} of {players}, when the lower die shows {lower}:",
            seat=seat,
            players=found.players,
            lower=lower,
        )
    stop, throw, either = (
        in_rows(one.score for one in rows[beat] if one.verdict == verdict) for verdict in (1, -1, 0)
    )
    lines = (
        stop and tr("Stop on {scores}.", scores=stop),
        throw and tr("Throw the lower die again on {scores}.", scores=throw),
        either and tr("It makes no difference on {scores}.", scores=either),
    )
    return (said, *filter(None, lines))


def more_than_one_border(rows: Mapping[int, Sequence[LastDie]]) -> str:
    """Say where a higher score is thrown though one stops on a lower one."""
    odd = [(beat, *inversion(row)) for beat, row in rows.items() if stops_below(row)]
    if not odd:
        return tr(
            "There is a single border for each score to beat: above a score to stop on, a throw never gains "
            "anything."
        )
    # The highest score to beat for which two decimals are enough to see it, if there is one.
    digits, beat, held, thrown = min(
        ((decimals_to_tell(held, thrown), -beat, held, thrown) for beat, held, thrown in odd),
        key=lambda case: case[:2],
    )
    return ntr(
        "More points do not always mean stop. With {beat} to beat, stop on {held} (equity {stop}, throwing "
        "{throw}), but throw again on {higher} (stopping {higher_stop}, throwing {higher_throw}): from there "
        "fewer throws leave you level or behind. This happens for {count} score to beat.",
        "More points do not always mean stop. With {beat} to beat, stop on {held} (equity {stop}, throwing "
        "{throw}), but throw again on {higher} (stopping {higher_stop}, throwing {higher_throw}): from there "
        "fewer throws leave you level or behind. This happens for {count} scores to beat.",
        len(odd),
        beat=-beat,
        held=held.score,
        higher=thrown.score,
        stop=percent(held.stop, digits),
        throw=percent(held.throw, digits),
        higher_stop=percent(thrown.stop, digits),
        higher_throw=percent(thrown.throw, digits),
    )


def inversion(row: Sequence[LastDie]) -> tuple[LastDie, LastDie]:
    """Return the highest choice to stop on below one to throw, and the lowest such one above it."""
    highest = stops_below(row)[-1]
    held = next(one for one in row if one.score == highest)
    return held, next(one for one in row if one.score > highest and one.verdict < 0)


def decimals_to_tell(*choices: LastDie) -> int:
    """Return with how many decimals of a percentage stopping and throwing look different, at least 2."""
    least = min(abs(one.stop - one.throw) for one in choices)
    return max(2, ceil(-log10(100 * least)))


def borders(found: Round, lower: int, leaders: int) -> str:
    """Return the table of the lowest score to stop on, by score to beat and seat."""

    def choices(before: int, beat: int) -> Sequence[LastDie]:
        if beat and leaders > before:
            return ()
        return last_die(found, scores_before(before, beat, leaders), lower)

    rows = {beat: [choices(before, beat) for before in range(found.players)] for beat in TO_BEAT}
    caption = tr("The lowest score to stop on when the lower die shows {lower}", lower=lower)
    return rounds_charts.borders_table(caption, rows, is_kept=lower >= lowest_kept(1))


# --------------------------------------------------------------------------------- a pot that has rolled over
@st.cache_data(show_spinner=False, max_entries=20)
def rolling(required: tuple[int, ...]) -> tuple[list[Shares], list[float]]:
    """Return what a pot that has rolled over is worth to each seat, and how often it rolls over."""
    found = [carried(mc.Rules(required), players) for players in NUMBERS]
    return [one.equity for one in found], [one.p_rollover for one in found]


@st.cache_data(show_spinner=False, max_entries=50)
def effect(required: tuple[int, ...], players: int) -> Effect:
    return effect_of_carrying(mc.Rules(required), players)


def rolled_over(lesson: Lesson, players: int) -> None:
    lesson.header(tr("A pot that has rolled over"))
    if lesson.given["tie"] != "rollover":
        lesson.say(tr("This section is about one rule for ties: nobody takes the pot, and it rolls over."))
    with st.spinner(tr("Solving rounds for every number of players …")):
        worths, chances = rolling(lesson.rules.required)
    place = NUMBERS.index(players)
    worth, chance = worths[place], chances[place]
    lesson.say(
        tr(
            "With {players} players the pot rolls over in **{chance}** of rounds. On average it takes "
            "**{rounds} rounds** until somebody has it.",
            players=players,
            chance=percent(chance),
            rounds=decimal(1 / (1 - chance)),
        )
    )
    lesson.say(
        tr(
            "What is such a pot worth before the next round? If somebody else begins then, an equal share to "
            "each, more or less. If the same seats go on in the same order, a good seat is good again: "
            "the pot is worth to each what the round is worth, and the round depends on what the pot is "
            "worth. There is one set of shares for which both fit."
        )
    )
    share = 1 / players
    once = mc.solve_round(lesson.rules, players).equity
    finding = tr(
        "When the same seats go on, a pot that has rolled over is worth {high} to seat {best} and {low} to "
        "seat {worst}, instead of {share} each.",
        best=int(worth.argmax()) + 1,
        worst=int(worth.argmin()) + 1,
        high=percent(float(worth.max()), 2),
        low=percent(float(worth.min()), 2),
        share=percent(share, 2),
    )
    named = [
        (tr("a rollover is worth the same to all"), once - share),
        (tr("the same seats go on"), worth - share),
    ]
    charts.show(
        rounds_charts.seats_figure(named), key="rolled_over", alt=with_each_seat(finding, worth - share)
    )
    lesson.say(finding)
    lesson.say(what_it_changes(effect(lesson.rules.required, players), once, worth))
    rows = [
        (
            str(number),
            percent(p_rollover),
            decimal(1 / (1 - p_rollover)),
            percent(1 / number, 2),
            percent(float(shares[0]), 2),
            percent(float(shares[-1]), 2),
        )
        for number, shares, p_rollover in zip(NUMBERS, worths, chances, strict=True)
    ]
    head = (
        tr("Players"),
        tr("Rolls over"),
        tr("Rounds"),
        tr("Equal share"),
        tr("First seat"),
        tr("Last seat"),
    )
    st.html(table(tr("A pot that rolls over to the same seats"), head, rows))
    st.caption(
        tr(
            "Everybody pays in again for the next round. That makes the pot larger, but does not change the "
            "shares. The more players there are, the more often two are level at the top."
        )
    )
    lesson.code("rollover")


def what_it_changes(changed: Effect, once: Shares, again: Shares) -> str:
    most = float(np.abs(again - once).max())
    if changed.loss < SMALL:
        return tr(
            "That moves equity by {most} at most. The best play stays nearly the same: whoever plays as for "
            "an equal share loses less than {small} by it.",
            most=points(most),
            small=tr("{number} percentage points", number=decimal(100 * SMALL, 3)),
        )
    return ntr(
        "That moves equity by {most} at most. In {count} of {all} situations (seat, score to beat, one or "
        "more who have it) the best play changes a little. A player who does not adapt loses {loss} at most.",
        "That moves equity by {most} at most. In {count} of {all} situations (seat, score to beat, one or "
        "more who have it) the best play changes a little. A player who does not adapt loses {loss} at most.",
        changed.changed,
        most=points(most),
        all=changed.situations,
        loss=tr("{number} percentage points", number=decimal(100 * changed.loss, 3)),
    )


# ------------------------------------------------------------------------------------ what perfect play gains
@st.cache_data(show_spinner=False, max_entries=100)
def all_gains(required: tuple[int, ...], players: int, tie: str) -> dict[str, Gains]:
    rules = mc.Rules(required)
    return {
        kind: gains(rules, players, tie, listed.strategy)
        for kind, listed in strategy_list.by_kind(DEFAULT_TARGET).items()
    }


def perfect_play(lesson: Lesson, players: int, tie: str) -> None:
    lesson.header(tr("What perfect play gains"))
    with st.spinner(tr("Playing every seat against every strategy …")):
        found = all_gains(lesson.rules.required, players, tie)
    known, share = opponents(), 1 / players
    lesson.say(against_the_average(found[PERFECT], players))
    st.markdown(
        tr(
            "Here all the others follow one strategy, and do not look at what anybody has. The mark is what "
            "the perfect player has above an equal share on average over the seats; the line goes from the "
            "worst seat to the best."
        )
    )
    finding = hardest_and_easiest(found, known, share)
    above = [(known[kind], one.perfect - share) for kind, one in found.items()]
    charts.show(rounds_charts.gains_figure(above), key="gains", alt=finding)
    lesson.say(finding)
    rows = [
        (
            known[kind].label,
            signed(100 * (one.perfect.mean() - share)),
            signed(100 * (one.perfect[0] - share)),
            signed(100 * (one.perfect[-1] - share)),
            signed(100 * (one.perfect - one.plain).mean()),
        )
        for kind, one in found.items()
    ]
    head = (
        tr("All the others play"),
        tr("All seats"),
        tr("First seat"),
        tr("Last seat"),
        tr("More than “{best}”", best=known[PERFECT].label),
    )
    st.html(table(tr("Percentage points that perfect play gains"), head, rows))
    st.caption(
        tr(
            "Above an equal share of {share}. The last column is what you gain over playing for the best "
            "average yourself, on average over the seats.",
            share=percent(share, 2),
        )
    )
    seat_by_seat(lesson, found, known, share)
    lesson.code("gains")


def against_the_average(one: Gains, players: int) -> str:
    gained = one.perfect - one.plain
    return tr(
        "If all the others go for the best average score and you play perfectly for the pot, you have "
        "**{equity}** of it on average over the seats, instead of {share}. The first seat, which sees "
        "nothing, gains {first} over playing like the others, simply by aiming at the score that wins. The "
        "last seat, which sees everything, gains {last}.",
        equity=percent(float(one.perfect.mean())),
        share=percent(1 / players),
        first=points(float(gained[0])),
        last=points(float(gained[-1])),
    )


def hardest_and_easiest(found: Mapping[str, Gains], known: Mapping[str, Listed], share: float) -> str:
    above = {kind: float(one.perfect.mean()) - share for kind, one in found.items()}
    hard, easy = min(above, key=above.__getitem__), max(above, key=above.__getitem__)
    return tr(
        "The least is to be gained against “{hard}”: {least}. The most is to be gained against “{easy}”: "
        "{most}.",
        hard=known[hard].label,
        easy=known[easy].label,
        least=points(above[hard]),
        most=points(above[easy]),
    )


def seat_by_seat(
    lesson: Lesson, found: Mapping[str, Gains], known: Mapping[str, Listed], share: float
) -> None:
    labels = {kind: listed.label for kind, listed in known.items()}
    kind = address.one_of("others", tr("All the others play"), labels, PERFECT)
    one = found[kind]
    rows = [
        (
            tr("Seat {seat}", seat=seat),
            percent(float(perfect), 2),
            signed(100 * (perfect - share)),
            percent(float(plain), 2),
            signed(100 * (perfect - plain)),
        )
        for seat, (perfect, plain) in enumerate(zip(one.perfect, one.plain, strict=True), start=1)
    ]
    head = (
        tr("You sit in"),
        tr("Perfect play"),
        tr("Above an equal share"),
        known[PERFECT].label,
        tr("Difference"),
    )
    st.html(table(tr("Your equity when all the others play “{name}”", name=labels[kind]), head, rows))
    best = int(one.perfect.argmax())
    lesson.say(
        tr(
            "When all the others play **{name}**, perfect play is worth most in seat {best}: {high} of the "
            "pot.",
            name=labels[kind],
            best=best + 1,
            high=percent(float(one.perfect[best]), 2),
        )
    )


def limits(lesson: Lesson) -> None:
    lesson.header(tr("What this leaves out"))
    lesson.say(
        "\n".join(
            (
                tr(
                    "- People are not perfect. The numbers of the first three sections hold when everybody "
                    "plays the best for the pot, and knows that the others do."
                ),
                tr(
                    "- In the last section the perfect player knows which strategy the others follow. "
                    "Whoever guesses wrong may lose by it."
                ),
                tr(
                    "- In extra turns everybody plays perfectly, even those who followed a strategy until "
                    "then."
                ),
                tr(
                    "- One round is all that counts here. When points are added up over many rounds, it is "
                    "another game: see the race."
                ),
                tr(
                    "- The decision with two last dice is only one of many. A match shows the equity of "
                    "every keep of every roll."
                ),
            )
        )
    )
    with st.container(horizontal=True):
        st.page_link("pages/play/match.py", label=tr("Play a match"), icon=":material/groups:")
        st.page_link("pages/learn/race.py", label=tr("The race"), icon=":material/flag:")


the_lesson, solved = opening()
seats(the_lesson, solved)
stopping(the_lesson, solved)
rolled_over(the_lesson, solved.players)
perfect_play(the_lesson, solved.players, solved.tie)
limits(the_lesson)
the_lesson.take_home()
