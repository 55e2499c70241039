"""The race to 100: who wins from where, when to gamble, what that is worth, and more than two players."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
import streamlit as st

import midnight_core as mc
from midnight_core import InputError
from midnight_core.analysis import FloatArray
from midnight_core.dice import Dice
from midnight_core.gamecode import as_digits, read_dice
from midnight_core.lessons_race import (
    AVERAGE,
    BLOCK,
    NOTICED,
    Board,
    Gain,
    Weighing,
    alone,
    board,
    costliest_roll,
    even,
    gain,
    gains,
    weighing,
    winning,
)
from midnight_core.race import DEFAULT_TARGET, FINISHES, Progress, Race, solve_race
from midnight_core.rolls import all_rolls, checked_roll
from midnight_core.rounds import MOST_PLAYERS
from midnight_core.solver import Option
from midnight_ui import address, charts, race_charts, seed_picker
from midnight_ui.dice_svg import dice_svg
from midnight_ui.lab import LEVEL, WIDTH
from midnight_ui.lesson import Lesson
from midnight_ui.text import decimal, faces, ntr, percent, sentence, tr, whole
from midnight_ui.throws_charts import table
from midnight_ui.why import amount, lost

TARGETS = ("25", "50", "100", "150")
FIRST, SECOND = "first", "second"
FOUND = "found"
"""Stands in the address for the roll that the search found, which depends on the rules."""

FOUND_TO_GO = 20
"""How many points both players lack where the search found the costliest roll."""

GAMES = ("100", "200", "400")
PLAYERS = range(3, MOST_PLAYERS + 1)
SHOWN_KEEPS = 8
FAINT = 1 / 3
"""A gain this much smaller than another one hardly matters beside it."""

MUCH = 1.0
"""Points of average score that are much to give up."""

CHANCE = mc.goals.at_least(mc.MAX_SCORE)
"""Any goal that is a chance, to write gains in its unit."""

POINTS = mc.goals.mean_score()
TYPED, SHOWN = "race_typed", "race_shown"
ASKED = "race_games"
POSITION = "position"
"""The anchor of the place where the position is chosen."""


# --------------------------------------------------------------------------------------------- what is solved


def opening() -> tuple[Lesson, Race]:
    lesson = Lesson.opened("race", tr("The race"))
    lesson.say(
        tr(
            "Two players add up their scores, turn by turn. A turn for the best average is a good turn. But "
            "a race is not won by an average: it is won by being first. **When should you risk a miss, and "
            "when take less than you could?**"
        )
    )
    with st.container(horizontal=True, vertical_alignment="top"):
        target = int(address.segments("to", tr("Race to"), TARGETS, str, default=str(DEFAULT_TARGET)))
        finish = address.segments("finish", tr("How it ends"), FINISHES, finish_name)
    lesson.say(how_it_ends(target, finish))
    lesson.given |= {"target": target, "finish": finish}
    with progress(tr("Solving the race to {target} …", target=target)) as show:
        return lesson, solve_race(lesson.rules, target, finish, progress=show)


def finish_name(finish: str) -> str:
    names = {FINISHES[0]: tr("The round is completed"), FINISHES[1]: tr("First past the post")}
    return names[finish]


def how_it_ends(target: int, finish: str) -> str:
    if finish == FINISHES[0]:
        return tr(
            "When somebody has {target} points, the round is completed, and the higher total wins. If both "
            "are level, they have extra turns, one each, until one is ahead.",
            target=target,
        )
    return tr(
        "Whoever first has {target} points wins at once, even if the other has had one turn less.",
        target=target,
    )


@contextmanager
def progress(text: str) -> Iterator[Progress]:
    """Give what shows here how far some work is, and take it away in the end."""
    bar = st.empty()

    def show(done: float) -> None:
        bar.progress(min(done, 1.0), text=text)

    yield show
    bar.empty()


def step(of_what: str, number: int, steps: int) -> str:
    return tr("{work}, step {number} of {steps} …", work=of_what, number=number, steps=steps)


def averages(race: Race) -> tuple[Race, Race, Race]:
    """Return the race of two averages, and those in which the first or the second plays its best instead."""
    pairs = (AVERAGE, AVERAGE), alone(0), alone(1)
    work = tr("Solving the race to {target} against the best average", target=race.target)
    found = []
    for number, strategies in enumerate(pairs, 1):
        with progress(step(work, number, len(pairs))) as show:
            solved = solve_race(race.rules, race.target, race.finish, strategies=strategies, progress=show)
        found.append(solved)
    both, first, second = found
    return both, first, second


def weighings(race: Race) -> tuple[Weighing, Weighing]:
    work = tr("Weighing the turn at every pair of totals")
    found = []
    for seat in (0, 1):
        with progress(step(work, seat + 1, 2)) as show:
            found.append(weighing(race.rules, race.target, race.finish, seat, show))
    first, second = found
    return first, second


def gambles(race: Race, mover: int) -> Board:
    with progress(tr("Solving the turn at every pair of totals …")) as show:
        return board(race, mover, show)


# ---------------------------------------------------------------------------------------- who wins from where


def position(lesson: Lesson, race: Race) -> tuple[int, int, int]:
    """Draw the choice of a position, and return who moves and both totals, the mover's first."""
    search = race.target - FOUND_TO_GO
    with st.container(horizontal=True, vertical_alignment="top"):
        is_second = race.finish == FINISHES[0] and (
            address.segments("who", tr("Whose turn"), (FIRST, SECOND), who_name) == SECOND
        )
        most = race.target - 1 + mc.MAX_SCORE * is_second
        mine = address.number("mine", tr("Your points"), 0, race.target - 1, search)
        theirs = address.number("theirs", tr("Their points"), 0, most, search)
    mover = int(is_second)
    lesson.given |= {"mover": mover, "mine": mine, "theirs": theirs}
    return mover, mine, theirs


