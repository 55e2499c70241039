"""What each claim says, in our own words, and why it gets its verdict: every number in them is computed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

import midnight_core as mc
from midnight_core.claims import (
    CAREFUL,
    ENCYCLOPEDIA_POINTS,
    EXAMPLE_ROLLS,
    FEW_DICE,
    FRESH_ROLLS,
    GREEDY,
    HIGH_DICE,
    HOT_DICE,
    KEPT_AT_ONCE,
    LOW_DICE,
    ONES_APART,
    RACE_MINUTES,
    RACE_PLAYERS,
    RACE_TARGET,
    SINGLE,
    SOLID_TURN,
    SPARE_QUALIFIERS,
    STRAIGHT,
    THREE_ALIKE,
    THREE_PAIRS,
    TURN_MINUTES,
    By,
    Check,
    Claim,
    Measure,
    Number,
    Said,
    Source,
    Topic,
    Verdict,
    mean_rolls,
    most_points,
    moves,
    no_points,
    race_turns,
    swapped,
    thrown_again,
)
from midnight_core.dice import DICE, FACES, Dice
from midnight_core.rolls import all_rolls
from midnight_core.throws import dice_per_roll, most_throws, p_all
from midnight_ui.strategy_list import listed as strategy
from midnight_ui.text import added, decimal, faces, listed, ntr, percent, tr, whole
from midnight_ui.walkthrough import sum_of_points

PLAYERS = (2, 8)
OPENING, OTHER_OPENINGS, NEARLY_THERE, AT_STAKE = 1000, (350, 500), 4000, 1500
GAME_MINUTES = 30
"""Numbers of claims that stay open: what the texts say and no computation gives."""


@dataclass(frozen=True)
class Words:
    """A claim in words.

    Attributes
    ----------
    says : str
        What is claimed, as a sentence.
    why : str
        Why its verdict is what it is, in sentences.
    number : str
        What is computed, to go before "is"; empty if nothing is.
    """

    says: str
    why: str
    number: str = ""


@dataclass(frozen=True)
class Look:
    """How a verdict is shown, told apart by words and shape as well as by colour.

    Attributes
    ----------
    icon : str
        A Material icon.
    badge : str
        Streamlit's name of a colour.
    marker : str
        Plotly's name of a marker.
    """

    icon: str
    badge: str
    marker: str


LOOKS = {
    Verdict.TRUE: Look(":material/check_circle:", "green", "circle"),
    Verdict.ROUNDED: Look(":material/target:", "green", "circle-open-dot"),
    Verdict.ROUGHLY: Look(":material/airwave:", "blue", "diamond-open"),
    Verdict.SOMETIMES: Look(":material/alt_route:", "orange", "triangle-up"),
    Verdict.WRONG: Look(":material/cancel:", "red", "x-thin"),
    Verdict.OPEN: Look(":material/help:", "gray", "square-open"),
}


def verdict_name(verdict: Verdict) -> str:
    """Return a verdict in words."""
    return {
        Verdict.TRUE: tr("True"),
        Verdict.ROUNDED: tr("True when rounded"),
        Verdict.ROUGHLY: tr("Roughly true"),
        Verdict.SOMETIMES: tr("Only in some cases"),
        Verdict.WRONG: tr("Wrong"),
        Verdict.OPEN: tr("Open"),
    }[verdict]


def source_name(source: Source) -> str:
    """Return what a text is called."""
    return {
        Source.RULES: tr("Rules of Midnight"),
        Source.ENCYCLOPEDIA: tr("Encyclopedia"),
        Source.TEN_THOUSAND: tr("Rules of 10 000"),
    }[source]


def topic_name(topic: Topic) -> str:
    """Return what a group of claims is about."""
    return {
        Topic.SCORES: tr("What dice score"),
        Topic.THROWS: tr("Rolls and throws"),
        Topic.CHANCES: tr("The chance to qualify"),
        Topic.POINTS: tr("What a turn and a die are worth"),
        Topic.LINES: tr("The careful and the greedy player"),
        Topic.TABLE: tr("At the table"),
        Topic.TEN_THOUSAND: tr("The other game, 10 000"),
    }[topic]


# --------------------------------------------------------------------------------------------------- numbers

LONGEST_FRACTION = 24
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_POWERS = [most_throws(dice) for dice in range(1, DICE + 1)]
"""What a chance with so many dice left is counted in: parts of six to this power."""


def stated(claim: Claim, number: Number) -> str:
    """Return a number of a claim with as few decimals as a text would give it."""
    if claim.measure is Measure.CHANCE:
        return percent(float(number), _digits(100 * number))
    if isinstance(number, Fraction) and number.denominator == 1:
        return whole(int(number))
    most = 1 if claim.measure in {Measure.MINUTES, Measure.SECONDS} else 3
    return decimal(float(number), _digits(number, most))


def _digits(number: Number, most: int = 3) -> int:
    return next((digits for digits in range(most) if abs(number - round(float(number), digits)) < 1e-9), most)


def with_unit(claim: Claim, number: Number) -> str:
    """Return a number of a claim with what it counts."""
    shown = stated(claim, number)
    points = tr("{number} points", number=shown)
    return {
        Measure.CHANCE: shown,
        Measure.COUNT: shown,
        Measure.ROLLS: tr("{number} of {rolls} rolls", number=shown, rolls=FRESH_ROLLS),
        Measure.POINTS: points,
        Measure.GAIN: points,
        Measure.LOSS: points,
        Measure.MINUTES: tr("{number} minutes", number=shown),
        Measure.SECONDS: tr("{number} seconds", number=shown),
    }[claim.measure]


def difference(claim: Claim, number: Number) -> str:
    """Return by how much two numbers of a claim differ."""
    if claim.measure is Measure.CHANCE:
        points = 100 * number
        return ntr(
            "{number} percentage point",
            "{number} percentage points",
            1 if points == 1 else 2,
            number=decimal(float(points), _digits(points)),
        )
    return with_unit(claim, number)


def range_said(claim: Claim, said: Said) -> str:
    """Return what a text says of a number, which may be a bound."""
    if said.low == said.high:
        return stated(claim, said.low)
    if said.high == np.inf:
        return tr("at least {number}", number=stated(claim, said.low))
    return tr("at most {number}", number=stated(claim, said.high))


def fraction(number: Number) -> str:
    """Return an exact number as a fraction, over a power of six where it is one.

    Empty if the fraction is too long, or if the number with its few decimals is exact itself.
    """
    if not isinstance(number, Fraction) or 1000 % number.denominator == 0:
        return ""
    text = f"{number.numerator}/{number.denominator}"
    power = next((power for power in _POWERS if FACES**power % number.denominator == 0), 0)
    if power > _POWERS[1]:
        text = f"{number * FACES**power}/{FACES}{str(power).translate(_RAISED)}"
    return text if len(text) <= LONGEST_FRACTION else ""


def case_name(claim: Claim, check: Check) -> str:
    """Return which case of its claim a check is."""
    case = check.case
    if isinstance(case, str):
        return strategy(case).label
    if isinstance(case, int):
        return {
            By.ROLL: tr("Roll {number}", number=case),
            By.LEFT: ntr("{count} die left", "{count} dice left", case),
            By.THROWN: ntr("{count} die thrown", "{count} dice thrown", case),
        }[claim.by]
    if claim.by is By.DICE:
        return faces(case)
    left, held = case
    number = ntr("{count} die left", "{count} dice left", left)
    return tr("{dice}, one kept", dice=number) if held else tr("{dice}, none kept", dice=number)


def judged(claim: Claim, told: Words) -> str:
    """Return what it takes to be true: the tolerance that the verdict is computed with."""
    said = claim.checks[0].said
    if said is None:
        return ""
    if said.low != said.high:
        return tr("It counts as true if {what} is {range}.", what=told.number, range=range_said(claim, said))
    if said.slack:
        return tr(
            "It counts as true when rounded if the stated number is off by {unit} or less, and as roughly "
            "true up to {slack}.",
            unit=difference(claim, said.unit / 2),
            slack=difference(claim, said.slack),
        )
    if said.unit:
        return tr(
            "It counts as true when rounded if the stated number is off by {unit} or less.",
            unit=difference(claim, said.unit / 2),
        )
    return tr("It counts as true only if the stated number and the computed one are equal.")


# ----------------------------------------------------------------------------------------------------- words


def words(rules: mc.Rules, claims: Iterable[Claim]) -> dict[str, Words]:
    """Return every claim in the reader's language, by its key."""
    by_key = {claim.key: claim for claim in claims}
    return (
        _scores(rules, by_key)
        | _throws(by_key)
        | _chances(rules, by_key)
        | _points(rules, by_key)
        | _dice(rules, by_key)
        | _lines(rules, by_key)
        | _table(rules, by_key)
        | _ten_thousand(by_key)
        | _ten_thousand_open(by_key)
    )


