"""The 21 throws: why one die at a time gives the most tries, the formula for them, and four checks of it."""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
import streamlit as st
from numpy.typing import NDArray

import midnight_core as mc
from midnight_core.lessons_throws import (
    CHECKPOINTS,
    LEVEL,
    MILESTONES,
    PRINTED_AFTER_ROLL,
    PRINTED_WITH_DICE_LEFT,
    RunningShare,
    agrees,
    qualified_after,
    running_share,
)
from midnight_core.throws import dice_per_roll, most_throws, p_all, p_never, throws_after
from midnight_ui import address, charts, seed_picker, throws_charts, variant
from midnight_ui.dice_svg import dice_svg
from midnight_ui.lesson import Lesson
from midnight_ui.text import added, decimal, faces, ntr, percent, tr, whole

STRATEGY = mc.strategies.NAMED["throws-21"]
ALL_THROWS = most_throws(mc.DICE)
PLAYED = tuple(map(str, MILESTONES))

Chances = NDArray[np.float64]


def opening() -> Lesson:
    lesson = Lesson.opened("throws_21", tr("The 21 throws"))
    question(lesson)
    st.caption(
        tr(
            "The chances are the same in {variants}. A fair die shows each of its faces one time in six, "
            "and the formula only asks for two different faces; it does not matter which two. Only the "
            "points change.",
            variants=tr(" and ").join(variant.VARIANTS),
        )
    )
    return lesson


def question(lesson: Lesson) -> None:
    a, b = lesson.rules.required
    lesson.say(
        tr(
            "You score nothing without a {a} and a {b}. So suppose that only this counts: you keep a {a} or"
            " a {b} when it first comes, and otherwise one single die, as you must. **How often do you get "
            "both?**",
            a=a,
            b=b,
        )
    )
    lesson.say(
        tr(
            "The answer is **{chance}** of all turns, and no way of playing gets there more often. Here is "
            "where that number comes from. Then it is checked: by the solver, against printed tables, and "
            "with dice.",
            chance=percent(float(p_all(2, ALL_THROWS))),
        )
    )


def why_21(lesson: Lesson) -> None:
    lesson.header(tr("Why 21 throws?"))
    first = int(
        address.segments("first", tr("Dice you keep from the first roll"), tuple("123456"), str, default="3")
    )
    left, right = st.columns(2)
    with left:
        stairs(lesson, 1, tr("One die from every roll"))
    with right:
        stairs(
            lesson,
            first,
            ntr(
                "{count} die from the first roll, then one",
                "{count} dice from the first roll, then one",
                first,
            ),
        )
    st.caption(tr("Each square is one die thrown. A ring and a tick mark the dice that are kept."))
    cost_of_keeping(lesson, first)
    lesson.code("throws")


def cost_of_keeping(lesson: Lesson, first: int) -> None:
    lesson.say(
        tr(
            "Every die thrown is a try for the faces that you miss. Keeping one die leaves the most dice "
            "for the next roll, so {all} throws is the most that a turn can have.",
            all=ALL_THROWS,
        )
    )
    if first == 1:
        st.markdown(tr("Keep more dice from the first roll to see what that costs."))
        return
    few = sum(dice_per_roll(first))
    lesson.say(
        tr(
            "Keep {first} dice at once, and {lost} throws are lost. With the {few} that remain, the chance "
            "of both qualifiers is {less} instead of {best}.",
            first=first,
            lost=ALL_THROWS - few,
            few=few,
            less=percent(float(p_all(2, few))),
            best=percent(float(p_all(2, ALL_THROWS))),
        )
    )


def stairs(lesson: Lesson, first: int, title: str) -> None:
    rows = dice_per_roll(first)
    count = sum(rows)
    st.markdown(f"**{title}**")
    worked = sum_of(rows)
    st.html(
        throws_charts.staircase(rows, first, tr("Rows of dice, one for each roll: {sum} dice.", sum=worked))
    )
    lesson.say(tr("{sum} throws", sum=worked.replace(f"= {count}", f"= **{count}**")))


def sum_of(numbers: Iterable[int]) -> str:
    """Return numbers with their sum as text, such as ``3 + 2 + 1 = 6``; one number alone is its own sum."""
    terms = tuple(numbers)
    return f"{added(terms)} = {sum(terms)}" if len(terms) > 1 else str(sum(terms))


