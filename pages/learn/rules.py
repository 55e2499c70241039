"""The rules: the whole standard game and its variant, with worked examples to step through."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from midnight_core import (
    DICE,
    FACES,
    MAX_SCORE,
    MIDNIGHT,
    TWO_FOUR_24,
    Rules,
    Turn,
    analysis,
    evaluate,
    goals,
    rethrow,
    solve,
    strategies,
)
from midnight_core.claims import SOLID_TURN, SPARE_QUALIFIERS, TURN_MINUTES, race_turns, swapped
from midnight_core.dice import Dice
from midnight_core.gamecode import thrown_dice
from midnight_ui.dice_svg import dice_svg, qualifier_places
from midnight_ui.lesson import Lesson
from midnight_ui.navigation import MATCH
from midnight_ui.text import added, decimal, faces, ntr, percent, tr
from midnight_ui.variant import name
from midnight_ui.walkthrough import in_words, opening, total, walkthrough

# What the rule texts say and no computation gives.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
RACE_TARGET = 100
TYPICAL_SCORE, SOLID_SCORE = 18, 19
TYPICAL_TABLE, TYPICAL_MINUTES = 4, 15

THREE = 3
"""How many dice the rule texts take from the first roll, to show what that costs."""

LADDER_SEED = 24
"""Throws the dice of a picture in which only their number matters."""

LAST_ROLL = (6, 6, 5, 2)
"""Both texts' example of a turn that may be finished early."""

TEXT_WIDTH = 720


def pair(rules: Rules) -> dict[str, int]:
    first, second = rules.required
    return {"first": first, "second": second}


def captioned(drawn: str, words: str) -> str:
    """Return a drawing as HTML with words below, both HTML themselves."""
    return (
        f'<figure style="margin:0">{drawn}<figcaption style="padding-top:.3rem">{words}</figcaption></figure>'
    )


def scored(dice: Dice, rules: Rules, words: str) -> str:
    """Return finished dice as HTML with their score and the sum that makes it."""
    drawn = dice_svg(dice, size=40, ringed=qualifier_places(rules.required, dice))
    return captioned(drawn, f"<strong>{escape(total(rules, dice))}</strong><br>{escape(words)}")


def noted(lesson: Lesson, *turns: tuple[Dice, str]) -> None:
    """Put finished dice that the page draws into the notebook, with words for each."""
    lesson.note("\n".join(f"- {faces(dice)}: {total(lesson.rules, dice)}. {words}." for dice, words in turns))


def side_by_side(*figures: str, least: str = "17.5rem") -> None:
    """Draw figures beside each other as far as each keeps its least width, else below each other."""
    columns = f"repeat(auto-fit,minmax(min({least},100%),1fr))"
    drawn = "".join(figures)
    st.html(f'<div style="display:grid;grid-template-columns:{columns};gap:1.4rem 1rem">{drawn}</div>')


def in_one_minute(lesson: Lesson) -> None:
    with st.container(border=True):
        lesson.header(tr("In one minute"))
        steps = (
            tr(
                "Throw all {dice} dice. Set at least one aside and throw the others again, until all {dice} "
                "are set aside.",
                dice=DICE,
            ),
            tr("What is set aside stays there."),
            tr(
                "You need a **{first}** and a **{second}**. Without both, the turn is worth nothing.",
                **pair(lesson.rules),
            ),
            tr(
                "With both, the other {others} dice added up are your score, {best} at most.",
                others=DICE - len(lesson.rules.required),
                best=MAX_SCORE,
            ),
            tr(
                "Everybody takes one turn, and the highest score wins the round. If nobody scores, it is "
                "played again."
            ),
        )
        lesson.say("\n".join(f"{number}. {step}" for number, step in enumerate(steps, start=1)))
        st.html(
            scored(
                best_hand(lesson.rules),
                lesson.rules,
                tr("The best turn there is; the two that qualify are ringed"),
            )
        )


def best_hand(rules: Rules) -> Dice:
    return rules.required + (FACES,) * (DICE - len(rules.required))