def said(claim: Claim) -> str:
    """Return the number that a text states, where it states a single one."""
    check = claim.checks[0]
    return "" if check.said is None else stated(claim, check.said.low)


def exact(claim: Claim) -> str:
    """Return the exact value of the first check."""
    return stated(claim, claim.checks[0].exact)


def _high_first(dice: Iterable[int]) -> str:
    return faces(sorted(dice, reverse=True))


def _scores(rules: mc.Rules, claims: dict[str, Claim]) -> dict[str, Words]:
    a, b = rules.required
    missing = swapped(rules, (4, 6, 6, 6, 6, 6))
    spare, solid = (swapped(rules, dice) for dice in (SPARE_QUALIFIERS, SOLID_TURN))
    article = (*rules.required, *swapped(rules, ENCYCLOPEDIA_POINTS))

    def counted(dice: Dice, key: str) -> str:
        return tr(
            "Take one {a} and one {b} away, and {sum} = {exact}.",
            a=a,
            b=b,
            sum=sum_of_points(rules, dice),
            exact=exact(claims[key]),
        )

    return {
        "best-score": Words(
            tr(
                "The best turn there is scores {said}: {dice}.",
                said=said(claims["best-score"]),
                dice=faces((a, b, *(FACES,) * (DICE - len(rules.required)))),
            ),
            tr("All {count} different sets of six dice were scored.", count=len(all_rolls(DICE))),
            tr("the highest score of all sets of dice"),
        ),
        "one-missing": Words(
            tr(
                "Without both a {a} and a {b} the turn scores nothing, even if all the rest are {high}s.",
                a=a,
                b=b,
                high=FACES,
            ),
            tr("{dice} was scored: there is no {a}.", dice=faces(missing), a=a),
            tr("the score of these dice"),
        ),
        "spare-qualifiers": Words(
            tr(
                "A second {a} or {b} is an ordinary die: {dice} scores {said}.",
                a=a,
                b=b,
                dice=faces(spare),
                said=said(claims["spare-qualifiers"]),
            ),
            counted(spare, "spare-qualifiers"),
            tr("the score of these dice"),
        ),
        "solid-turn": Words(
            tr("{dice} scores {said}.", dice=faces(solid), said=said(claims["solid-turn"])),
            counted(solid, "solid-turn"),
            tr("the score of these dice"),
        ),
        "encyclopedia-turn": Words(
            tr(
                "The player of the example ends with {dice} besides the two that qualify, and scores {said}.",
                dice=faces(article[len(rules.required) :]),
                said=said(claims["encyclopedia-turn"]),
            ),
            counted(article, "encyclopedia-turn"),
            tr("the score of these dice"),
        ),
    }