def who_name(who: str) -> str:
    return {FIRST: tr("You begin the round"), SECOND: tr("They have played, now you")}[who]


def totals_of(mover: int, mine: int, theirs: int) -> tuple[int, int]:
    """Return the totals as the core counts them, the first seat's first."""
    return (theirs, mine) if mover else (mine, theirs)


def who_wins(lesson: Lesson, race: Race) -> tuple[int, int, int]:
    lesson.header(tr("Who wins from where?"), anchor=POSITION)
    lesson.say(from_the_start(race))
    mover, mine, theirs = position(lesson, race)
    won = winning(race, mover)
    here = in_words(race, mover, mine, theirs, float(won[mine, theirs]))
    finding = even_chances(won, race)
    left, right = st.columns([3, 2], gap="large")
    with left:
        charts.show(race_charts.win_figure(won, mine, theirs), key="win", alt=f"{finding} {here}")
    with right:
        lesson.say(here)
        lesson.say(finding)
        lesson.say(
            tr(
                "The thick line is where both are as likely to win. The bright dot is your position. Point "
                "at any other place to read its chance."
            )
        )
        lesson.say(
            tr(
                "All this is for two players who both play their best from here on, which means: for "
                "winning, not for the average score."
            )
        )
    lesson.code("win")
    return mover, mine, theirs


def from_the_start(race: Race) -> str:
    first = float(race.win[0, 0])
    values = {"chance": percent(first), "other": percent(1 - first)}
    if first < 0.5:
        return tr(
            "From the start the player who begins wins **{chance}** of all races, and the other {other}. To "
            "begin is a disadvantage: whoever plays last in a round knows what is needed.",
            **values,
        )
    return tr(
        "From the start the player who begins wins **{chance}** of all races, and the other only {other}. To "
        "begin is an advantage: the other is always one turn behind.",
        **values,
    )