def before_you_start(lesson: Lesson) -> None:
    lesson.header(tr("Before you start"))
    items = (
        tr("**Dice.** {dice} ordinary dice, and a table to throw them on.", dice=DICE),
        tr(
            "**Chips or paper.** Chips or matchsticks if you play for a pot; pen and paper if you would "
            "rather count points."
        ),
        tr(
            "**Players.** From {fewest} to {most}. One player throws at a time, and a turn is over in less "
            "than half a minute, so nobody waits for long, even at a full table.",
            fewest=FEWEST_PLAYERS,
            most=MOST_PLAYERS,
        ),
        tr(
            "**Who starts.** Everybody throws one die, and the highest starts; from there the turn passes "
            "clockwise. The rule texts leave open what happens when the highest die comes up twice. Here "
            "it is played so: those who are level throw again."
        ),
        tr(
            "**The goal.** End your turn with a {first} and a {second} among your {dice} dice, and with the "
            "other {others} as high as you can get them.",
            dice=DICE,
            others=DICE - len(lesson.rules.required),
            **pair(lesson.rules),
        ),
    )
    lesson.say("\n".join(f"- {item}" for item in items))


def a_turn(lesson: Lesson) -> None:
    lesson.header(tr("A turn, roll by roll"))
    lesson.say(
        tr(
            "Throw all {dice} dice, look at them, and choose which to keep. At least one has to be set "
            "aside; two, three or the whole roll are just as allowed. The others are thrown again, and "
            "again you choose. So it goes on until all {dice} dice lie in front of you, and the turn is "
            "over.",
            dice=DICE,
        )
    )
    lesson.say(
        tr(
            "**Dice that are kept are out of play for the rest of the turn.** A low die that you come to "
            "regret stays where it is, and a {high} counts the same whether it came in the first roll or in "
            "the last.",
            high=FACES,
        )
    )
    how_many_rolls(lesson)
    stopping_early(lesson)


def how_many_rolls(lesson: Lesson) -> None:
    lesson.subheader(tr("How many rolls there are"))
    slow, fast = range(DICE, 0, -1), (DICE, *range(DICE - THREE, 0, -1))
    lesson.say(
        tr(
            "Keep one die at a time and the turn has {rolls} rolls. Keep {three} from the first roll and at "
            "most {left} rolls are left. Every die that you keep is one die fewer to search with: one at a "
            "time, you throw a die {slow} times in the turn ({sum}); with {three} kept from the first roll "
            "it is {fast} times at most.",
            rolls=len(slow),
            three=THREE,
            left=len(fast) - 1,
            slow=sum(slow),
            sum=added(slow),
            fast=sum(fast),
        )
    )
    side_by_side(
        ladder(slow, tr("One die kept at a time")),
        ladder(fast, tr("{three} dice kept first, then one at a time", three=THREE)),
        least="9.9rem",
    )
    lesson.code("rolls")


def ladder(counts: Sequence[int], words: str) -> str:
    """Return the rolls of a turn as HTML, one row of thrown dice for each, with what they add up to."""
    rows = "".join(
        f'<div style="padding:2px 0">{dice_svg(thrown_dice(LADDER_SEED, roll, dice), size=24)}</div>'
        for roll, dice in enumerate(counts)
    )
    thrown = tr("{rolls} rolls, {dice} dice thrown", rolls=len(counts), dice=sum(counts))
    return captioned(rows, f"<strong>{escape(thrown)}</strong><br>{escape(words)}")


