"""The simulation lab: turns with thrown dice by the million, and what they tell beside the exact values."""

from __future__ import annotations

import math
from collections.abc import Mapping
from time import sleep

import numpy as np
import streamlit as st

import midnight_core as mc
from midnight_core.analysis import FloatArray, summary
from midnight_core.gamecode import mask_of
from midnight_core.laboratory import Difference, Estimate, Fit, Throw, difference, fit, slow_motion
from midnight_core.rolls import IntArray
from midnight_core.throws import most_throws
from midnight_ui import address, charts, lab, lab_charts, seed_picker, strategy_list
from midnight_ui.dice_svg import dice_svg, qualifier_places
from midnight_ui.goal_picker import DEFAULT_TARGET
from midnight_ui.lesson import Lesson
from midnight_ui.strategy_list import Listed
from midnight_ui.text import decimal, faces, listed, ntr, percent, sentence, tr, whole

NOBODY = "nobody"
DEFAULTS = {"strategy": strategy_list.PERFECT, "against": "qualifiers-then-sixes"}
SLOW_TURNS = 9999
CODE_TURNS = 100_000
PAUSE = 0.04
"""Seconds after each step of a run, for the browser and for everybody else."""

PICTURES = lab.CHECKPOINTS[::3]
"""Where a run draws its pictures anew: a chart takes a browser longer than the turns take the server."""

RUN, ASKED = "lab_run", "lab_asked"
ODDS = round(1 / (1 - lab.LEVEL))
HARDLY_EVER = 0.001
"""P-values below this are not taken for chance."""

FINE = 0.01
"""Points within which an average is well known."""


# While a run goes on, Streamlit offers to stop the page itself, with a button of the same name.
NO_OTHER_STOP = "[data-testid=stStatusWidget] { display: none; }"


def opening() -> Lesson:
    st.html(f"<style>{NO_OTHER_STOP}</style>")
    lesson = Lesson.opened("simulation", tr("Simulation lab"))
    lesson.say(
        tr(
            "The solver counts every way in which the dice can fall, so it knows each average exactly. Dice "
            "know nothing of that. **How many turns must you throw before they agree with it?**"
        )
    )
    lesson.say(
        tr(
            "Here the computer throws every single die, up to {most} of them in a turn, and plays by a "
            "strategy that you choose.",
            most=most_throws(mc.DICE),
        )
    )
    return lesson


def strategies() -> dict[str, Listed]:
    """Return what can be chosen: every known strategy, and those of the reader's that the address names."""
    said = [st.query_params.get(name, "") for name in (*DEFAULTS, "own")]
    for key in dict.fromkeys(said):
        if (error := refused(key)) is not None:
            st.error(sentence(error))
    chosen = [address.remembered(name, is_playable, default) for name, default in DEFAULTS.items()]
    more = [strategy_list.listed(key) for key in (*chosen, *said) if is_playable(key) and key != NOBODY]
    return {each.key: each for each in (*strategy_list.known(DEFAULT_TARGET), *more)}


def refused(key: str) -> mc.InputError | None:
    """Return what is wrong with a strategy's name; nothing if there is none."""
    if key in ("", NOBODY):
        return None
    try:
        strategy_list.listed(key)
    except mc.InputError as error:
        return error
    return None


def is_playable(key: str) -> bool:
    return key != "" and refused(key) is None


def labels(offered: Mapping[str, Listed]) -> dict[str, str]:
    return {key: name_of(strategy) for key, strategy in offered.items()}


def name_of(strategy: Listed) -> str:
    """Return what a strategy is called; the reader's own with its code, since there may be several."""
    if strategy.recipe is None:
        return strategy.label
    return tr("{label} ({code})", label=strategy.label, code=strategy.key)


def dice_to_throw() -> tuple[int, int]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        turns = address.segments(
            "turns",
            tr("Turns"),
            tuple(map(str, lab.TURNS)),
            lambda turns: whole(int(turns)),
            default=str(lab.AT_ONCE),
        )
        seed = seed_picker.pick()
    return int(turns), seed


def buttons(experiment: lab.Experiment, run: lab.Run, turns: int) -> bool:
    """Draw what starts and stops a run, and return whether it is running."""
    wanted = experiment, turns
    is_running = run.turns < turns and st.session_state.get(ASKED) == wanted

    # Only these callbacks write what is asked for, and only a run's steps write the run: a step that ends at
    # the moment of a click takes nothing back.
    def ask(what: tuple[lab.Experiment, int] | None) -> None:
        st.session_state[ASKED] = what

    with st.container(horizontal=True):
        st.button(
            tr("Go on") if lab.AT_ONCE < run.turns < turns else tr("Run"),
            key="run",
            type="primary",
            icon=":material/play_arrow:",
            disabled=is_running or run.turns >= turns,
            on_click=ask,
            args=(wanted,),
        )
        st.button(
            tr("Stop"),
            key="stop",
            icon=":material/stop:",
            disabled=not is_running,
            on_click=ask,
            args=(None,),
        )
    return is_running