def _throws(claims: dict[str, Claim]) -> dict[str, Words]:
    first = KEPT_AT_ONCE
    slow, fast = dice_per_roll(1), dice_per_roll(first)
    return {
        "rolls-one": Words(
            tr(
                "Keep one die at a time, and the turn has {said} rolls.",
                said=said(claims["rolls-one"]),
            ),
            tr("The rolls have {dice} dice.", dice=", ".join(map(str, slow))),
            tr("the number of rolls"),
        ),
        "rolls-three": Words(
            tr(
                "Keep {first} dice of the first roll, and {said} rolls are left.",
                first=first,
                said=said(claims["rolls-three"]),
            ),
            tr(
                "The rolls then have {dice} dice. That is the most that can be left: keep more than one die "
                "again, and there are fewer.",
                dice=", ".join(map(str, fast[1:])),
            ),
            tr("the number of rolls that are left"),
        ),
        "throws-one": Words(
            tr(
                "One die at a time, you throw a die {said} times in a turn.",
                said=said(claims["throws-one"]),
            ),
            tr(
                "The rolls have {sum} = {exact} dice together.",
                sum=added(slow),
                exact=exact(claims["throws-one"]),
            ),
            tr("the number of throws"),
        ),
        "throws-most": Words(
            tr("No turn has more than {said} throws of a die.", said=said(claims["throws-most"])),
            tr("Every number of dice kept from every roll was tried."),
            tr("the highest number of throws"),
        ),
        "throws-three": Words(
            tr(
                "With {first} dice kept of the first roll there are {said} throws.",
                first=first,
                said=said(claims["throws-three"]),
            ),
            tr(
                "{sum} = {exact}, if one die is kept of each roll after that.",
                sum=added(fast),
                exact=exact(claims["throws-three"]),
            ),
            tr("the number of throws"),
        ),
    }