def stopping_early(lesson: Lesson) -> None:
    lesson.subheader(tr("Stopping early"))
    best, *others = solve(lesson.rules, goals.mean_score()).options(
        Turn(lesson.rules, lesson.rules.required), LAST_ROLL
    )
    stop = next(option for option in others if len(option.keep) == len(LAST_ROLL))
    again = tuple(face for face in LAST_ROLL if face not in best.keep)
    lesson.say(
        tr(
            "You may keep everything that is left and finish at once. Say that the {first} and the {second} "
            "are set aside and the last {count} dice show {roll}:",
            count=len(LAST_ROLL),
            roll=faces(LAST_ROLL),
            **pair(lesson.rules),
        )
    )
    finish, stopped = lesson.rules.required + LAST_ROLL, tr("What you have if you stop here")
    st.html(scored(finish, lesson.rules, stopped))
    noted(lesson, (finish, stopped))
    lesson.say(
        tr(
            "Stopping is worth {stop} points. Keeping **{keep}** and throwing the {again} once more is worth "
            "{mean} on average: better by {gap}. The rule texts call that slight, but it is more than the "
            "step from one score to the next. It is simply {die} − {again}: a die thrown again shows {die} "
            "on average.",
            stop=decimal(stop.mean_score, 0),
            keep=faces(sorted(best.keep, reverse=True)),
            again=faces(again),
            mean=decimal(best.mean_score, 1),
            gap=decimal(stop.loss, 1),
            die=decimal(mean_die(), 1),
        )
    )
    lesson.code("stop")


def mean_die() -> float:
    return (1 + FACES) / 2


def scoring(lesson: Lesson) -> None:
    lesson.header(tr("Scoring"))
    lesson.say(
        tr(
            "At the end of the turn your {dice} dice must include **one {first} and one {second}**. They "
            "may come in any order and in any roll. Put them to one side, since they give no points "
            "themselves, and add up the other {others}: that is your score for the round.",
            dice=DICE,
            others=DICE - len(lesson.rules.required),
            **pair(lesson.rules),
        )
    )
    lesson.say(
        tr(
            "With only one of the two the whole turn is worth nothing, even if everything else shows a "
            "{high}. Only one {first} and one {second} are used up; any more of them count as ordinary "
            "dice.",
            high=FACES,
            **pair(lesson.rules),
        )
    )
    finished_turns(lesson)
    good_scores(lesson)


def finished_turns(lesson: Lesson) -> None:
    lesson.subheader(tr("Four finished turns"))
    turns = (
        (swapped(lesson.rules, SOLID_TURN), tr("A solid turn")),
        (
            swapped(lesson.rules, SPARE_QUALIFIERS),
            tr("The spare {first} and {second} count", **pair(lesson.rules)),
        ),
        (best_hand(lesson.rules), tr("The best that there is")),
        (
            (lesson.rules.required[1],) + (FACES,) * (DICE - 1),
            tr("The {first} is missing", first=lesson.rules.required[0]),
        ),
    )
    side_by_side(*(scored(dice, lesson.rules, words) for dice, words in turns))
    noted(lesson, *turns)
    lesson.code("score")


def good_scores(lesson: Lesson) -> None:
    lesson.subheader(tr("What is a good score?"))
    slow, best = (
        analysis.summary(evaluate(lesson.rules, strategies.NAMED[way]))
        for way in ("one-at-a-time", "perfect")
    )
    lesson.say(
        tr(
            "The rule texts put a turn that qualifies at around {typical} points. That fits a player who "
            "always keeps one die at a time: {slow} on average when the turn qualifies. Played as well as "
            "possible, {chance} of all turns qualify, and those average {mean}.",
            typical=TYPICAL_SCORE,
            slow=decimal(slow.mean_if_qualified or 0),
            chance=percent(best.p_qualify),
            mean=decimal(best.mean_if_qualified or 0),
        )
    )
    lesson.say(
        tr(
            "Count the turns that miss as 0, and even the best play averages {mean}. So {solid} is a solid "
            "round, more than the average turn, but nothing rare: the best play gets that far in {reached} "
            "of all turns. The full {top} comes up in {share}, a couple of turns in a hundred.",
            mean=decimal(best.mean),
            solid=SOLID_SCORE,
            reached=percent(best.p_at_least(SOLID_SCORE)),
            top=MAX_SCORE,
            share=percent(best.p_best),
        )
    )
    lesson.code("good")