def in_words(race: Race, mover: int, mine: int, theirs: int, chance: float) -> str:
    values = {"mine": mine, "theirs": theirs, "chance": percent(chance, 2)}
    if theirs - mine > mc.MAX_SCORE and theirs >= race.target:
        return tr(
            "They are over the line with **{theirs}** points, and you have **{mine}**: more than one turn "
            "behind. You have lost.",
            **values,
        )
    if theirs >= race.target:
        return tr(
            "They are over the line with **{theirs}** points, and this is your last turn. You have "
            "**{mine}** and need {level} to draw level. You win **{chance}** of the time.",
            level=theirs - mine,
            **values,
        )
    if mover:
        return tr(
            "You are on **{mine}**. They are on **{theirs}**, this round included, and now it is your "
            "turn. You win **{chance}** of the time.",
            **values,
        )
    return tr(
        "You are on **{mine}**, they are on **{theirs}**, and it is your turn. You win **{chance}** of the "
        "time.",
        **values,
    )


def even_chances(won: FloatArray, race: Race) -> str:
    """Return how far ahead or behind one is with an even chance, half way."""
    half = race.target // 2
    behind = int(even(won)[half]) - half
    if behind >= 0:
        return ntr(
            "With {half} points you have at least an even chance as long as you are not more than {count} "
            "point behind.",
            "With {half} points you have at least an even chance as long as you are not more than {count} "
            "points behind.",
            behind,
            half=half,
        )
    return ntr(
        "With {half} points you need a lead of {count} point for an even chance.",
        "With {half} points you need a lead of {count} points for an even chance.",
        -behind,
        half=half,
    )


# --------------------------------------------------------------------------------------------- when to gamble


def when_to_gamble(lesson: Lesson, race: Race, mover: int, where: tuple[int, int]) -> None:
    lesson.header(tr("When to gamble"))
    seen = gambles(race, mover)
    finding = gamble_found(race, seen)
    lesson.say(finding)
    best = mc.solve(lesson.rules, POINTS).distribution(mc.Turn(lesson.rules))
    lesson.say(
        tr(
            "Here is how much average score the best turn for winning gives up on purpose, if that is more "
            "than {least} points. It does so for two reasons. It **gambles**: it qualifies less often, and "
            "scores more when it does. Or it **aims**: it qualifies as often as ever, and gives up high "
            "scores that it does not need, to be surer of those that it needs.",
            least=decimal(NOTICED, 1),
        )
    )
    left, right = st.columns([3, 2], gap="large")
    here = here_given_up(seen, *where, float(1 - best[0]))
    with left:
        charts.show(race_charts.gamble_figure(seen, *where), key="gamble", alt=f"{finding} {here}")
    with right:
        lesson.say(here)
        lesson.say(near_the_end(race, seen))
        lesson.say(no_safer(seen, float(1 - best[0])))
        st.markdown(
            tr(
                "Colours inside a solid line gamble, those inside a dotted line aim. Elsewhere the best "
                "average is good enough."
            )
        )
    lesson.say(
        tr(
            "A gamble looks at one turn. It says nothing about courage: at each place the map shows the one "
            "play that wins most often against somebody who plays as well."
        )
    )
    lesson.code("gamble")


def gamble_found(race: Race, seen: Board) -> str:
    behind, ahead = (percent(seen.share(where), 0) for where in (seen.behind > 0, seen.behind < 0))
    edge = seen.least_behind
    if race.finish == FINISHES[1]:
        return tr(
            "First past the post, it is not enough to know who is ahead: best play gambles in {behind} of "
            "the positions in which you are behind, and in {ahead} of those in which you are ahead. What "
            "decides is how many points you still need, and whether the other lets you have another turn.",
            behind=behind,
            ahead=ahead,
        )
    if edge > 0:
        return ntr(
            "**Gamble when you are behind**: best play does so in {behind} of these positions, but never "
            "when you are less than {count} point behind.",
            "**Gamble when you are behind**: best play does so in {behind} of these positions, but never "
            "when you are less than {count} points behind.",
            edge,
            behind=behind,
        )
    return ntr(
        "**Gamble when you are behind**: best play does so in {behind} of these positions, in {ahead} of "
        "those in which you are ahead, and never with a lead of more than {count} point.",
        "**Gamble when you are behind**: best play does so in {behind} of these positions, in {ahead} of "
        "those in which you are ahead, and never with a lead of more than {count} points.",
        -edge,
        behind=behind,
        ahead=ahead,
    )


