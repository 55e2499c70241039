"""One die, many dice: what another throw is worth once both qualifiers are in, and which dice should stay."""

from fractions import Fraction
from itertools import product

import streamlit as st

import midnight_core as mc
from midnight_core.dice import Dice
from midnight_core.errors import InputError
from midnight_core.gamecode import Position, read_dice
from midnight_core.rethrow import (
    EXAMPLE,
    MOST,
    Keep,
    best_keep,
    exceptions,
    fate,
    keeps,
    lowest_kept,
    one_die_keep,
    price,
    value,
)
from midnight_ui import address, charts, rethrow_charts, variant
from midnight_ui.dice_svg import dice_svg
from midnight_ui.lesson import Lesson
from midnight_ui.navigation import WHAT_IF
from midnight_ui.rethrow_charts import THROWN_AGAIN, high_first
from midnight_ui.text import decimal, ntr, percent, sentence, tr
from midnight_ui.throws_charts import table, verdict
from midnight_ui.why import amount, lost

MEAN = mc.goals.mean_score()
FIELD, PROBLEM, PLACE = "one_die_roll", "one_die_problem", "one_die_place"
HYPHEN = "\N{NON-BREAKING HYPHEN}"


def name_of(roll: Dice) -> str:
    """Return a roll as the address says it: its digits, sorted."""
    return "".join(map(str, sorted(roll)))


ROLLS = tuple(
    "".join(map(str, roll))
    for dice in range(1, MOST + 1)
    for roll in product(range(1, mc.FACES + 1), repeat=dice)
)
"""Every roll that the address may say, with its dice in any order."""


def opening() -> Lesson:
    lesson = Lesson.opened("one_die", tr("One die, many dice"))
    a, b = lesson.rules.required
    lesson.say(
        tr(
            "The {a} and the {b} are in, and the turn is sure to score. Up to {most} dice are left, and now "
            "only their sum counts. **What is another throw worth, and which dice should stay?**",
            a=a,
            b=b,
            most=MOST,
        )
    )
    lesson.say(
        tr(
            "Which two faces the rules ask for makes no difference from here on: all numbers below are the "
            "same in {variants}.",
            variants=tr(" and ").join(variant.VARIANTS).replace("-", HYPHEN),
        )
    )
    return lesson


# ------------------------------------------------------------------------------------- what dice are worth


def worth(lesson: Lesson) -> None:
    lesson.header(tr("What the dice to come are worth"))
    lesson.say(
        tr(
            "A single die shows {mean} on average, and it has to be kept. With more dice you keep the good "
            "ones and throw the bad ones again, as long as one stays each time. That makes them worth more "
            "than the same number of dice thrown once.",
            mean=decimal(float(value(1)), 1),
        )
    )
    finding = worth_of_all()
    charts.show(rethrow_charts.values_figure(), key="values", alt=finding)
    lesson.say(finding)
    lesson.say(
        tr(
            "The **price** of a die is what it adds to the dice thrown with it: {price} for the second one, "
            "as two dice are worth {value} and one is worth {mean}.",
            price=decimal(float(price(2)), 3),
            value=decimal(float(value(2)), 3),
            mean=decimal(float(value(1)), 1),
        )
    )
    head = (
        tr("Dice"),
        tr("Exactly"),
        tr("Average"),
        tr("Per die"),
        tr("Price of the last die"),
        tr("Solver"),
    )
    rows = [worth_row(lesson.rules, dice) for dice in range(1, MOST + 1)]
    st.html(table(tr("What dice bring, thrown and played on best"), head, rows))
    st.caption(
        tr(
            "A tick in the last column says that the solver, which plays whole turns and knows nothing of "
            "this table, gets the same fraction."
        )
    )
    lesson.code("worth")