def worked_examples(lesson: Lesson) -> None:
    lesson.header(tr("One opening roll, played twice"))
    st.markdown(
        tr(
            "Here is the first roll of a turn. A careful and a greedy player each make something else of "
            "it: step through both. The chances and averages are exact, and hold when the rest of the turn "
            "is played for the highest average."
        )
    )
    st.html(dice_svg(opening(lesson.rules), size=44))
    walkthrough(lesson.rules)
    lesson.note(in_words(lesson.rules))
    lesson.code("example")


def what_a_die_is_worth(lesson: Lesson) -> None:
    lesson.header(tr("What a die is worth"))
    lesson.say(
        tr(
            "A die thrown again shows {mean} on average, which is why the rule texts keep a {good} or a "
            "{high}. Thrown together with others it is worth more, because you keep the best of them.",
            mean=decimal(mean_die(), 1),
            good=FACES - 1,
            high=FACES,
        )
    )
    lesson.say(
        ntr(
            "So once both are in, keep a {high}, and as a rule a {good} only when it would be the one die "
            "thrown again. A {low} or a {middling} usually deserves another throw for as long as rolls are "
            "left.",
            "So once both are in, keep a {high}, and as a rule a {good} when at most {count} dice would be "
            "thrown again, this one included. A {low} or a {middling} usually deserves another throw for as "
            "long as rolls are left.",
            most_thrown(FACES - 1),
            good=FACES - 1,
            high=FACES,
            low=FACES // 2 - 1,
            middling=FACES // 2,
        )
    )
    lesson.say(
        tr(
            "A single die finds the one number that it needs once in {faces} throws, {chance}. Whoever "
            "leaves a missing number to the last die bets the whole turn on that.",
            faces=FACES,
            chance=percent(1 / FACES),
        )
    )
    st.page_link("pages/learn/one_die.py", label=tr("One die, many dice"), icon=":material/trending_up:")
    lesson.code("die")


def most_thrown(face: int) -> int:
    """Return how many dice may be thrown, this one included, for a face to be worth keeping."""
    return max(count for count in range(1, rethrow.MOST) if rethrow.lowest_kept(count) <= face)


def winning_the_round(lesson: Lesson) -> None:
    lesson.header(tr("Who wins the round"))
    lesson.say(
        tr(
            "When everybody has had a turn, the totals are compared and the highest wins. If nobody managed "
            "both a {first} and a {second}, the round counts for nobody and is played again.",
            **pair(lesson.rules),
        )
    )
    level_at_the_top(lesson)


def level_at_the_top(lesson: Lesson) -> None:
    lesson.subheader(tr("Tied for best"))
    lesson.say(
        tr(
            "When two or more finish level at the top, there are two ways to settle it. Agree on one before "
            "you start."
        )
    )
    lesson.say(
        "- "
        + tr("**One extra turn each** for those who are level, and the higher one wins.")
        + "\n- "
        + tr("**The whole table again**: everybody plays the round once more.")
    )
    lesson.say(
        tr(
            "The rule texts leave open what follows when the extra turns end level as well, and who starts "
            "the next round. Here it is played so: those who are still level take another turn, all of them "
            "if all of them miss, and whoever began the match begins every round."
        )
    )


def playing_on(lesson: Lesson) -> None:
    lesson.header(tr("One round or many"))
    lesson.say(
        tr(
            "How long you go on is up to you. Some play round by round for a pot, others write the scores "
            "down and play to {target}.",
            target=RACE_TARGET,
        )
    )
    the_pot(lesson)
    the_race(lesson)
    st.page_link(MATCH, label=tr("Play a match"), icon=":material/groups:")
    lesson.subheader(tr("What to play for"))
    lesson.say(
        tr(
            "Midnight has spent most of its life in bars, pubs and cabins, where the loser buys the next "
            "round. At home a pile of chips or a box of matchsticks does just as well. With children at the "
            "table, play for chips and never for coins."
        )
    )