def here_given_up(seen: Board, mine: int, theirs: int, best: float) -> str:
    given, risked = float(seen.given_up[mine, theirs]), float(seen.risked[mine, theirs])
    values = {"mine": mine, "theirs": theirs, "points": amount(given, POINTS)}
    if seen.gambles[mine, theirs]:
        return tr(
            "With you on **{mine}** and them on **{theirs}** you gamble: you give up **{points}** of average "
            "score, and qualify in {less} instead of {best}.",
            less=percent(best - risked),
            best=percent(best),
            **values,
        )
    if seen.aims[mine, theirs]:
        return tr(
            "With you on **{mine}** and them on **{theirs}** you aim: you give up **{points}** of average "
            "score, and still qualify in {best}, which is as often as can be.",
            best=percent(best),
            **values,
        )
    return tr(
        "With you on **{mine}** and them on **{theirs}** the best average is good enough: best play for "
        "winning gives up {points}.",
        **values,
    )


def near_the_end(race: Race, seen: Board) -> str:
    mine, theirs = seen.worst(seen.gambles)
    most = tr(
        "The most that is ever gambled away is {points}, with you on {mine} and them on {theirs}: there you "
        "qualify {chance} less often than you could.",
        points=amount(float(seen.given_up[mine, theirs]), POINTS),
        mine=mine,
        theirs=theirs,
        chance=amount(float(seen.risked[mine, theirs]), CHANCE),
    )
    last = race.target - 1
    stretches = seen.stretches(last, MUCH)
    if not stretches:
        return most
    stripes = tr(
        "With them on {last}, you gamble for more than {points} if you are on {list}. These stripes are "
        "about one good turn apart: in between, turns as usual are just what you need.",
        last=last,
        points=race_charts.points(MUCH),
        list=", ".join(span(*stretch) for stretch in stretches),
    )
    return f"{stripes} {most}"


def span(start: int, end: int) -> str:
    return str(start) if start == end else f"{start}–{end}"


def no_safer(seen: Board, best: float) -> str:
    mine, theirs = seen.worst(seen.aims)
    return tr(
        "Can you play safer than the best average? Not by qualifying more often: it qualifies in {best}, and "
        "nothing does better. Nowhere on the map is that chance exceeded. What you can do is aim; the most "
        "that this gives up is {points}, with you on {mine} and them on {theirs}.",
        best=percent(best, 2),
        points=amount(float(seen.given_up[mine, theirs]), POINTS),
        mine=mine,
        theirs=theirs,
    )


# ---------------------------------------------------------------------------------------------- a single keep