def _chances(rules: mc.Rules, claims: dict[str, Claim]) -> dict[str, Words]:
    by_rolls, left = claims["after-roll"], DICE - 1
    return {
        "best-chance": Words(
            tr("The chance to qualify is {said} at best.", said=said(claims["best-chance"])),
            tr("The solver tries every keep of every roll and counts all that can follow."),
            tr("the best chance to qualify"),
        ),
        "best-strategy": Words(
            tr(
                "To qualify most often, keep a {a} or a {b} when it first comes, and otherwise one die.",
                a=rules.required[0],
                b=rules.required[1],
            ),
            tr(
                "Followed from roll to roll, this way of playing qualifies in {ours} of turns; the best "
                "that the solver finds is {best}. Compared as fractions, the two are equal.",
                ours=exact(claims["best-strategy"]),
                best=exact(claims["best-chance"]),
            ),
            tr("the chance to qualify by this way of playing"),
        ),
        "after-roll": Words(
            tr(
                "The first printed table: how often both qualifiers are in after each roll of a turn that is "
                "played only to qualify, from {first} to {last}.",
                first=_printed(by_rolls, 0),
                last=_printed(by_rolls, -1),
            ),
            tr("The strategy is followed through every position, roll by roll."),
            tr("the chance that both are in"),
        ),
        "none-kept": Words(
            tr("The second printed table: the best chance by dice left, with neither qualifier kept."),
            tr("These are the solver’s values. Which other dice are kept makes no difference."),
            tr("the best chance to qualify"),
        ),
        "one-kept": Words(
            tr("The second printed table: the best chance by dice left, with one qualifier kept."),
            tr("These are the solver’s values. Which of the two is kept makes no difference."),
            tr("the best chance to qualify"),
        ),
        "formula": Words(
            tr("The formula for both qualifiers can also be used with fewer dice."),
            tr(
                "It can while both are missing. With one of them kept it asks for too much: with {dice} "
                "dice left it gives {wrong}, and the true chance is {right}. A shorter formula is needed "
                "there, for one face.",
                dice=left,
                wrong=stated(claims["formula"], p_all(2, most_throws(left))),
                right=stated(claims["formula"], p_all(1, most_throws(left))),
            ),
            tr("the best chance to qualify"),
        ),
        "last-die": Words(
            tr("The last die shows the number that you need one time in {faces}.", faces=FACES),
            tr("One of its {faces} faces will do.", faces=FACES),
            tr("the chance that the last die shows it"),
        ),
    }


def _printed(claim: Claim, place: int) -> str:
    said = claim.checks[place].said
    return "" if said is None else stated(claim, said.low)