def progress(done: int, turns: int, *, is_running: bool) -> None:
    values = {"done": whole(done), "turns": whole(turns)}
    if done < turns and is_running:
        text = tr("{done} of {turns} turns, running", **values)
    elif done < turns:
        text = tr("{done} of {turns} turns are played. Press the button for the rest.", **values)
    elif turns < lab.TURNS[-1]:
        text = tr("All {turns} turns are played. Choose more turns, or other dice.", turns=values["turns"])
    else:
        text = tr("All {turns} turns are played.", turns=values["turns"])
    st.progress(done / turns, text=text)


def digits(width: float) -> int:
    """Return how many decimals a number deserves that is known within so much."""
    return min(max(1 - math.floor(math.log10(width)), 2), 5) if width else 4


def mean_found(found: Estimate, exact: float) -> str:
    reach = lab.WIDTH * found.error
    places = digits(reach)
    values = {
        "turns": whole(found.turns),
        "mean": decimal(found.mean, places),
        "reach": decimal(reach, places),
        "low": decimal(found.mean - reach, places),
        "high": decimal(found.mean + reach, places),
        "exact": decimal(exact, places),
    }
    if abs(found.mean - exact) <= reach:
        return tr(
            "After {turns} turns the average score is **{mean}**, give or take {reach}. The interval from "
            "{low} to {high} covers the exact {exact}.",
            **values,
        )
    return tr(
        "After {turns} turns the average score is **{mean}**, give or take {reach}. The interval from "
        "{low} to {high} misses the exact {exact}.",
        **values,
    )


def players(lesson: Lesson, offered: Mapping[str, Listed]) -> tuple[Listed, Listed | None]:
    lesson.header(tr("Let it play"))
    left, right = st.columns(2)
    with left:
        one = offered[address.one_of("strategy", tr("Strategy"), labels(offered), DEFAULTS["strategy"])]
        st.caption(one.says)
    with right:
        against = {NOBODY: tr("Nobody")} | labels(offered)
        other = offered.get(address.one_of("against", tr("On the same dice"), against, DEFAULTS["against"]))
        st.caption(tr("Plays along, for the comparison further down."))
    return one, other


def give(lesson: Lesson, run: lab.Run, one: Listed, other: Listed | None) -> None:
    """Put what the reader has chosen into the lesson's code."""
    lesson.given |= {
        "strategy": lab.source(one.key),
        "turns": min(run.turns, CODE_TURNS),
        "seed": run.experiment.seed,
    }
    if other is not None:
        lesson.given["other"] = lab.source(other.key)


def average(lesson: Lesson, run: lab.Run, turns: int, strategy: Listed) -> None:
    chances = strategy.chances(run.experiment.rules)
    exact, mean = summary(chances), lab.running_mean(run)
    finding = mean_found(mean.estimates[-1], exact.mean)
    figure = lab_charts.mean_figure(mean, chances, strategy.look, turns)
    charts.show(figure, key="running_mean", alt=finding)
    lesson.say(finding)
    lesson.say(
        tr(
            "The band narrows slowly: ten times narrower takes a hundred times as many turns. To know this "
            "average within {fine} points you need about {turns} turns. The exact value, {exact}, needs "
            "none.",
            fine=decimal(FINE),
            turns=whole(round(int((lab.WIDTH * exact.deviation / FINE) ** 2), -3)),
            exact=decimal(exact.mean, 6),
        )
    )
    st.caption(
        tr(
            "The band is a {level} confidence interval: it says where the true average may lie, judged by "
            "the dice alone. About one seed in {odds} misses at any given number of turns, so a miss now and "
            "then is as it should be. The same seed always throws the same dice.",
            level=percent(lab.LEVEL, 0),
            odds=ODDS,
        )
    )
    if run.turns > CODE_TURNS:
        lesson.say(
            tr("The code plays the first {turns} turns only, so that it is quick.", turns=whole(CODE_TURNS))
        )
    lesson.code("estimate")