def one_keep(lesson: Lesson, race: Race, mover: int, mine: int, theirs: int) -> None:
    rules = lesson.rules
    lesson.header(tr("What one keep does"))
    goal = race.goal(totals_of(mover, mine, theirs), mover)
    lesson.say(
        tr(
            "The same roll, weighed twice: for the average score, and for winning from the position chosen "
            "above: {position}.",
            position=position_named(mover, mine, theirs),
        )
    )
    change = tr("Change the position")
    st.markdown(f"[{change}](#{POSITION})")
    costly, _ = costliest_roll(rules, goal)
    roll = typed_roll(rules)
    with st.container(horizontal=True):
        st.button(
            tr("Costliest roll in this position"),
            key="costliest",
            icon=":material/search:",
            on_click=address.remember,
            args=("dice", as_digits(costly)),
        )
        st.button(
            tr("The roll that the search found"),
            key="found",
            icon=":material/star:",
            on_click=go_to_found,
            args=(race,),
        )
    lesson.given["roll"] = as_digits(roll)
    options = mc.solve(rules, goal).options(mc.Turn(rules), roll)
    averages = {option.keep: option.value for option in mc.solve(rules, POINTS).options(mc.Turn(rules), roll)}
    finding = keep_found(roll, options, averages)
    st.html(dice_svg(roll, size=40))
    lesson.say(finding)
    if options[0].value > 0:
        keeps_side_by_side(options, averages, finding)
    if (mine, theirs, mover) == (race.target - FOUND_TO_GO,) * 2 + (0,) and roll == found_roll(rules):
        lesson.say(why_found(rules, race))
    lesson.code("keep")


def position_named(mover: int, mine: int, theirs: int) -> str:
    if mover:
        return tr(
            "**you are on {mine}, they are on {theirs}** and have had this round's turn",
            mine=mine,
            theirs=theirs,
        )
    return tr("**you are on {mine}, they are on {theirs}**, and you begin", mine=mine, theirs=theirs)


def keeps_side_by_side(options: Sequence[Option], averages: Mapping[Dice, float], finding: str) -> None:
    left, right = st.columns([3, 2], gap="large")
    with left:
        charts.show(race_charts.keeps_figure(options, averages), key="keeps", alt=finding)
    with right:
        st.html(keeps_table(options, averages))


def found_roll(rules: mc.Rules) -> Dice:
    """Return the first roll that costs a player of the best average most, found by search."""
    return tuple(sorted((*rules.required, rules.required[1], 5, 5, 5)))


def go_to_found(race: Race) -> None:
    to_go = str(race.target - FOUND_TO_GO)
    for name, value in (("who", FIRST), ("mine", to_go), ("theirs", to_go), ("dice", FOUND)):
        address.remember(name, value)


def why_found(rules: mc.Rules, race: Race) -> str:
    score = mc.score(rules, found_roll(rules))
    why = tr(
        "Why? Kept as it lies, the roll scores {score}, and {total} is {short} short of {target}. That is a "
        "fine average, and leaves the other a whole turn.",
        score=score,
        total=race.target - FOUND_TO_GO + score,
        short=FOUND_TO_GO - score,
        target=race.target,
    )
    if race.target != DEFAULT_TARGET or race.finish != FINISHES[0]:
        return why
    searched = tr(
        "A search through all {rolls} first rolls from all {pairs} pairs of totals found this one: no other "
        "costs the player who begins a round as much.",
        rolls=len(all_rolls(mc.DICE)),
        pairs=whole(race.target**2),
    )
    return f"{why} {searched}"


def typed_roll(rules: mc.Rules) -> Dice:
    """Draw the field for a roll and return the last one that could be read."""
    said = address.remembered("dice", is_roll, FOUND)
    roll = found_roll(rules) if said == FOUND else checked_roll(map(int, said))
    if TYPED not in st.session_state or st.session_state.get(SHOWN) != (said, rules):
        # Another roll than the one last typed: the address has changed, or the variant.
        st.session_state[TYPED] = faces(roll)
        st.session_state[SHOWN] = said, rules
    st.text_input(tr("Six dice"), key=TYPED, on_change=take_roll, args=(rules,), width=200)
    try:
        read_roll(st.session_state[TYPED])
    except InputError as error:
        showing = tr("Still showing {roll}.", roll=faces(roll))
        st.error(f"{sentence(error)} {showing}")
    return roll


def read_roll(text: str) -> Dice:
    dice = read_dice(text)
    if len(dice) != mc.DICE:
        raise InputError("Type {dice} dice.", dice=mc.DICE)
    return dice


