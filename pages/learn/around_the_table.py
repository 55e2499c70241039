"""Around the table: what a seat is worth, when to stop, a pot that rolls over, what perfect play gains."""

from collections.abc import Mapping, Sequence

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
)
from midnight_core.rethrow import lowest_kept
from midnight_core.rounds import LEAST_PLAYERS, MOST_PLAYERS, Round
from midnight_ui import address, charts, rounds_charts, strategy_list
from midnight_ui.goal_picker import DEFAULT_TARGET
from midnight_ui.lesson import Lesson
from midnight_ui.rounds_words import (
    against_the_average,
    best_seat,
    decision,
    first_seat,
    hardest_and_easiest,
    how_many,
    how_often_not_won,
    more_than_one_border,
    tie_explained,
    tie_words,
    what_it_changes,
    why_that_seat,
    with_each_seat,
    with_more_players,
)
from midnight_ui.strategy_list import PERFECT, QUALIFY, Listed
from midnight_ui.text import decimal, percent, signed, tr
from midnight_ui.throws_charts import table

Shares = NDArray[np.float64]

TIES = ("rollover", "extra", "replay", "split", "earlier")
NUMBERS = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
FEW = "4"
LAST = "last"
"""The last seat in the address, whatever the number of players."""

LOWER = tuple("12345")
BEATS = tuple(map(str, TO_BEAT))


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
        tie = address.one_of("tie", tr("Tied for best"), tie_words(), TIES[0])
    st.caption(tie_explained(tie))
    lesson.note(tie_explained(tie))
    lesson.say(
        tr(
            "**Equity** is the share of the pot that you can expect: all of it when you win, nothing when "
            "you lose. All numbers here are exact, for players who each play their best for the pot."
        )
    )
    seat = seat_of(address.choice("seat", seat_names(players), LAST), players)
    numbers = leading(tie, seat)
    lesson.given = {
        "players": players,
        "tie": tie,
        "seat": seat,
        "lower": int(address.choice("lower", LOWER, "3")),
        "beat": int(address.choice("beat", BEATS, usual_score(lesson.rules))) if seat > 1 else 0,
        "leaders": int(address.choice("leaders", numbers, "1")) if numbers else 1,
        "others": address.choice("others", tuple(opponents()), PERFECT),
    }
    with st.spinner(tr("Solving the round …")):
        return lesson, mc.solve_round(lesson.rules, players, tie)


def seat_names(players: int) -> tuple[str, ...]:
    return (*map(str, range(1, players)), LAST)


def seat_of(name: str, players: int) -> int:
    return players if name == LAST else int(name)


def usual_score(rules: mc.Rules) -> str:
    """Return the score that the best average most often gives."""
    return str(mc.analysis.summary(strategy_list.listed(PERFECT).chances(rules)).mode)


def leading(tie: str, seat: int) -> tuple[str, ...]:
    """Return how many can have the score to beat, as far as it matters; none if it does not."""
    most = most_leaders(tie, seat - 1)
    return tuple(map(str, range(1, most + 1))) if most > 1 else ()


def opponents() -> dict[str, Listed]:
    """Return the strategies that the others can follow, without the one that is another one's double."""
    known = strategy_list.by_kind(DEFAULT_TARGET)
    return {kind: listed for kind, listed in known.items() if kind != QUALIFY}


# --------------------------------------------------------------------------------------------- what a seat is
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
    lesson.code("seats")


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
        beat = score_to_beat(lesson.rules) if seat > 1 else 0
    rows = {
        best: last_die(found, scores_before(seat - 1, best, leaders), lower)
        for best in (TO_BEAT if seat > 1 else TO_BEAT[:1])
    }
    said, *lines = decision(found, rows[beat], seat, lower, beat, leaders)
    charts.show(rounds_charts.stops_figure(rows, beat), key="stops", alt=" ".join((said, *lines)))
    lesson.say("\n".join((said, "", *(f"- {line}" for line in lines))))
    if seat > 1:
        st.caption(tr("The frame in the picture marks the score to beat that these lines are about."))
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
    lesson.code("stop")