def _points(rules: mc.Rules, claims: dict[str, Claim]) -> dict[str, Words]:
    average, solid, top = claims["average"], claims["solid"], claims["top"]
    by_way = {
        claim.key: {check.case: check.exact for check in claim.checks} for claim in (average, solid, top)
    }
    for_top = f"at-least-{mc.MAX_SCORE}"
    cost = by_way["solid"]["perfect"] - by_way["solid"][for_top]
    bound = solid.checks[0].said
    good = 0 if bound is None else int(bound.high)
    reached = mc.analysis.summary(mc.evaluate(rules, mc.strategies.NAMED["perfect"])).p_at_least(good)
    return {
        "average": Words(
            tr("A turn that qualifies averages around {said} points.", said=said(average)),
            tr(
                "It fits players who keep one die at a time, {slow}. Played for the best average, a turn "
                "that qualifies gives {best}. Only with the turns that miss, which count 0, does that "
                "average fall to {mean}.",
                slow=stated(average, by_way["average"]["one-at-a-time"]),
                best=exact(average),
                mean=exact(solid),
            ),
            tr("the average of a turn that qualifies"),
        ),
        "solid": Words(
            tr("{score} is a solid round.", score=good),
            tr(
                "We read solid as no less than the average of all turns, a turn that misses counting 0. No "
                "way of playing averages more than {best}. It is nothing rare, though: played so, {share} of "
                "all turns reach {score} or more.",
                best=exact(solid),
                share=percent(reached),
                score=good,
            ),
            tr("the average of all turns"),
        ),
        "top": Words(
            tr("The full {top} comes up in a couple of turns in a hundred.", top=mc.MAX_SCORE),
            tr(
                "We read a couple in a hundred as {said}. Played for the best average it is {best}. Playing "
                "for {top} alone makes it {most}, and costs {cost} points of average score.",
                said=said(top),
                top=mc.MAX_SCORE,
                best=exact(top),
                most=stated(top, by_way["top"][for_top]),
                cost=stated(solid, cost),
            ),
            tr("the share of turns that score {top}", top=mc.MAX_SCORE),
        ),
        "one-die": Words(
            tr("A die thrown again shows {said} on average.", said=said(claims["one-die"])),
            tr(
                "The faces add up to {sum}, and {sum} / {faces} is it.",
                sum=sum(range(FACES + 1)),
                faces=FACES,
            ),
            tr("the average of one die"),
        ),
    }


def _dice(rules: mc.Rules, claims: dict[str, Claim]) -> dict[str, Words]:
    high, thrown = claims["high-dice"], mc.rethrow.EXAMPLE
    (good, best), (low, middling) = HIGH_DICE, LOW_DICE
    *held, again = sorted(thrown, reverse=True)
    few = [int(str(check.case)) for check in high.checks if check.verdict is Verdict.TRUE]
    prices = [stated(high, check.exact) for check in high.checks]
    bound = claims["marginally"].checks[0].said
    stop = claims["throw-again"].checks[0].said
    return {
        "high-dice": Words(
            tr("A {good} or a {high} is worth keeping.", good=good, high=best),
            tr(
                "A die that goes back with others is worth more than one alone, because you keep the best "
                "of them: with 1 to {most} dice thrown it brings {prices} points. A {high} beats them all, "
                "a {good} only with {few} dice thrown. Over whole turns, best play throws {good_share} of "
                "the {good}s and {high_share} of the {high}s again.",
                most=len(prices),
                prices="; ".join(prices),
                good=good,
                high=best,
                few=listed(few),
                good_share=percent(float(thrown_again(rules, (good,))), 0),
                high_share=percent(float(thrown_again(rules, (best,))), 0),
            ),
            tr("the worth of a die thrown again"),
        ),
        "low-dice": Words(
            tr("A {low} or a {middling} is usually worth another throw.", low=low, middling=middling),
            tr(
                "We read usually as {bound} or more of them. Counted over whole turns played for the best "
                "average, without dice that are needed to qualify and without the last die, {share} are "
                "thrown again.",
                bound=said(claims["low-dice"]),
                share=exact(claims["low-dice"]),
            ),
            tr("the share of them that is thrown again"),
        ),
        "throw-again": Words(
            tr(
                "With both qualifiers in and {roll} on the table, throwing the {again} again is better than "
                "stopping on {stop}.",
                roll=_high_first(thrown),
                again=again,
                stop="" if stop is None else stated(claims["throw-again"], stop.low),
            ),
            tr(
                "{sum} is kept, and a die thrown again adds {die} on average: {exact}.",
                sum=added(held),
                die=exact(claims["one-die"]),
                exact=exact(claims["throw-again"]),
            ),
            tr("the average after another throw"),
        ),
        "marginally": Words(
            tr(
                "With {roll} on the table, throwing the {again} again is better only by a little.",
                roll=_high_first(thrown),
                again=again,
            ),
            tr(
                "We read a little as at most {most}, the smallest step between two scores. The gain is "
                "{exact} points: {die} on average in the place of {again}.",
                most="" if bound is None else stated(claims["marginally"], bound.high),
                exact=exact(claims["marginally"]),
                die=exact(claims["one-die"]),
                again=again,
            ),
            tr("the gain from another throw"),
        ),
    }