def is_roll(text: str) -> bool:
    if text == FOUND:
        return True
    try:
        return as_digits(read_roll(text)) == text
    except InputError:
        return False


def take_roll(rules: mc.Rules) -> None:
    try:
        said = as_digits(read_roll(st.session_state[TYPED]))
    except InputError:
        return
    st.session_state[SHOWN] = said, rules
    address.remember("dice", said)


def keep_found(roll: Dice, options: Sequence[Option], averages: Mapping[Dice, float]) -> str:
    best, average = options[0], next(iter(averages))
    kept = next(option for option in options if option.keep == average)
    values = {
        "roll": faces(roll),
        "best": faces(best.keep),
        "chance": percent(best.value, 1),
        "average": decimal(averages[average]),
    }
    if not best.value:
        return tr("Whatever you keep of {roll}, you cannot win any more.", roll=faces(roll))
    if not kept.loss:
        return tr(
            "With {roll} both want the same: keep **{best}**, for an average score of {average} and "
            "a chance to win of {chance}.",
            **values | {"best": faces(average)},
        )
    return tr(
        "With {roll}, the best average, {average}, keeps **{kept}** and wins in {worse}. Best for winning is "
        "**{best}**, which wins in {chance} and averages {less} points less. Not looking at the totals costs "
        "**{cost}** here.",
        kept=faces(average),
        worse=percent(kept.value, 1),
        less=decimal(averages[average] - averages[best.keep]),
        cost=amount(kept.loss, CHANCE),
        **values,
    )


def keeps_table(options: Sequence[Option], averages: Mapping[Dice, float]) -> str:
    """Return the best keeps for winning as a table, with the one for the best average wherever it stands."""
    average = next(iter(averages))
    shown = [option for place, option in enumerate(options) if place < SHOWN_KEEPS or option.keep == average]
    head = (tr("Keep"), tr("Chance to win"), tr("Loss, percentage points"), tr("Average score"))
    rows = [
        (faces(option.keep), percent(option.value), lost(option.loss, CHANCE), decimal(averages[option.keep]))
        for option in shown
    ]
    return table(tr("Best keeps for winning"), head, rows)


# ---------------------------------------------------------------------------------- what the totals are worth


def worth_of_totals(lesson: Lesson, race: Race, mover: int) -> None:
    lesson.header(tr("What it is worth to look at the totals"))
    both, first, second = averages(race)
    chances = [float(one.win[0, 0]) for one in (both, first, second)]
    lesson.say(
        tr(
            "Somebody who always plays for the best average plays well, and never looks at the score sheet. "
            "Against such a player, looking at the totals is worth **{first}** to the one who begins, and "
            "**{second}** to the other: from {before} to {after}, and from {before_other} to {after_other}.",
            first=amount(chances[1] - chances[0], CHANCE),
            second=amount(chances[0] - chances[2], CHANCE),
            before=percent(chances[0]),
            after=percent(chances[1]),
            before_other=percent(1 - chances[0]),
            after_other=percent(1 - chances[2]),
        )
    )
    lines = worth_lines(race.rules, (both.win - second.win).T if mover else first.win - both.win)
    finding = worth_found(lines)
    charts.show(race_charts.worth_figure(lines), key="worth", alt=finding)
    lesson.say(finding)
    st.caption(
        tr("The lines are those of the one who plays second; all totals are those at the start of a round.")
        if mover
        else tr("The lines are those of the one who begins; all totals are those at the start of a round.")
    )
    st.html(strategies_table(race, both, first, second))
    lesson.say(
        tr(
            "These are exact chances, not games played. The one who looks scores less on average than the "
            "other; the gain comes from knowing when to gamble and when to aim."
        )
    )
    lesson.code("totals")