def worth_of_all() -> str:
    once = MOST * value(1)
    return tr(
        "One die is worth {mean} points, and there is nothing to choose. Two dice are worth {two}, three "
        "{three}, and {most} dice {value}. Thrown once and all kept, {most} dice would bring {once}: throwing"
        " again what is low adds {more}, and makes each die worth {each}.",
        mean=decimal(float(value(1)), 1),
        two=decimal(float(value(2)), 3),
        three=decimal(float(value(3)), 3),
        most=MOST,
        value=decimal(float(value(MOST)), 3),
        once=decimal(float(once), 1),
        more=decimal(float(value(MOST) - once), 3),
        each=decimal(float(value(MOST) / MOST)),
    )


def worth_row(rules: mc.Rules, dice: int) -> tuple[str, ...]:
    turn = mc.Turn(rules, kept_before(rules, dice))
    solved = mc.solve(rules, MEAN).exact(turn) - turn.points
    return (
        str(dice),
        fraction(value(dice)),
        decimal(float(value(dice)), 3),
        decimal(float(value(dice) / dice)),
        decimal(float(price(dice)), 3),
        verdict(solved == value(dice)),
    )


def kept_before(rules: mc.Rules, dice: int) -> Dice:
    """Return dice kept when so many are left: both qualifiers, and sixes."""
    return rules.required + (mc.FACES,) * (MOST - dice)