def _lines(rules: mc.Rules, claims: dict[str, Claim]) -> dict[str, Words]:
    a, _ = rules.required
    careful, greedy = moves(rules, CAREFUL), moves(rules, GREEDY)
    opening, ended = careful[0], sorted(die for move in greedy for die in move.kept)
    hit = (*(die for move in greedy[:-1] for die in move.kept), a)
    finished = tuple(die for move in careful for die in move.kept)
    means = [stated(claims["careful-better"], _mean_after(rules, line[0].kept)) for line in (careful, greedy)]
    worst = max(careful, key=lambda move: move.loss)
    return {
        "careful-score": Words(
            tr(
                "Played carefully, the opening roll {roll} leads to {said} points.",
                roll=faces(opening.roll),
                said=said(claims["careful-score"]),
            ),
            tr(
                "The four dice that count make {sum} = {exact}.",
                sum=sum_of_points(rules, finished),
                exact=exact(claims["careful-score"]),
            ),
            tr("the score of these dice"),
        ),
        "greedy-score": Words(
            tr(
                "Played greedily, the opening roll {roll} leads to {said} points.",
                roll=faces(opening.roll),
                said=said(claims["greedy-score"]),
            ),
            tr("The dice are {dice} in the end, without a {a}.", dice=faces(ended), a=a),
            tr("the score of these dice"),
        ),
        "greedy-hit": Words(
            tr(
                "Had the last die shown a {a}, the greedy line would have paid {said}.",
                a=a,
                said=said(claims["greedy-hit"]),
            ),
            tr(
                "The four dice that count make {sum} = {exact}.",
                sum=sum_of_points(rules, hit),
                exact=exact(claims["greedy-hit"]),
            ),
            tr("the score of these dice"),
        ),
        "careful-safe": Words(
            tr("Once the careful player has kept the {a} as well, the turn is safe.", a=a),
            tr("Both qualifiers are in, so any way of going on will score."),
            tr("the chance to qualify from there"),
        ),
        "careful-better": Words(
            tr(
                "For the opening roll {roll} the careful way is the better one.",
                roll=faces(opening.roll),
            ),
            tr(
                "Both are played on as well as possible: from {careful} the turn averages {careful_mean} "
                "points, from {greedy} it averages {greedy_mean}. The rest of what happens is luck.",
                careful=faces(careful[0].kept),
                careful_mean=means[0],
                greedy=faces(greedy[0].kept),
                greedy_mean=means[1],
            ),
            tr("the lead of the careful player’s first keep"),
        ),
        "careful-best": Words(
            tr("The careful line shows how it should be done."),
            tr(
                "We read this so: no keep of it gives points away. For the best average it gives most away "
                "with {roll} on the table, {loss} points: it keeps {kept}, and {best} is best.",
                roll=faces(worst.roll),
                loss=stated(claims["careful-best"], worst.loss),
                kept=faces(worst.kept),
                best=faces(worst.best),
            ),
            tr("what a keep gives away"),
        ),
        "too-good": Words(
            tr(
                "With {roll} on the table and no {a} yet, the greedy player cannot let the {high} go.",
                roll=faces(greedy[2].roll),
                a=a,
                high=greedy[2].roll[-1],
            ),
            tr(
                "One die has to stay. The better one costs nothing: keeping it gives away {exact} points.",
                exact=exact(claims["too-good"]),
            ),
            tr("what keeping it gives away"),
        ),
    }