def worth_lines(rules: mc.Rules, gained: FloatArray) -> list[tuple[str, range, FloatArray]]:
    """Return the gain, by own total and the other's, for a player level, behind and ahead by one turn."""
    gap = round(mc.solve(rules, POINTS).value(mc.Turn(rules)))
    target = len(gained)
    level, apart = np.arange(target), np.arange(gap, target)
    return [
        (tr("level"), range(target), gained[level, level]),
        (tr("{gap} points behind", gap=gap), range(gap, target), gained[apart - gap, apart]),
        (tr("{gap} points ahead", gap=gap), range(gap, target), gained[apart, apart - gap]),
    ]


def worth_found(lines: Sequence[tuple[str, range, FloatArray]]) -> str:
    level, behind, ahead = (gained for _, _, gained in lines)
    at, apart = int(level.argmax()), max(float(behind.max()), float(ahead.max()))
    values = {"start": amount(float(level[0]), CHANCE), "most": amount(float(level[at]), CHANCE), "at": at}
    if apart < FAINT * level[at]:
        return tr(
            "Between players who are level, it is worth {start} at the start and up to {most}, with both on "
            "{at}. With one turn between them it is never worth more than {apart}: then the better dice "
            "decide.",
            apart=amount(apart, CHANCE),
            **values,
        )
    return tr(
        "Between players who are level, it is worth {start} at the start and up to {most}, with both on "
        "{at}. To one who is a turn behind it is worth up to {behind}, to one who is a turn ahead up to "
        "{ahead}.",
        behind=amount(float(behind.max()), CHANCE),
        ahead=amount(float(ahead.max()), CHANCE),
        **values,
    )


def strategies_table(race: Race, both: Race, first: Race, second: Race) -> str:
    best, average = tr("Best play"), tr("Best average")
    head = (tr("The one who begins"), tr("against {other}", other=best), tr("against {other}", other=average))
    rows = [
        (best, percent(float(race.win[0, 0]), 2), percent(float(first.win[0, 0]), 2)),
        (average, percent(float(second.win[0, 0]), 2), percent(float(both.win[0, 0]), 2)),
    ]
    return table(tr("Chance of the one who begins to win, from the start"), head, rows)


# ---------------------------------------------------------------------------------------------- more than two


def more_players(lesson: Lesson, race: Race) -> None:
    lesson.header(tr("More than two players"))
    seats = weighings(race)
    lesson.say(
        tr(
            "A race of three or more is **not solved** here: there are too many totals, and what is best for "
            "one depends on how all the others play. So the app approximates. It takes everybody, you "
            "included, to play on for the best average. Under that model every chance to win is exact, and "
            "it weighs this one turn by these chances. At your next turn it does so again."
        )
    )
    lesson.say(
        tr(
            "How good is that? With **two players** the truth is known. Against the best average, weighing "
            "turn by turn finds **{first}** of all that can be gained by the one who begins, and "
            "**{second}** by the other.",
            first=percent(seats[0].share),
            second=percent(seats[1].share),
        )
    )
    st.html(weighing_table(seats))
    from_games(lesson, race, seats)
    lesson.code("weighing")


def weighing_table(seats: Sequence[Weighing]) -> str:
    head = (
        tr("Two players, against the best average"),
        tr("Best average"),
        tr("Weighed"),
        tr("Best play"),
        tr("Share of the gain"),
    )
    names = (tr("The one who begins"), tr("The other"))
    rows = [
        (
            name,
            *(percent(chance, 2) for chance in (seat.average, seat.weighed, seat.best)),
            percent(seat.share),
        )
        for name, seat in zip(names, seats, strict=True)
    ]
    return table(tr("Chance to win from the start"), head, rows)