def scores(lesson: Lesson, run: lab.Run, strategy: Listed) -> None:
    lesson.header(tr("Does every score come as often as it should?"))
    counts = run.scores[-1]
    chances = strategy.chances(run.experiment.rules)
    finding = scores_found(counts, chances)
    charts.show(lab_charts.scores_figure(counts, chances, strategy.look), key="scores", alt=finding)
    lesson.say(finding)
    tested = fit(counts, chances)
    lesson.say(fit_found(tested))
    lesson.say(fit_meaning(tested))
    st.caption(
        tr(
            "For each score, chi-square takes how far the count is from what is expected, squares it, and "
            "divides it by what is expected; then it adds them up. Scores that are too rare for that are "
            "counted together with their neighbours."
        )
    )
    st.download_button(
        tr("Counts as CSV"),
        data=lab.counts_csv(run),
        file_name=f"midnight-simulation-{run.experiment.seed}-{run.turns}.csv",
        mime="text/csv",
        icon=":material/download:",
        key="counts_csv",
        on_click="ignore",
    )
    lesson.code("fit")


def scores_found(counts: IntArray, chances: FloatArray) -> str:
    turns = int(counts.sum())
    possible = chances > 0
    strays = np.abs(counts / turns - chances)
    return tr(
        "Of {turns} turns, {missed} did not qualify; {exact} are expected. Of {scores} scores, {inside} lie "
        "within what luck allows; about {odds} in {of} should.",
        turns=whole(turns),
        missed=percent(float(counts[0]) / turns, 2),
        exact=percent(float(chances[0]), 2),
        scores=int(possible.sum()),
        inside=int((strays <= lab_charts.luck(chances, turns))[possible].sum()),
        odds=ODDS - 1,
        of=ODDS,
    )


def fit_found(tested: Fit) -> str:
    return ntr(
        "Taken together, chi-square is **{statistic}** with {count} degree of freedom. The p-value is "
        "**{p_value}**.",
        "Taken together, chi-square is **{statistic}** with {count} degrees of freedom. The p-value is "
        "**{p_value}**.",
        tested.freedom,
        statistic=decimal(tested.statistic),
        p_value=decimal(tested.p_value, 3)
        if tested.p_value >= HARDLY_EVER
        else tr("below {least}", least=decimal(HARDLY_EVER, 3)),
    )


def fit_meaning(tested: Fit) -> str:
    """Return what a p-value says, and what it does not say."""
    if not tested.freedom:
        return tr("With all turns in one place there is nothing to compare.")
    share = percent(tested.p_value, 1 if tested.p_value < 0.1 else 0)
    if tested.p_value >= 1 - lab.LEVEL:
        return tr(
            "If the exact chances are right, dice stray this far or farther in {share} of all runs. That is "
            "nothing unusual.",
            share=share,
        )
    if tested.p_value >= HARDLY_EVER:
        return tr(
            "If the exact chances are right, dice stray this far or farther in only {share} of all runs. But "
            "one run in {odds} looks as odd as {level} or less, by pure chance. Throw other dice before you "
            "doubt the theory.",
            share=share,
            odds=ODDS,
            level=percent(1 - lab.LEVEL, 0),
        )
    return tr(
        "If the exact chances are right, dice stray this far in less than one run in {runs}. Throw other "
        "dice: if that comes again, something is wrong.",
        runs=whole(round(1 / HARDLY_EVER)),
    )


def rivals(lesson: Lesson, run: lab.Run, one: Listed, other: Listed | None) -> None:
    lesson.header(tr("Two strategies, the same dice"))
    lesson.say(
        tr(
            "Which of two strategies is better? On dice of their own, one of them may just be lucky. So let "
            "both play the very same dice, roll by roll: most of the luck cancels, and the difference in "
            "play remains."
        )
    )
    if other is None:
        st.info(tr("Choose above who else plays on the same dice."))
        return
    chances = [each.chances(run.experiment.rules) for each in (one, other)]
    exact = summary(chances[0]).mean - summary(chances[1]).mean
    found = difference(run.counts[-1])
    finding = difference_found(found, one, other)
    charts.show(lab_charts.difference_figure(found, exact, one.look), key="difference", alt=finding)
    lesson.say(finding)
    if found.paired:
        lesson.say(exact_gap(found, exact))
        lesson.say(worth(found))
    with st.container(horizontal=True):
        for label, share in (
            (tr("Scored more"), found.better),
            (tr("The same"), found.same),
            (tr("Scored less"), found.worse),
        ):
            st.metric(label, percent(share), width="content")
    st.caption(
        tr(
            "Shares of the turns, counted from “{one}”. Separate dice are worked out from the same counts: "
            "without the common luck, the two spreads simply add up.",
            one=name_of(one),
        )
    )
    lesson.code("pairs")