def _mean_after(rules: mc.Rules, kept: Dice) -> Fraction:
    return mc.solve(rules, mc.goals.mean_score()).exact(mc.Turn(rules, kept))


def _table(rules: mc.Rules, claims: dict[str, Claim]) -> dict[str, Words]:
    perfect = mc.strategies.NAMED["perfect"]
    turns = race_turns(rules, perfect)
    seconds = 60 * float(TURN_MINUTES)
    fewest, most = PLAYERS
    pot, bound = claims["pot"], claims["race"].checks[0].said
    step = "" if bound is None else stated(claims["race"], bound.unit)
    return {
        "race": Words(
            tr(
                "{players} players need about {said} minutes to get to {target} points.",
                players=RACE_PLAYERS,
                said=said(claims["race"]),
                target=RACE_TARGET,
            ),
            tr(
                "We read about as to the nearest {step} minutes. Played for the best average, and each round "
                "to its end, it takes {turns} turns. At "
                "{seconds} seconds a turn, as the rules say themselves, that is {exact} minutes. Their "
                "{minutes} minutes leave {slow} seconds for each turn.",
                step=step,
                turns=decimal(turns, 1),
                seconds=whole(int(seconds)),
                exact=exact(claims["race"]),
                minutes=RACE_MINUTES,
                slow=decimal(60 * RACE_MINUTES / turns, 0),
            ),
            tr("the length of the race at {seconds} seconds a turn", seconds=whole(int(seconds))),
        ),
        "pot": Words(
            tr("When the pot rolls over, the next round is for {said} times as much.", said=said(pot)),
            tr(
                "Everybody pays in again, beside the stakes that lie there. If it rolls over twice in a "
                "row, it is {more} times the first pot.",
                more=whole(int(pot.checks[0].exact) + 1),
            ),
            tr("the number of stakes that each player has in the pot"),
        ),
        "turn-time": Words(
            tr(
                "A turn takes {seconds} seconds; the Norwegian text says less than that.",
                seconds=whole(int(seconds)),
            ),
            tr(
                "How fast people throw cannot be computed. A turn played for the best average has {rolls} "
                "rolls, so {seconds} seconds would leave {exact} for each of them.",
                rolls=decimal(float(mean_rolls(rules, perfect)), 1),
                seconds=whole(int(seconds)),
                exact=exact(claims["turn-time"]),
            ),
        ),
        "players": Words(
            tr("From {fewest} to {most} players can play.", fewest=fewest, most=most),
            tr(
                "The rules work for any number. How many enjoy waiting for their turn is not for dice to say."
            ),
        ),
        "simulated": Words(
            tr("The chances in the rules come from a simulation."),
            tr(
                "The text does not say how it was played or how often, so it cannot be done again. Here "
                "nothing needs to be simulated: everything is counted."
            ),
        ),
    }