def from_games(lesson: Lesson, race: Race, seats: Sequence[Weighing]) -> None:
    lesson.say(
        tr(
            "With **3 to {most} players** nobody knows the best, but games show what weighing gains. One "
            "seat weighs, another one in each game, and the others play for the best average.",
            most=MOST_PLAYERS,
        )
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        games = int(address.segments("games", tr("Games for each number of players"), GAMES, str))
        seed = seed_picker.pick()
        wanted = race, games, seed
        if st.button(tr("Play the games"), key="play", type="primary", icon=":material/play_arrow:"):
            st.session_state[ASKED] = wanted
    lesson.given["seed"] = seed
    if st.session_state.get(ASKED) == wanted:
        shown_gains(lesson, played(race, games, seed), seats)


def played(race: Race, games: int, seed: int) -> dict[int, Gain]:
    """Play the games block by block, showing how far they are."""
    bar = st.progress(0.0)
    to_play = [(players, block) for players in PLAYERS for block in range(games // BLOCK)]
    for done, (players, block) in enumerate(to_play):
        bar.progress(done / len(to_play), text=tr("Playing with {players} players …", players=players))
        gains(race.rules, race.target, race.finish, players, seed, block)
    bar.empty()
    return {players: gain(race.rules, race.target, race.finish, players, seed, games) for players in PLAYERS}


def shown_gains(lesson: Lesson, found: dict[int, Gain], seats: Sequence[Weighing]) -> None:
    exact, best = (
        float(np.mean([getattr(seat, name) - seat.average for seat in seats])) for name in ("weighed", "best")
    )
    finding = gains_found(found)
    charts.show(race_charts.gains_figure(exact, best, found), key="gains", alt=finding)
    lesson.say(finding)
    head = (tr("Players"), tr("An equal share"), tr("Gain"), tr("Standard error"), tr("Games"))
    rows = [
        (
            str(players),
            percent(1 / players),
            decimal(100 * one.mean),
            decimal(100 * one.error),
            whole(one.games),
        )
        for players, one in found.items()
    ]
    st.html(table(tr("Gain from weighing, in percentage points"), head, rows))
    lesson.say(
        tr(
            "The games do not count who wins. At every weighed turn they add what it gains over the best "
            "average, and on average these gains sum to the gain of the whole way of playing. To see as "
            "much in wins would take about {least} to {most} times as many games.",
            least=whole(round(min(one.worth for one in found.values()))),
            most=whole(round(max(one.worth for one in found.values()))),
        )
    )


def gains_found(found: dict[int, Gain]) -> str:
    least, most = min(found), max(found)
    return tr(
        "With {least} players weighing gains {first}, give or take {first_reach}, on an equal share of "
        "{first_share}. With {most} it gains {last}, give or take {last_reach}, on {last_share}.",
        least=least,
        first=amount(found[least].mean, CHANCE),
        first_reach=decimal(100 * WIDTH * found[least].error, 1),
        first_share=percent(1 / least),
        most=most,
        last=amount(found[most].mean, CHANCE),
        last_reach=decimal(100 * WIDTH * found[most].error, 1),
        last_share=percent(1 / most),
    )


def limits(lesson: Lesson) -> None:
    lesson.header(tr("What this does not tell"))
    lesson.say(
        "\n".join(
            (
                tr(
                    "- How well people play. Against somebody who gambles too much or too little, another "
                    "play may win more often."
                ),
                tr(
                    "- The best play with three or more. That weighing gains something is measured, how much "
                    "more could be gained is not; and the others are taken to play for the best average."
                ),
                tr(
                    "- Anything about the pot. A race is won or lost; rounds for a pot have a lesson of "
                    "their own."
                ),
            )
        )
    )
    st.caption(
        tr(
            "Give or take means {level} of the time: {width} standard errors to either side.",
            level=percent(LEVEL, 0),
            width=decimal(WIDTH),
        )
    )


def page() -> None:
    lesson, race = opening()
    mover, mine, theirs = who_wins(lesson, race)
    when_to_gamble(lesson, race, mover, (mine, theirs))
    one_keep(lesson, race, mover, mine, theirs)
    worth_of_totals(lesson, race, mover)
    more_players(lesson, race)
    limits(lesson)
    lesson.take_home()


page()