def fraction(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


# ----------------------------------------------------------------------------------------- the price of a die


def thresholds(lesson: Lesson) -> None:
    lesson.header(tr("When to keep a {low} or a {high}", low=mc.FACES - 2, high=mc.FACES - 1))
    lesson.say(
        tr(
            "A die thrown together with others is worth more than alone, since a bad throw can be thrown "
            "again. So it has a price, and the price rises with the number of dice: {first} for the only "
            "die, {second} for one of two, {third} for one of three. **Keep a die that shows more than its "
            "price.**",
            first=decimal(float(price(1))),
            second=decimal(float(price(2))),
            third=decimal(float(price(3))),
        )
    )
    finding = lowest_by_count()
    charts.show(rethrow_charts.thresholds_figure(), key="thresholds", alt=finding)
    lesson.say(finding)
    lesson.say("\n".join(f"- {advice(face)}" for face in range(mc.FACES, mc.FACES - 3, -1)))
    lesson.say(
        tr(
            "One die of every roll has to stay, so at most {count} are ever thrown again. And the highest "
            "die stays in any case, even a {low}.",
            count=THROWN_AGAIN,
            low=1,
        )
    )
    lesson.say(
        tr(
            "How often that is, by the number of dice thrown: the share of rolls in which such a die is kept "
            "although it need not be, of all rolls that have one besides the highest die."
        )
    )
    st.html(fate_table())
    lesson.code("thresholds")


def lowest_by_count() -> str:
    found = [
        ntr(
            "{face} if it is the only die thrown",
            "{face} if {count} dice are thrown",
            count,
            face=lowest_kept(count),
        )
        for count in range(1, THROWN_AGAIN + 1)
    ]
    return tr("The lowest die worth keeping: {list}.", list=", ".join(found))


def advice(face: int) -> str:
    """Return until how many dice thrown a face is worth keeping."""
    counts = [count for count in range(1, THROWN_AGAIN + 1) if face >= lowest_kept(count)]
    if not counts:
        return tr("**{face}**: throw it again whenever you may.", face=face)
    if counts[-1] == THROWN_AGAIN:
        return tr("**{face}**: always keep it.", face=face)
    return ntr(
        "**{face}**: keep it only if it would be the one die thrown again.",
        "**{face}**: keep it if at most {count} dice would be thrown again, this one included.",
        counts[-1],
        face=face,
    )


def fate_table() -> str:
    counts = range(2, MOST + 1)
    head = (tr("Die"), *(tr("{count} dice thrown", count=count) for count in counts))
    rows = [
        (str(face), *(percent(kept_share(face, count)) for count in counts))
        for face in range(mc.FACES, 0, -1)
    ]
    return table(tr("How often a die is kept"), head, rows)


def kept_share(face: int, dice: int) -> float:
    """Return in which share of its rolls a face is kept though it need not be."""
    found = fate(face, dice)
    kept, thrown, split = (
        sum(map(mc.multiplicity, rolls)) for rolls in (found.kept, found.thrown, found.split)
    )
    return kept / (kept + thrown + split)


# --------------------------------------------------------------------------------------------- several dice


def several(lesson: Lesson) -> None:
    lesson.header(tr("Where two dice change the picture"))
    found = [roll for dice in range(1, MOST + 1) for roll in exceptions(dice)]
    (dice,) = {len(roll) for roll in found}
    lesson.say(
        tr(
            "The price looks at one die at a time. Going down from the highest die, that finds the best keep "
            "of every roll but {count}, all of them of {dice} dice. There a die is not worth its price, but "
            "two of them are: once the first stays, fewer dice are thrown, and the second has a lower price.",
            count=len(found),
            dice=dice,
        )
    )
    lesson.say(two_together(min(found, key=lambda roll: len(best_keep(roll)))))
    head = (tr("Roll"), tr("One die at a time"), tr("Best keep"), tr("Better by"))
    rows = [
        (
            high_first(roll),
            high_first(one_die_keep(roll)),
            high_first(best_keep(roll)),
            decimal(float(missed(roll))),
        )
        for roll in found
    ]
    st.html(table(tr("Rolls in which one die at a time is not enough"), head, rows))
    ways = sum(mc.multiplicity(roll) for roll in found)
    cost = sum(mc.multiplicity(roll) * missed(roll) for roll in found) / mc.FACES**dice
    lesson.say(
        tr(
            "Such a roll comes in {chance} of all throws of {dice} dice. Whoever forgets the exception loses "
            "{loss} a throw on average.",
            chance=percent(ways / mc.FACES**dice),
            dice=dice,
            loss=amount(float(cost), MEAN),
        )
    )
    lesson.code("several")


def missed(roll: Dice) -> Fraction:
    """Return what the rule for one die loses with a roll, in points."""
    kept = one_die_keep(roll)
    return next(option.loss for option in keeps(roll) if option.keep == kept)


def two_together(roll: Dice) -> str:
    alone, best = one_die_keep(roll), best_keep(roll)
    more = best[: len(best) - len(alone)]
    again, fewer = len(roll) - len(alone), len(roll) - len(best)
    return tr(
        "Take {roll}. Beside the {alone}, each {face} alone is below the price of {price}. But {more} "
        "together are {sum} points, and throwing {again} dice instead of {fewer} adds only {gain}.",
        roll=high_first(roll),
        alone=high_first(alone),
        face=more[-1],
        price=decimal(float(price(again))),
        more=high_first(more),
        sum=sum(more),
        again=again,
        fewer=fewer,
        gain=decimal(float(value(again) - value(fewer))),
    )


# ------------------------------------------------------------------------------------------------ every keep


def every_keep(lesson: Lesson) -> None:
    lesson.header(tr("{roll}, keep by keep", roll=high_first(EXAMPLE)))
    best, second, *_ = options = keeps(EXAMPLE)
    stop = next(option for option in options if not option.thrown)
    lesson.say(
        tr(
            "In the rule texts’ example the last dice show {roll}. They call throwing the {again} once more "
            "marginally better than stopping on {stop}. It is better by {loss}: a die thrown again shows "
            "{mean} on average, and it is a {again} that goes.",
            roll=high_first(EXAMPLE),
            again=high_first(best.thrown),
            stop=sum(EXAMPLE),
            loss=amount(float(stop.loss), MEAN),
            mean=decimal(float(value(1)), 1),
        )
    )
    lesson.say(
        tr(
            "The close call is another one: keeping {second} and throwing {thrown} again is only {loss} "
            "worse.",
            second=high_first(second.keep),
            thrown=high_first(second.thrown),
            loss=amount(float(second.loss), MEAN),
        )
    )
    roll = typed_roll(lesson.rules)
    lesson.given["roll"] = name_of(roll)
    st.html(dice_svg(sorted(roll, reverse=True), size=40))
    ranked(lesson, roll)
    lesson.code("keeps")


def typed_roll(rules: mc.Rules) -> Dice:
    """Draw the field for a roll and return the last one that could be read."""
    roll = tuple(map(int, address.choice("roll", ROLLS, name_of(EXAMPLE))))
    place = st.query_params.get("roll"), rules
    if FIELD not in st.session_state or st.session_state[PLACE] != place:
        # The reader has come from elsewhere, or gone on: what was wrong there is forgotten.
        st.session_state[PROBLEM] = None
    st.session_state[PLACE] = place
    # What was typed wrong stays in the field, to be mended.
    if st.session_state[PROBLEM] is None:
        st.session_state[FIELD] = high_first(roll)
    st.text_input(
        tr("Your last dice, 1 to {most} of them", most=MOST), key=FIELD, on_change=read_roll, width=260
    )
    if st.session_state[PROBLEM] is not None:
        showing = tr("Still showing {roll}.", roll=high_first(roll))
        st.error(f"{sentence(st.session_state[PROBLEM])} {showing}")
    return roll


def read_roll() -> None:
    """Take the roll from the field, or say what is wrong with it."""
    try:
        dice = read_dice(str(st.session_state[FIELD]))
        if not 1 <= len(dice) <= MOST:
            raise InputError("Type 1 to {most} dice.", most=MOST)
    except InputError as error:
        st.session_state[PROBLEM] = error
        return
    st.session_state[PROBLEM] = None
    address.remember("roll", name_of(dice))


def ranked(lesson: Lesson, roll: Dice) -> None:
    options = keeps(roll)
    finding = best_of(roll, options)
    left, right = st.columns([6, 5], gap="medium")
    with left:
        charts.show(rethrow_charts.keeps_figure(options), key="keeps", alt=finding)
    with right:
        head = (tr("Keep"), tr("Throw again"), tr("Average"), tr("Loss"))
        rows = [
            (
                high_first(option.keep),
                high_first(option.thrown),
                decimal(float(option.value)),
                lost(float(option.loss), MEAN),
            )
            for option in options
        ]
        st.html(table(tr("Every keep, best first"), head, rows))
    lesson.say(finding)
    position = Position(lesson.rules, kept_before(lesson.rules, len(roll)), roll)
    st.page_link(
        WHAT_IF,
        label=tr("Open this roll in What if"),
        icon=":material/fork_right:",
        query_params={"position": position.code},
    )


def best_of(roll: Dice, options: tuple[Keep, ...]) -> str:
    best = options[0]
    if len(options) == 1:
        return tr("With {roll} there is nothing to choose.", roll=high_first(roll))
    values = {
        "roll": high_first(roll),
        "keep": high_first(best.keep),
        "value": decimal(float(best.value)),
        "second": high_first(options[1].keep),
        "gap": amount(float(options[1].loss), MEAN),
    }
    if not best.thrown:
        return tr(
            "With {roll}, stop: {value} points are more than any throw is worth. The next best is keeping "
            "{second}, {gap} worse.",
            **values,
        )
    return tr(
        "With {roll}, keep {keep} and throw the rest again: that is worth {value} points. The next best is "
        "keeping {second}, {gap} worse.",
        **values,
    )


def limits(lesson: Lesson) -> None:
    lesson.header(tr("Limits of this lesson"))
    a, b = lesson.rules.required
    lesson.say(
        "\n".join(
            (
                tr(
                    "- It begins when both the {a} and the {b} are in. Before that, every die kept is one "
                    "die fewer to find them with, and a {high} can be too expensive to keep.",
                    a=a,
                    b=b,
                    high=mc.FACES,
                ),
                tr(
                    "- It plays for the highest average. Whoever needs a certain score to win may do better "
                    "with a bolder or a more careful keep."
                ),
                tr("- The dice are fair and do not influence each other."),
            )
        )
    )
    st.page_link(
        "pages/learn/safe_or_greedy.py",
        label=tr("What a target changes: Safe or greedy?"),
        icon=":material/balance:",
    )


the_lesson = opening()
worth(the_lesson)
thresholds(the_lesson)
several(the_lesson)
every_keep(the_lesson)
limits(the_lesson)
the_lesson.take_home()