def formula(lesson: Lesson) -> int:
    lesson.header(tr("The formula, step by step"))
    lesson.say(
        tr(
            "It is easier to count what goes wrong. Throw some dice, and sort all that can happen by which "
            "of the two faces came. Then take away and add back, one step at a time."
        )
    )
    with st.container(horizontal=True, vertical_alignment="top"):
        throws = address.slider("throws", tr("Dice thrown"), 1, ALL_THROWS, mc.DICE)
        step = int(address.segments("formula", tr("Step"), tuple("1234"), str))
    left, right = st.columns([5, 6], gap="large")
    with left:
        for line, (words, term) in enumerate(steps(lesson.rules, throws), start=1):
            lesson.note(f"{words}\n\n$${term}$$")
            if line <= step:
                explained_step(words, term, is_too_low=line == 2 and 1 - 2 * p_never(1, throws) < 0)
    with right:
        parts_chart(lesson, throws, step)
    if step == 4:
        st.success(
            tr(
                "With {throws} dice thrown, both faces have come in {chance} of all turns.",
                throws=throws,
                chance=percent(float(p_all(2, throws)), 2),
            ),
            icon=":material/functions:",
        )
    lesson.given["throws"] = throws
    lesson.code("formula")
    return throws


def steps(rules: mc.Rules, throws: int) -> Iterable[tuple[str, str]]:
    """Return each step of the formula in words and as LaTeX."""
    a, b = rules.required
    text = (
        tr("**1.** Five faces of six are not a {a}. So {throws} throws without a {a}:", a=a, throws=throws),
        tr("**2.** To see no {b} is just as likely. Take both away from all turns:", b=b),
        tr("**3.** But the turns with neither were taken away twice. Four faces of six are neither:"),
        tr("**4.** So add them back once. What is left has both:"),
    )
    return zip(text, terms(throws, a), strict=True)


def explained_step(words: str, term: str, *, is_too_low: bool) -> None:
    st.markdown(words)
    st.latex(term)
    if is_too_low:
        st.markdown(tr("Less than nothing: this cannot be right yet."))


def terms(throws: int, face: int) -> tuple[str, ...]:
    """Return the formula's steps as LaTeX with their numbers."""
    miss, neither = float(p_never(1, throws)), float(p_never(2, throws))
    five, four = powers(throws)
    no_face, no_faces = tr("no {face}", face=face), tr("neither")
    return (
        rf"P(\text{{{no_face}}}) = {five} \approx {latex(miss)}",
        rf"1 - 2 \cdot {five} \approx {latex(1 - 2 * miss)}",
        rf"P(\text{{{no_faces}}}) = {four} \approx {latex(neither)}",
        rf"\begin{{array}}{{l}} P = 1 - 2 {five} + {four} \\[4pt] "
        rf"\phantom{{P}} \approx 1 - 2 \cdot {latex(miss)} + {latex(neither)} \\[4pt] "
        rf"\phantom{{P}} \approx \mathbf{{{latex(float(p_all(2, throws)))}}} \end{{array}}",
    )


def latex(number: float) -> str:
    """Return a number for LaTeX, where a bare comma would get a space after it."""
    return decimal(number, 4).replace(",", "{,}")


def parts_chart(lesson: Lesson, throws: int, step: int) -> None:
    a, b = lesson.rules.required
    miss, neither = p_never(1, throws), p_never(2, throws)
    alt = tr(
        "All turns of {throws} throws as one bar in four parts: both {both}, only the {a} {only}, only the "
        "{b} {only}, neither {neither}. The bars below show what each step counts; neither is in both “no "
        "{a}” and “no {b}”.",
        throws=throws,
        a=a,
        b=b,
        both=percent(float(p_all(2, throws)), 2),
        only=percent(float(miss - neither), 2),
        neither=percent(float(neither), 2),
    )
    charts.show(throws_charts.parts_figure(lesson.rules.required, throws, step), key="parts", alt=alt)


