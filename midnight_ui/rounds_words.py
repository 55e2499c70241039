"""What the lesson on playing around a table says: every sentence follows from what has been computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, log10

import numpy as np

from midnight_core import FACES
from midnight_core.analysis import summary
from midnight_core.lessons_rounds import (
    Effect,
    Gains,
    LastDie,
    last_die,
    most_leaders,
    stops_below,
    thrown_on,
)
from midnight_core.rethrow import lowest_kept
from midnight_core.rounds import FloatArray, Round
from midnight_ui.rounds_charts import FINE, in_rows
from midnight_ui.strategy_list import PERFECT, Listed, listed
from midnight_ui.text import decimal, ntr, percent, signed, tr

SMALL = 1e-5
"""A share of the pot that nobody would notice."""


def tie_words() -> dict[str, str]:
    """Return what can happen when two or more are level at the top, the usual rule first."""
    return {
        "rollover": tr("Nobody takes the pot: it rolls over"),
        "extra": tr("One extra turn each"),
        "replay": tr("The whole table plays again"),
        "split": tr("They share the pot"),
        "earlier": tr("The earlier player takes the pot"),
    }


def tie_explained(tie: str) -> str:
    """Return a rule for ties in full."""
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


def with_each_seat(finding: str, above: FloatArray) -> str:
    """Return a finding with what each seat has above an equal share."""
    return tr(
        "{finding} Percentage points above or below an equal share, seat by seat: {each}.",
        finding=finding,
        each="; ".join(signed(100 * share) for share in above),
    )


def best_seat(found: Round) -> str:
    """Return which seat is the best and which the worst."""
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
    """Return why it is better to play late, or first."""
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
    """Return how often nobody takes the pot, and what happens then."""
    chance = percent(found.p_rollover, 2)
    if found.tie == "rollover":
        return tr("In {chance} of rounds nobody takes the pot.", chance=chance)
    if found.tie == "replay":
        return tr("In {chance} of rounds the table has to play again.", chance=chance)
    if found.tie == "extra":
        return tr(
            "In {chance} of rounds nobody qualifies, and the table has to play again.",
            chance=percent(found.p_rollover, FINE),
        )
    if found.tie == "split":
        return tr("By this rule no pot is left over: one player takes it, or several share it.")
    return tr("By this rule no pot is left over, and nobody has to share it: one player takes it all.")


def with_more_players(equities: Sequence[FloatArray]) -> str:
    """Return for which number of players the seat matters most, and least."""
    gaps = {len(shares): float(shares.max() - shares.min()) for shares in equities}
    most, least = max(gaps, key=gaps.__getitem__), min(gaps, key=gaps.__getitem__)
    return tr(
        "The best and the worst seat lie furthest apart with {most} players ({wide}), and closest together "
        "with {least} ({narrow}).",
        most=most,
        least=least,
        wide=points(gaps[most]),
        narrow=points(gaps[least]),
    )


def first_seat(found: Round) -> str:
    """Return what the first seat throws again though the best average keeps it, and why.

    What the best average throws again, the first seat throws as well, whatever its score.
    """
    rows = {lower: last_die(found, (), lower) for lower in range(lowest_kept(1), FACES)}
    more = [f"- {_when_thrown(lower, row)}" for lower, row in rows.items() if thrown_on(row)]
    average = summary(listed(PERFECT).chances(found.rules))
    score = round(average.mean)
    why = tr(
        "Whoever plays after you sees what you have. A score of {score} is about what the best average "
        "makes, but to stop on it is worth only {equity} of the pot here; an equal share is {share}.",
        score=score,
        equity=percent(found.goal().payoff[score]),
        share=percent(1 / found.players),
    )
    start = tr("As the first of {players} you have to throw more often than that:", players=found.players)
    return "\n".join((start, "", *more, "", why))


def _when_thrown(lower: int, row: Sequence[LastDie]) -> str:
    scores, held = thrown_on(row), tuple(choice.score for choice in row)
    if scores == held:
        return tr("Throw even a {lower} again, whatever your score is.", lower=lower)
    if scores == held[: len(scores)]:
        return tr(
            "Throw even a {lower} again if you have fewer than **{border}** points.",
            lower=lower,
            border=held[len(scores)],
        )
    return tr(
        "Throw even a {lower} again on {scores}, but on no other score.", lower=lower, scores=in_rows(scores)
    )


def how_many(leaders: int, most: int, before: int) -> str:
    """Return how many have the best score: `most` stands for any more of the seats before as well."""
    return tr("{count} or more", count=leaders) if leaders == most < before else str(leaders)


def decision(
    found: Round, row: Sequence[LastDie], seat: int, lower: int, beat: int, leaders: int
) -> tuple[str, ...]:
    """Return the decision of a seat in words: the situation, and a line for each thing that can be best.

    Parameters
    ----------
    found : Round
    row : sequence of LastDie
        Its choices.
    seat, lower : int
        Seats are counted from 1.
    beat, leaders : int
        The best score so far and how many have it; 0 when nobody has qualified.
    """
    known = {"seat": seat, "players": found.players, "lower": lower}
    if seat == 1:
        said = tr("In seat {seat} of {players}, when the lower die shows {lower}:", **known)
    elif not beat:
        said = tr(
            "In seat {seat} of {players}, when nobody has qualified yet and the lower die shows {lower}:",
            **known,
        )
    elif leaders == 1:
        said = tr(
            "In seat {seat} of {players} with {beat} to beat, when the lower die shows {lower}:",
            **known,
            beat=beat,
        )
    else:
        said = tr(
            "In seat {seat} of {players} with {beat} to beat, which {leaders} have, when the lower die shows "
            "{lower}:",
            **known,
            beat=beat,
            leaders=how_many(leaders, most_leaders(found.tie, seat - 1), seat - 1),
        )
    stop, throw, either = (
        in_rows(one.score for one in row if one.verdict == verdict) for verdict in (1, -1, 0)
    )
    lines = (
        stop and tr("Stop on {scores}.", scores=stop),
        throw and tr("Throw the lower die again on {scores}.", scores=throw),
        either and tr("It makes no difference on {scores}.", scores=either),
    )
    return (said, *filter(None, lines))


def more_than_one_border(rows: Mapping[int, Sequence[LastDie]]) -> str:
    """Return where a higher score is thrown though one stops on a lower one.

    Parameters
    ----------
    rows : mapping
        Score to beat, 0 for none -> the choices.
    """
    odd = {beat: _inversion(row) for beat, row in rows.items() if stops_below(row)}
    if not odd:
        return (
            tr("There is one border at most: above a score to stop on, a throw never gains anything.")
            if list(rows) == [0]
            else tr(
                "There is one border at most for each score to beat: above a score to stop on, a throw never "
                "gains anything."
            )
        )
    # The highest score to beat for which two decimals are enough to see it, if there is one.
    beat = min(odd, key=lambda beat: (_decimals_to_tell(*odd[beat]), -beat))
    held, thrown = odd[beat]
    digits = _decimals_to_tell(held, thrown)
    numbers = {
        "held": held.score,
        "higher": thrown.score,
        "stop": percent(held.stop, digits),
        "throw": percent(held.throw, digits),
        "higher_stop": percent(thrown.stop, digits),
        "higher_throw": percent(thrown.throw, digits),
    }
    if not beat:
        return tr(
            "More points do not always mean stop: stop on {held} (equity {stop}, throwing {throw}), but "
            "throw again on {higher} (stopping {higher_stop}, throwing {higher_throw}).",
            **numbers,
        )
    return tr(
        "More points do not always mean stop. With {beat} to beat, stop on {held} (equity {stop}, throwing "
        "{throw}), but throw again on {higher} (stopping {higher_stop}, throwing {higher_throw}): from there "
        "fewer throws leave you level or behind. Scores to beat for which there is such a gap: {beats}.",
        **numbers,
        beat=beat,
        beats=in_rows(odd),
    )


def _inversion(row: Sequence[LastDie]) -> tuple[LastDie, LastDie]:
    """Return the highest choice to stop on below one to throw, and the lowest such one above it."""
    highest = stops_below(row)[-1]
    held = next(one for one in row if one.score == highest)
    return held, next(one for one in row if one.score > highest and one.verdict < 0)


def _decimals_to_tell(*choices: LastDie) -> int:
    """Return with how many decimals of a percentage stopping and throwing look different, at least 2."""
    least = min(abs(one.stop - one.throw) for one in choices)
    return max(2, ceil(-log10(100 * least)))


def what_it_changes(changed: Effect, once: FloatArray, again: FloatArray) -> str:
    """Return how far equity and the best play change when the same seats go on."""
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


def against_the_average(one: Gains, players: int) -> str:
    """Return what is gained by playing for the pot among players who go for the best average."""
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
    """Return against which strategy the least is to be gained, and the most."""
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