def how_many_lead(found: Round, seat: int) -> int:
    numbers = leading(found.tie, seat)
    if not numbers:
        return 1
    return int(
        address.segments(
            "leaders",
            tr("How many have the score to beat"),
            numbers,
            lambda count: how_many(int(count), len(numbers), seat - 1),
        )
    )


def score_to_beat(rules: mc.Rules) -> int:
    labels = {beat: tr("Nobody has qualified yet") if beat == "0" else beat for beat in BEATS}
    return int(address.one_of("beat", tr("Score to beat"), labels, usual_score(rules)))


def borders(found: Round, lower: int, leaders: int) -> str:
    """Return the table of the lowest score to stop on, by score to beat and seat."""

    def choices(before: int, beat: int) -> Sequence[LastDie]:
        if beat and leaders > before:
            return ()
        return last_die(found, scores_before(before, beat, leaders), lower)

    rows = {beat: [choices(before, beat) for before in range(found.players)] for beat in TO_BEAT}
    caption = tr("The lowest score to stop on when the lower die shows {lower}", lower=lower)
    return rounds_charts.borders_table(caption, rows, is_kept=lower >= lowest_kept(1))


# ------------------------------------------------------------------------------------ every number of players
@st.cache_data(show_spinner=False, max_entries=20)
def for_all_numbers(required: tuple[int, ...], tie: str) -> tuple[list[Shares], list[float]]:
    """Return the equities and the chance that nobody wins, for 2 to 8 players."""
    found = [mc.solve_round(mc.Rules(required), players, tie) for players in NUMBERS]
    return [one.equity for one in found], [one.p_rollover for one in found]


def all_numbers(lesson: Lesson, tie: str) -> None:
    lesson.header(tr("From two to eight players"))
    with st.spinner(tr("Solving rounds for every number of players …")):
        equities, not_won = for_all_numbers(lesson.rules.required, tie)
    caption = tr("Every seat for {least} to {most} players", least=NUMBERS[0], most=NUMBERS[-1])
    st.html(rounds_charts.seats_table(caption, equities, tie, not_won))
    st.caption(
        tr(
            "Percentage points above (orange) or below (blue) an equal share; the columns are the seats in "
            "the order of play."
        )
    )
    lesson.say(with_more_players(equities))


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
        changed = effect(lesson.rules.required, players)
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
    lesson.say(what_it_changes(changed, once, worth))
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


# ------------------------------------------------------------------------------------ what perfect play gains
@st.cache_data(show_spinner=False, max_entries=100)
def all_gains(required: tuple[int, ...], players: int, tie: str) -> dict[str, Gains]:
    rules = mc.Rules(required)
    return {kind: gains(rules, players, tie, listed.strategy) for kind, listed in opponents().items()}


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
    lesson.say(
        tr(
            "“{double}” is left out: it makes every score exactly as often as “{best}”, so playing against "
            "it is the same.",
            double=strategy_list.listed(QUALIFY).label,
            best=known[PERFECT].label,
        )
    )
    seat_by_seat(lesson, found, known, share)
    lesson.code("gains")


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


def limits(lesson: Lesson, tie: str) -> None:
    lesson.header(tr("What this leaves out"))
    in_extra_turns = tr(
        "- In extra turns everybody plays perfectly, even those who followed a strategy until then."
    )
    lesson.say(
        "\n".join(
            (
                tr(
                    "- People are not perfect. The numbers of all sections but the last hold when everybody "
                    "plays the best for the pot, and knows that the others do."
                ),
                tr(
                    "- In the last section the perfect player knows which strategy the others follow. "
                    "Whoever guesses wrong may lose by it."
                ),
                *([in_extra_turns] if tie == "extra" else []),
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
# From here on it takes a while: what is above can be read meanwhile.
all_numbers(the_lesson, solved.tie)
rolled_over(the_lesson, solved.players)
perfect_play(the_lesson, solved.players, solved.tie)
limits(the_lesson, solved.tie)
the_lesson.take_home()