def curve(lesson: Lesson, throws: int) -> None:
    lesson.header(tr("How fast the chance grows"))
    ends = [percent(float(p_all(2, throws_after(rolls)))) for rolls in range(1, mc.DICE + 1)]
    alt = tr(
        "The chance of both faces rises steeply at first and then flattens: after rolls 1 to 6 it is "
        "{ends}. After {throws} throws it is {chance}.",
        ends=", ".join(ends),
        throws=throws,
        chance=percent(float(p_all(2, throws))),
    )
    charts.show(throws_charts.curve_figure(throws), key="curve", alt=alt)
    lesson.note(alt)
    lesson.say(
        tr(
            "The first roll throws six dice at once and already has both in {first} of all turns. The last "
            "roll throws one die and adds only {last} percentage points.",
            first=ends[0],
            last=decimal(100 * float(p_all(2, ALL_THROWS) - p_all(2, ALL_THROWS - 1)), 1),
        )
    )
    st.caption(tr("The ring is at your {throws} throws from the slider above.", throws=throws))


def position(lesson: Lesson) -> None:
    lesson.header(tr("In the middle of a turn"))
    lesson.say(
        tr(
            "The same counting works from any point on. With some dice left there are fewer throws; with "
            "one qualifier kept, only one face is still missing, and the formula is shorter."
        )
    )
    with st.container(horizontal=True, vertical_alignment="top"):
        left = address.slider("left", tr("Dice left"), 1, mc.DICE, 4)
        held = int(
            address.segments("held", tr("Qualifiers kept"), ("0",) if left == mc.DICE else ("0", "1"), str)
        )
    if left == mc.DICE:
        st.caption(tr("With all six dice left, nothing is kept yet."))
    turn = turn_with(lesson.rules, left, held)
    throws = most_throws(left)
    if turn.kept:
        st.html(
            dice_svg(turn.kept, size=36, ringed=range(held), label=tr("Kept: {dice}", dice=faces(turn.kept)))
        )
    shorter_formula(lesson, left, 2 - held)
    both_ways(lesson, turn, throws)
    same_for_any_dice(lesson)
    lesson.given |= {"left": left, "held": held}
    lesson.code("position")


def same_for_any_dice(lesson: Lesson) -> None:
    with st.expander(tr("Which dice you have kept does not matter here")):
        st.markdown(
            tr(
                "The picture shows sixes beside the qualifier, but any other dice give the same chance: "
                "only how many dice are left counts, and which required faces are missing. Whether the {a} "
                "or the {b} is in makes no difference either.",
                a=lesson.rules.required[0],
                b=lesson.rules.required[1],
            )
        )


def turn_with(rules: mc.Rules, left: int, held: int) -> mc.Turn:
    """Return a turn with so many dice left and qualifiers kept; the other kept dice are sixes."""
    return mc.Turn(rules, rules.required[:held] + (mc.FACES,) * (mc.DICE - left - held))


def shorter_formula(lesson: Lesson, left: int, missing: int) -> None:
    lesson.say(
        ntr(
            "With {count} die left there is {sum} throw to come.",
            "With {count} dice left there are up to {sum} throws to come.",
            left,
            sum=sum_of(range(left, 0, -1)),
        )
    )
    five, four = powers(most_throws(left))
    lesson.latex(f"P = 1 - 2 {five} + {four}" if missing == 2 else f"P = 1 - {five}")


def powers(throws: int) -> tuple[str, str]:
    """Return five and four sixths to the power of the throws, as LaTeX."""
    return rf"\left(\tfrac{{5}}{{6}}\right)^{{{throws}}}", rf"\left(\tfrac{{4}}{{6}}\right)^{{{throws}}}"


def both_ways(lesson: Lesson, turn: mc.Turn, throws: int) -> None:
    by_formula = p_all(len(turn.missing), throws)
    solved = mc.solve(turn.rules, mc.goals.qualify()).exact(turn)
    with st.container(horizontal=True):
        st.metric(tr("Formula"), percent(float(by_formula), 4), width="content")
        st.metric(tr("Exact solver"), percent(float(solved), 4), width="content")
    ways = 6**throws
    if by_formula == solved:
        lesson.say(
            tr(
                "Formula and solver are equal to the last digit: {good} of the {ways} equally likely ways in "
                "which {throws} throws can fall. The solver does not know the formula; it tries every keep "
                "of every roll.",
                good=whole(int(by_formula * ways)),
                ways=whole(ways),
                throws=throws,
            )
        )
    else:
        st.error(tr("The two differ. That would be a fault in this program."))