def _ten_thousand(claims: dict[str, Claim]) -> dict[str, Words]:
    amounts = [stated(claims["kinds"], Fraction(points)) for points in sorted(THREE_ALIKE.values())]
    alike = tuple(die for roll in ONES_APART for die in roll)
    first, second = HOT_DICE
    return {
        "fresh-dice": Words(
            tr(
                "{dice} fresh dice score in about {said} of {rolls} rolls.",
                dice=DICE,
                said=said(claims["fresh-dice"]),
                rolls=FRESH_ROLLS,
            ),
            tr(
                "Of all rolls, {none} score nothing, that is {fraction}, and {some} score.",
                none=exact(claims["go-on"]),
                fraction=fraction(no_points(DICE)),
                some=stated(claims["go-on"], 1 - no_points(DICE)),
            ),
            tr("the average number of rolls that score"),
        ),
        "three-dice": Words(
            tr("A roll of {dice} dice easily ends in nothing.", dice=FEW_DICE),
            tr(
                "We read easily as {bound} of the time or more. All {count} ways in which the dice can fall "
                "were looked at.",
                bound=said(claims["three-dice"]),
                count=FACES**FEW_DICE,
            ),
            tr("the chance of a roll without points"),
        ),
        "worthless": Words(
            tr(
                "On its own a {dice} is worth nothing.",
                dice=" / ".join(faces(_dice_of(check)) for check in claims["worthless"].checks),
            ),
            tr("Only these faces score alone: {faces}.", faces=listed(SINGLE)),
            tr("the worth of the die"),
        ),
        "kinds": Words(
            tr("What three and more of a kind are worth: {amounts}.", amounts=", ".join(amounts)),
            tr("All of them follow from one rule: three of a kind, doubled for each die more."),
            tr("the worth of the dice"),
        ),
        "most-points": Words(
            tr("No roll gives more than {said} points.", said=said(claims["most-points"])),
            tr(
                "All {count} different rolls of {dice} dice were counted. The text’s table has lost what a "
                "straight and three pairs are worth; with the usual {straight} and {pairs} neither comes "
                "close.",
                count=len(all_rolls(DICE)),
                dice=DICE,
                straight=whole(STRAIGHT),
                pairs=whole(THREE_PAIRS),
            ),
            tr("the highest worth of any roll"),
        ),
        "two-rolls": Words(
            tr(
                "A {face} from one roll and two from the next make {said} points, since three of a kind "
                "have to come in one roll.",
                face=alike[0],
                said=said(claims["two-rolls"]),
            ),
            tr("Together in one roll they would be worth {points}.", points=whole(most_points(alike))),
            tr("the worth of both rolls"),
        ),
        "hot-dice": Words(
            tr(
                "With {first} and then {second} all the dice score.", first=faces(first), second=faces(second)
            ),
            tr("Each die was taken out in turn: without it the roll is worth less."),
            tr("the number of dice that score"),
        ),
        "example": Words(
            tr(
                "The example turn: {points} points from its rolls.",
                points=", ".join(stated(claims["example"], Fraction(one)) for one in EXAMPLE_ROLLS.values()),
            ),
            tr("Each roll was counted by the table of the rules."),
            tr("the worth of the roll"),
        ),
        "example-total": Words(
            tr("Before the last roll the example turn stands at {said}.", said=said(claims["example-total"])),
            tr(
                "Its rolls have brought {sum} = {exact}.",
                sum=added(_worths()),
                exact=exact(claims["example-total"]),
            ),
            tr("the worth of all its rolls"),
        ),
    }


def _dice_of(check: Check) -> Dice:
    return check.case if isinstance(check.case, tuple) else ()


def _worths() -> list[int]:
    return [points for points in map(most_points, EXAMPLE_ROLLS) if points]


def _ten_thousand_open(claims: dict[str, Claim]) -> dict[str, Words]:
    return {
        "go-on": Words(
            tr(
                "Most players throw the fresh dice, even with {points} at stake, and big turns nearly "
                "always start so.",
                points=whole(AT_STAKE),
            ),
            tr(
                "What most players do is a habit. What it risks can be computed: the roll loses everything "
                "with a chance of {exact}.",
                exact=exact(claims["go-on"]),
            ),
        ),
        "game-time": Words(
            tr("A game takes {minutes} minutes or more.", minutes=GAME_MINUTES),
            tr("That depends on how fast people throw, and on how they play a game that is not solved here."),
        ),
        "opening": Words(
            tr(
                "An opening of {opening} points is the most common; {others} are in use as well.",
                opening=whole(OPENING),
                others=listed(OTHER_OPENINGS),
            ),
            tr("Only a count of tables could say, not one of dice."),
        ),
        "slow-start": Words(
            tr(
                "With an opening of {opening}, half the table can still be at nothing when the luckiest "
                "nears {points}; with a low one, all are under way after a couple of rounds.",
                opening=whole(OPENING),
                points=whole(NEARLY_THERE),
            ),
            tr(
                "That needs the whole game of 10 000 played by somebody’s strategy, which this page does "
                "not do."
            ),
        ),
    }