def the_pot(lesson: Lesson) -> None:
    lesson.subheader(tr("For a pot"))
    lesson.say(
        tr(
            "Everybody pays the same stake into the pot before the round. Then each player takes one turn, "
            "and the best total takes the whole pot."
        )
    )
    lesson.say(
        tr(
            "If nobody gets both a {first} and a {second}, or if two or more finish level at the top, **the "
            "pot rolls over**: nobody takes anything out, everybody pays in again, and the next round is "
            "for the old stakes and the new. With {players} players and one chip each, that is {pot} chips "
            "instead of {ante}, twice as much.",
            players=TYPICAL_TABLE,
            ante=TYPICAL_TABLE,
            pot=TYPICAL_TABLE + TYPICAL_TABLE,
            **pair(lesson.rules),
        )
    )
    lesson.say(
        tr(
            "The rule texts leave open which answer to a tie goes first, the extra turn or the rollover, and "
            "what becomes of a pot that nobody wins in the last round. Here you agree before the start: the "
            "pot rolls over, or the tie is settled for the same pot, and then nobody pays again. A last pot "
            "that rolls over goes back to everybody in equal parts."
        )
    )


def the_race(lesson: Lesson) -> None:
    lesson.subheader(tr("To {target} points", target=RACE_TARGET))
    turns = race_turns(lesson.rules, strategies.NAMED["perfect"])
    lesson.say(
        tr(
            "Write down what everybody scores, round after round, and add it up until somebody has {target}. "
            "The rule texts say that {players} players usually need about {minutes} minutes.",
            target=RACE_TARGET,
            players=TYPICAL_TABLE,
            minutes=TYPICAL_MINUTES,
        )
    )
    lesson.say(
        tr(
            "Played for the best average, it takes {turns} turns. At half a minute each, as the texts have "
            "it, that is only {minutes} minutes.",
            turns=decimal(turns, 1),
            minutes=decimal(float(TURN_MINUTES) * turns, 1),
        )
    )
    lesson.say(
        tr(
            "They leave open what happens when two get there in the same round. Here it is played so: the "
            "round is played to its end, so that all have had as many turns; then the highest sum wins, and "
            "if that is level, those who are level have extra turns, which only settle who is ahead. Or "
            "agree on first past the post: the first to get there wins at once."
        )
    )
    lesson.code("race")


def names_and_variant(lesson: Lesson) -> None:
    standard, changed = name(MIDNIGHT), name(TWO_FOUR_24)
    lesson.header(tr("Its other name, and a variant"))
    lesson.say(
        tr(
            "The game is also called **{name}**: the {first} and the {second} that you need, and the {best} "
            "that is the most you can score with them.",
            name=standard,
            best=MAX_SCORE,
            **pair(MIDNIGHT),
        )
    )
    usual, other = (solve(rules, goals.mean_score()).value(Turn(rules)) for rules in (MIDNIGHT, TWO_FOUR_24))
    lesson.say(
        tr(
            "In **{variant}** the two are a {first} and a {second}; everything else stays the same. It "
            "hardly changes what a turn is worth: played as well as possible, a turn averages {usual} "
            "points in {standard} and {other} in {variant}.",
            variant=changed,
            standard=standard,
            usual=decimal(usual, 4),
            other=decimal(other, 4),
            **pair(TWO_FOUR_24),
        )
    )
    st.markdown(tr("The switch at the top of this page turns all its numbers and dice to the other game."))
    side_by_side(
        *(scored(best_hand(rules), rules, name(rules)) for rules in (MIDNIGHT, TWO_FOUR_24)),
    )
    lesson.code("variant")


with st.container(width=TEXT_WIDTH):
    lesson = Lesson.opened("rules", tr("The rules of Midnight"))
    lesson.say(
        tr(
            "{dice} dice, two that you must have and {others} dice that count: find a {first} and a "
            "{second}, and make the rest as high as you can.",
            dice=DICE,
            others=DICE - len(lesson.rules.required),
            **pair(lesson.rules),
        )
    )
    in_one_minute(lesson)
    before_you_start(lesson)
    a_turn(lesson)
    scoring(lesson)
    worked_examples(lesson)
    what_a_die_is_worth(lesson)
    winning_the_round(lesson)
    playing_on(lesson)
    names_and_variant(lesson)
    lesson.take_home()