def difference_found(found: Difference, one: Listed, other: Listed) -> str:
    names = {"one": name_of(one), "other": name_of(other), "turns": whole(found.turns)}
    if not found.paired:
        return tr(
            "In all {turns} turns, “{one}” and “{other}” ended exactly {gap} points apart. The same dice "
            "leave nothing to luck here.",
            gap=decimal(abs(found.mean), 0),
            **names,
        )
    narrow, wide = lab.WIDTH * found.error, lab.WIDTH * found.error_unpaired
    places = max(digits(narrow), 3)
    names |= {
        "gap": decimal(abs(found.mean), places),
        "narrow": decimal(narrow, places),
        "wide": decimal(wide, places),
    }
    if found.mean >= 0:
        return tr(
            "Over the same {turns} turns, “{one}” scored **{gap} points more** a turn than “{other}”: give "
            "or take {narrow} on the same dice, {wide} on separate dice.",
            **names,
        )
    return tr(
        "Over the same {turns} turns, “{one}” scored **{gap} points less** a turn than “{other}”: give or "
        "take {narrow} on the same dice, {wide} on separate dice.",
        **names,
    )


def exact_gap(found: Difference, exact: float) -> str:
    reach = lab.WIDTH * found.error
    value = decimal(exact, digits(reach) + 1)
    if abs(found.mean - exact) <= reach:
        return tr("The interval on the same dice covers the exact difference, {exact}.", exact=value)
    return tr(
        "The interval on the same dice misses the exact difference, {exact}, as one in {odds} does.",
        exact=value,
        odds=ODDS,
    )


def worth(found: Difference) -> str:
    times = found.narrowing
    if times <= 1:
        return tr("Here the same dice do not help: these two do well on different dice.")
    values = {"times": decimal(times, 1), "more": decimal(times**2, 1 if times < 3 else 0)}
    told, told_apart = (abs(found.mean) > lab.WIDTH * error for error in (found.error, found.error_unpaired))
    if told and not told_apart:
        return tr(
            "The same dice make the interval {times} times narrower; they are worth {more} times as many "
            "turns. Here that decides it: only on the same dice does the interval stay clear of zero.",
            **values,
        )
    if told:
        return tr(
            "The same dice make the interval {times} times narrower; they are worth {more} times as many "
            "turns. Both intervals stay clear of zero, so these turns tell which one is better.",
            **values,
        )
    return tr(
        "The same dice make the interval {times} times narrower; they are worth {more} times as many turns. "
        "It still reaches over zero: these turns do not tell which one is better.",
        **values,
    )


def slow(lesson: Lesson, run: lab.Run, strategy: Listed) -> None:
    lesson.header(tr("One turn, die by die"))
    lesson.say(
        tr(
            "These are the very turns that were counted above. Step through them, for instance on a "
            "projector, and let the class say what to keep before the strategy does."
        )
    )

    with st.container(horizontal=True, vertical_alignment="bottom"):
        number = address.number("turn_no", tr("Turn number"), 1, SLOW_TURNS, 1)
        throws = slow_motion(run.experiment.rules, strategy.strategy, run.experiment.seed, number - 1)
        last = 2 * len(throws)
        seen = int(address.choice("seen", tuple(map(str, range(1, last + 1))), "1"))
        slow_buttons(number, seen, last)
    slow_dice(number, seen, throws)
    slow_score(run, strategy, number, is_over=seen == last)
    lesson.code("slow")


def slow_buttons(number: int, seen: int, last: int) -> None:
    """Draw the buttons of a turn of which so many moves are seen: a roll, a keep, a roll, and so on."""

    def see(move: int) -> None:
        address.remember("seen", str(move))

    def next_turn() -> None:
        address.remember("turn_no", str(number % SLOW_TURNS + 1))
        see(1)

    st.button(
        tr("Back"),
        key="slow_back",
        icon=":material/arrow_back:",
        disabled=seen == 1,
        on_click=see,
        args=(seen - 1,),
    )
    st.button(
        tr("Next"),
        key="slow_next",
        type="primary",
        icon=":material/arrow_forward:",
        disabled=seen == last,
        on_click=see,
        args=(seen + 1,),
    )
    st.button(tr("Next turn"), key="slow_turn", icon=":material/skip_next:", on_click=next_turn)