def tables(lesson: Lesson) -> None:
    lesson.header(tr("Printed tables, computed again"))
    lesson.say(
        tr(
            "An encyclopedia article on Midnight prints two tables of these chances. Here each number is "
            "computed twice, by the formula and by the solver, and rounded to compare."
        )
    )
    table_by_roll(lesson.rules)
    for column, held in zip(st.columns(2), PRINTED_WITH_DICE_LEFT, strict=True):
        with column:
            table_by_dice_left(lesson.rules, held)
    st.caption(
        tr(
            "Same means: the formula and the solver give the same fraction, and rounded to one decimal it "
            "is the printed number. In the first table, “solver” follows the 21-throw strategy roll by roll."
        )
    )
    lesson.code("tables")


def heading(first: str) -> tuple[str, ...]:
    return (first, tr("Throws"), tr("Formula"), tr("Solver"), tr("Printed"), tr("Same?"))


def table_by_roll(rules: mc.Rules) -> None:
    walked = qualified_after(rules, STRATEGY)
    rows = [
        table_row(roll, throws_after(roll), 2, solved, printed)
        for roll, (solved, printed) in enumerate(zip(walked, PRINTED_AFTER_ROLL, strict=True), start=1)
    ]
    st.html(throws_charts.table(tr("Both qualifiers in after each roll"), heading(tr("Roll")), rows))


def table_by_dice_left(rules: mc.Rules, held: int) -> None:
    solution = mc.solve(rules, mc.goals.qualify())
    captions = (tr("Best chance with no qualifier kept"), tr("Best chance with one qualifier kept"))
    rows = [
        table_row(left, most_throws(left), 2 - held, solution.exact(turn_with(rules, left, held)), printed)
        for left, printed in PRINTED_WITH_DICE_LEFT[held].items()
    ]
    st.html(throws_charts.table(captions[held], heading(tr("Dice left")), rows))


def table_row(label: int, throws: int, missing: int, solved: Fraction, printed: str) -> tuple[str, ...]:
    by_formula = p_all(missing, throws)
    is_same = by_formula == solved and agrees(solved, printed)
    return (
        str(label),
        str(throws),
        percent(float(by_formula), 3),
        percent(float(solved), 3),
        percent(float(printed) / 100),
        throws_charts.verdict(is_same),
    )


def simulation(lesson: Lesson) -> None:
    lesson.header(tr("Checked with dice"))
    lesson.say(
        tr(
            "A formula can hide a mistake. So let the computer play turn after turn by this strategy, throw "
            "every die, and count the turns that qualify."
        )
    )
    seed, played = dice_to_throw()
    run = up_to(simulated(lesson.rules.required, seed), played)
    exact = float(p_all(2, ALL_THROWS))
    finding = found(run, exact)
    charts.show(throws_charts.running_figure(run, exact), key="running", alt=finding)
    lesson.say(finding)
    st.caption(
        tr(
            "The band is a {level} confidence interval: it says where the true chance may lie, judged by "
            "the dice alone. About one seed in {odds} misses at any given number of turns, so a miss now and "
            "then is as it should be. The same seed always throws the same dice.",
            level=percent(LEVEL, 0),
            odds=round(1 / (1 - LEVEL)),
        )
    )
    lesson.given["seed"], lesson.given["turns"] = seed, played
    lesson.code("simulation")


def dice_to_throw() -> tuple[int, int]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        seed = seed_picker.pick()
        played = int(
            address.segments(
                "played", tr("Turns"), PLAYED, lambda turns: whole(int(turns)), default=PLAYED[-1]
            )
        )
    return seed, played


@st.cache_data(show_spinner=False, max_entries=200)
def simulated(required: tuple[int, ...], seed: int) -> RunningShare:
    return running_share(mc.Rules(required), STRATEGY, seed, CHECKPOINTS)


def up_to(run: RunningShare, turns: int) -> RunningShare:
    until = int(np.searchsorted(run.turns, turns)) + 1
    return RunningShare(run.turns[:until], run.qualified[:until], run.low[:until], run.high[:until])