def slow_dice(number: int, seen: int, throws: tuple[Throw, ...]) -> None:
    throw, is_kept = throws[(seen - 1) // 2], seen % 2 == 0
    turn = throw.after if is_kept else throw.turn
    st.subheader(tr("Turn {number}, roll {roll}", number=whole(number), roll=(seen + 1) // 2))
    thrown, kept = faces(throw.roll), faces(turn.kept)
    st.markdown(
        tr("Thrown: **{roll}**. The strategy keeps **{kept}**.", roll=thrown, kept=faces(throw.kept))
        if is_kept
        else tr("Thrown: **{roll}**. What would you keep?", roll=thrown)
    )
    mask = mask_of(throw.roll, throw.kept) if is_kept else 0
    rings = [place for place in range(len(throw.roll)) if mask >> place & 1]
    qualifiers = qualifier_places(turn.rules.required, turn.kept)
    above = dice_svg(throw.roll, ringed=rings, label=tr("Thrown: {dice}", dice=thrown))
    below = dice_svg(turn.kept, ringed=qualifiers, label=tr("Kept: {dice}", dice=kept)) if turn.kept else "–"
    caption = tr("Kept, the qualifiers ringed")
    st.html(
        f"<style>{SLOW_STYLE}</style><div class='slow'><div>{above}</div>"
        f"<p>{caption}</p><div>{below}</div></div>"
    )
    st.markdown(so_far(turn))


# Large enough for the back row of a class, small enough for six in a row on a phone.
SLOW_STYLE = """
.slow { --die: clamp(2.75rem, 12vw, 5.5rem) }
.slow div { min-height: calc(var(--die) + 4px) }
.slow img { height: var(--die); width: auto }
.slow p { margin: .5rem 0 .25rem }
"""


def so_far(turn: mc.Turn) -> str:
    """Return the points of a turn so far, and what is missing."""
    if turn.is_over:
        if turn.missing:
            return tr("Still without {faces}: the turn scores **0**.", faces=listed(turn.missing))
        return tr("Qualified: the turn scores **{score}**.", score=turn.score)
    if not turn.missing:
        return tr("Points so far: **{points}**. Both qualifiers are in.", points=turn.points)
    return tr(
        "Points so far: **{points}**. Still missing: **{faces}**.",
        points=turn.points,
        faces=listed(turn.missing),
    )


def slow_score(run: lab.Run, strategy: Listed, number: int, *, is_over: bool) -> None:
    counted = number if is_over else number - 1
    if not counted:
        return
    rows = mc.laboratory.rows(run.experiment.seed, 0, counted)
    ended = mc.laboratory.play(run.experiment.rules, strategy.strategy, rows)
    st.markdown(
        ntr(
            "The first turn scored **{mean}**. The exact average is {exact}.",
            "The first {count} turns scored **{mean}** on average. The exact average is {exact}.",
            counted,
            mean=decimal(float(ended.mean()), 2 if counted > 1 else 0),
            exact=decimal(summary(strategy.chances(run.experiment.rules)).mean),
        )
    )


def limits(lesson: Lesson) -> None:
    lesson.header(tr("What thrown dice cannot tell"))
    lesson.say(
        "\n".join(
            (
                tr(
                    "- They never prove a number. They leave an interval, and one in {odds} misses.",
                    odds=ODDS,
                ),
                tr(
                    "- An interval and a p-value are honest only if you choose the number of turns "
                    "beforehand. Stop a run when it looks best, and you have chosen the result yourself."
                ),
                tr(
                    "- A rule that is wrong in the program would be wrong in the dice and in the exact value "
                    "alike. So the tests of this project also compare both with published numbers."
                ),
            )
        )
    )


def page() -> None:
    lesson = opening()
    one, other = players(lesson, strategies())
    turns, seed = dice_to_throw()
    experiment = lab.Experiment(lesson.rules, one.strategy, other.strategy if other else None, seed)
    st.session_state[RUN] = run = lab.opened(st.session_state.get(RUN), experiment, turns)
    is_running = buttons(experiment, run, turns)
    progress(min(run.turns, turns), turns, is_running=is_running)
    shown = run.up_to(max(mark for mark in PICTURES if mark <= run.turns) if is_running else turns)
    give(lesson, shown, one, other)
    average(lesson, shown, turns, one)
    scores(lesson, shown, one)
    rivals(lesson, shown, one, other)
    slow(lesson, run, one)
    limits(lesson)
    lesson.take_home()
    if is_running:
        st.session_state[RUN] = run.played(turns)
        sleep(PAUSE)
        # A link followed meanwhile is forgotten when the page asks to run again; what draws lets it go first.
        st.empty()
        st.rerun()


page()