def found(run: RunningShare, exact: float) -> str:
    low, high = float(run.low[-1]), float(run.high[-1])
    values = {
        "turns": whole(int(run.turns[-1])),
        "share": percent(float(run.share[-1]), 2),
        "low": percent(low, 2),
        "high": percent(high, 2),
        "exact": percent(exact, 2),
    }
    if low <= exact <= high:
        return tr(
            "After {turns} turns, {share} qualified. The interval from {low} to {high} covers the exact "
            "{exact}.",
            **values,
        )
    return tr(
        "After {turns} turns, {share} qualified. The interval from {low} to {high} misses the exact {exact}.",
        **values,
    )


def cost(lesson: Lesson) -> None:
    lesson.header(tr("What it does not do"))
    rules = lesson.rules
    ours = mc.evaluate(rules, STRATEGY)
    best = mc.evaluate(rules, mc.strategies.NAMED["perfect"])
    highest = mc.solve(rules, mc.goals.at_least(mc.MAX_SCORE)).distribution(mc.Turn(rules))
    lesson.say(
        tr(
            "The strategy wants to qualify and nothing else. Once both qualifiers are in, it goes on "
            "keeping one die at a time, the highest, and throws good dice again."
        )
    )
    score_chart(ours, best)
    head = (
        tr("Way of playing"),
        tr("Qualifies"),
        tr("Average score"),
        tr("Chance of {top}", top=mc.MAX_SCORE),
    )
    ways = {
        tr("21 throws"): ours,
        tr("Best average"): best,
        tr("Best chance of {top}", top=mc.MAX_SCORE): highest,
    }
    rows = [strategy_row(name, chances) for name, chances in ways.items()]
    st.html(throws_charts.table(tr("Three ways of playing, exactly"), head, rows))
    cost_explained(lesson, ours, best)


def score_chart(ours: Chances, best: Chances) -> None:
    named = [(tr("Best average"), best), (tr("21 throws"), ours)]
    alt = tr(
        "Final scores of two strategies that qualify equally often, {chance}: the 21 throws score {gap} "
        "points less on average and reach {top} in {ours} of turns, against {best}.",
        chance=percent(float(ours[1:].sum())),
        gap=decimal(mean(best) - mean(ours)),
        top=mc.MAX_SCORE,
        ours=percent(float(ours[-1])),
        best=percent(float(best[-1])),
    )
    charts.show(charts.distributions(named), key="cost", alt=alt)


def mean(chances: Chances) -> float:
    return float(chances @ np.arange(len(chances)))


def strategy_row(name: str, chances: Chances) -> tuple[str, ...]:
    return (
        name,
        percent(float(chances[1:].sum()), 2),
        decimal(mean(chances)),
        percent(float(chances[-1]), 2),
    )


def cost_explained(lesson: Lesson, ours: Chances, best: Chances) -> None:
    if np.isclose(ours[1:].sum(), best[1:].sum(), rtol=0, atol=1e-12):
        lesson.say(
            tr(
                "Playing for the best average qualifies **just as often**, and scores **{gap} points more** "
                "a turn. You give up no safety by keeping good dice at the right time. Going for {top} is "
                "another matter: it trades safety for the top score.",
                gap=decimal(mean(best) - mean(ours)),
                top=mc.MAX_SCORE,
            )
        )
    lesson.say(
        tr(
            "So the 21 throws are a way to see what can be reached, and the right plan when any score wins:"
            " when you play last and nobody else has qualified."
        )
    )
    lesson.code("cost")


def limits(lesson: Lesson) -> None:
    lesson.header(tr("What the formula takes for granted"))
    lesson.say(
        "\n".join(
            (
                tr("- The dice are fair and do not influence each other."),
                tr(
                    "- A missing face is kept whenever it comes, and otherwise exactly one die. Whoever "
                    "keeps more has fewer throws, and the formula must count those."
                ),
                tr("- It says whether you qualify, not how many points you get."),
                tr(
                    "- All throws are counted as if they were made. A turn that has both may end sooner; "
                    "that changes nothing."
                ),
            )
        )
    )


lesson = opening()
why_21(lesson)
chosen_throws = formula(lesson)
curve(lesson, chosen_throws)
position(lesson)
tables(lesson)
simulation(lesson)
cost(lesson)
limits(lesson)
lesson.take_home()
