"""Every sentence of the lesson on rounds beside the facts, in all settings: players, tie, seat, lower die."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import midnight_core as mc
from midnight_core.lessons_rounds import (
    TO_BEAT,
    Gains,
    LastDie,
    effect_of_carrying,
    last_die,
    most_leaders,
    scores_before,
)
from midnight_core.rethrow import lowest_kept
from midnight_core.rounds import Round
from midnight_ui import rounds_words
from midnight_ui.rounds_charts import seats_table
from midnight_ui.text import percent, signed

RULES = (mc.MIDNIGHT, mc.TWO_FOUR_24)
TIES = ("rollover", "extra", "replay", "split", "earlier")
NUMBERS = range(2, 9)

pytestmark = pytest.mark.usefixtures("language")


def rounds() -> Iterator[Round]:
    for rules, tie, players in product(RULES, TIES, NUMBERS):
        yield mc.solve_round(rules, players, tie)


@cache
def choices(rules: mc.Rules, players: int, tie: str, scores: tuple[int, ...], lower: int) -> Any:
    return last_die(mc.solve_round(rules, players, tie), scores, lower)


def situations(found: Round) -> Iterator[tuple[int, int, int, dict[int, tuple[LastDie, ...]]]]:
    """Return seat, lower die, leaders and the choices by score to beat: all that the page can show."""
    for seat, lower in product(range(1, found.players + 1), range(1, 6)):
        for leaders in range(1, max(most_leaders(found.tie, seat - 1), 1) + 1):
            beats = TO_BEAT if seat > 1 else (0,)
            yield (
                seat,
                lower,
                leaders,
                {
                    beat: choices(
                        found.rules, found.players, found.tie, scores_before(seat - 1, beat, leaders), lower
                    )
                    for beat in beats
                },
            )


def of(verdict: int, row: tuple[LastDie, ...]) -> set[int]:
    return {one.score for one in row if one.verdict == verdict}


def read(text: str) -> set[int]:
    """Return the scores of a text such as ``4, 6–9``."""
    ends = [[int(end) for end in part.split("–")] for part in text.split(", ")]
    return {score for first, *last in ends for score in range(first, (last or [first])[0] + 1)}


def test_the_first_seat_throws_exactly_what_is_said() -> None:
    sets = {
        r"(?:a|en) (\d)(?:-er om igjen| again), (?:whatever|uansett)": lambda held, _: held,
        r"(?:a|en) (\d)(?:-er om igjen| again) (?:if|hvis) .*\*\*(\d+)\*\*": (
            lambda held, border: {score for score in held if score < int(border)}
        ),
        r"(?:a|en) (\d)(?:-er om igjen| again) (?:on|på) ([\d–, ]+), ": lambda _, scores: read(scores),
    }
    for found in rounds():
        lines = rounds_words.first_seat(found).splitlines()
        said = {}
        for line in (line for line in lines if line.startswith("- ")):
            (match, scores), *more = [
                (match, scores) for pattern, scores in sets.items() if (match := re.search(pattern, line))
            ]
            assert not more
            held = {one.score for one in choices(found.rules, found.players, found.tie, (), int(match[1]))}
            said[int(match[1])] = scores(held, match[match.lastindex])
        for lower in range(1, 6):
            row = choices(found.rules, found.players, found.tie, (), lower)
            if lower < lowest_kept(1):
                # As the best average: thrown, whatever the score.
                assert of(-1, row) == {one.score for one in row}
            else:
                assert said.get(lower, set()) == of(-1, row)
        assert said
        score = round(mc.analysis.summary(mc.evaluate(found.rules, mc.strategies.NAMED["perfect"])).mean)
        worth = found.goal().payoff[score]
        assert all(text in lines[-1] for text in (str(score), percent(worth), percent(1 / found.players)))
        assert worth < 1 / found.players


def test_every_line_names_exactly_its_scores() -> None:
    starts = {
        "Stop on": 1,
        "Stopp på": 1,
        "Throw the lower die again on": -1,
        "Kast den laveste om igjen på": -1,
        "It makes no difference on": 0,
        "Det spiller ingen rolle på": 0,
    }
    for found in rounds():
        for seat, lower, leaders, rows in situations(found):
            for beat in {0, 12, 19, 21, 24} & rows.keys():
                said, *lines = rounds_words.decision(found, rows[beat], seat, lower, beat, leaders)
                verdicts = {}
                for line in lines:
                    (start,) = [start for start in starts if line.startswith(f"{start} ")]
                    verdicts[starts[start]] = read(line.removeprefix(start).strip(" ."))
                assert verdicts == {
                    verdict: of(verdict, rows[beat]) for verdict in (1, -1, 0) if of(verdict, rows[beat])
                }
                numbers = [seat, found.players, *[beat] * bool(beat)]
                numbers += [leaders] * (beat > 0 and leaders > 1)
                assert [int(text) for text in re.findall(r"\d+", said)] == [*numbers, lower]
                assert ("or more" in said or "eller flere" in said) == (
                    beat > 0 and 1 < leaders == most_leaders(found.tie, seat - 1) < seat - 1
                )
                assert bool(re.search("nobody|ingen har", said)) == (seat > 1 and not beat)


def has_gap(row: tuple[LastDie, ...]) -> bool:
    return bool(of(1, row)) and bool(of(-1, row)) and min(of(1, row)) < max(of(-1, row))


def test_a_gap_is_told_where_there_is_one_with_numbers_that_show_it() -> None:
    numbers = (
        r"\D*(\d+) \((?:equity|andel) ([\d.,]+)\D+?([\d.,]+)[^\d]*\)\D+(\d+) \(\D+([\d.,]+)\D+?([\d.,]+)\D*\)"
    )
    for found in rounds():
        for seat, lower, _leaders, rows in situations(found):
            said = rounds_words.more_than_one_border(rows)
            gaps = {beat for beat, row in rows.items() if has_gap(row)}
            assert ("border" in said or "grense" in said) == (not gaps)
            assert "{" not in said
            if not gaps:
                assert bool(re.search("each score|hver poengsum", said)) == (seat > 1)
                continue
            # As long as nobody has qualified, there are gaps in the first seat only, where nothing else is.
            assert (gaps == {0}) == (seat == 1)
            beat = int(re.search(r"\d+", said)[0]) if seat > 1 else 0  # type: ignore[index]
            told = re.search(rf"{beat}{numbers}" if beat else numbers, said)
            assert told is not None
            held, thrown = int(told[1]), int(told[4])
            stop, throw, higher_stop, higher_throw = (
                float(told[place].rstrip(".,").replace(",", ".")) for place in (2, 3, 5, 6)
            )
            assert stop > throw
            assert higher_stop < higher_throw
            assert held in of(1, rows[beat])
            assert thrown in of(-1, rows[beat])
            assert held < thrown
            if beat:
                level = [
                    sum(score - lower + face <= beat for face in range(1, 7)) for score in (held, thrown)
                ]
                assert level[0] > level[1]
                assert read(said.rstrip(".").rsplit(": ", 1)[1]) == gaps


def test_who_is_best_and_why() -> None:
    for found in rounds():
        equity = found.equity
        assert [int(text) for text in re.findall(r"\d+(?![\d,.]*\s?%)", rounds_words.best_seat(found))][
            :2
        ] == [found.players, equity.argmax() + 1]
        why = rounds_words.why_that_seat(found)
        if re.search("Why late|spille sent", why):
            assert (np.diff(equity) > 0).all()
        elif re.search("still it is behind|likevel bak", why):
            assert equity[0] < equity[-1]
        else:
            assert (np.diff(equity) < 0).all()


def test_what_happens_to_a_pot_that_nobody_wins(language: str) -> None:
    shared = {"en": "several share it", "nb": "flere deler den"}[language]
    alone = {"en": "one player takes it all", "nb": "Én spiller tar alt"}[language]
    for found in rounds():
        said = rounds_words.how_often_not_won(found)
        assert (shared in said) == (found.tie == "split")
        assert (alone in said) == (found.tie == "earlier")
        chances = [float(text.replace(",", ".")) for text in re.findall(r"([\d.,]+)\s?%", said)]
        assert len(chances) == (found.p_rollover > 0)
        for chance in chances:
            assert chance > 0
            assert chance == pytest.approx(100 * found.p_rollover, abs=0.005 if chance > 1 else 0.00005)


@pytest.mark.parametrize("tie", TIES)
def test_the_last_column_is_named_by_what_it_counts_and_never_nothing(tie: str, language: str) -> None:
    names = {
        "rollover": {"en": "Rolls over", "nb": "Blir stående"},
        "replay": {"en": "Played again", "nb": "Spilles på nytt"},
        "extra": {"en": "Nobody qualifies", "nb": "Ingen kvalifiserer seg"},
    }
    for rules in RULES:
        found = [mc.solve_round(rules, players, tie) for players in NUMBERS]
        table = seats_table("caption", [one.equity for one in found], tie, [one.p_rollover for one in found])
        assert re.findall(r"<th scope=\"col\">([^<]*)</th></tr>", table) == [
            names[tie][language] if tie in names else "8"
        ]
        cells = [float(text.replace(",", ".")) for text in re.findall(r">([\d.,]+)\s?%<", table)]
        assert len(cells) == (len(found) if tie in names else 0)
        digits = 4 if tie == "extra" else 1
        assert all(cells)
        assert cells == [round(100 * one.p_rollover, digits) for one in found if cells]
        if tie == "extra":
            for one in found:
                nobody = np.prod([one.distribution((0,) * seat)[0] for seat in range(one.players)])
                assert one.p_rollover == pytest.approx(nobody, rel=1e-9)


def test_the_widest_and_the_narrowest_table() -> None:
    for rules, tie in product(RULES, TIES):
        equities = [mc.solve_round(rules, players, tie).equity for players in NUMBERS]
        gaps = {len(shares): np.ptp(shares) for shares in equities}
        most, wide, least, narrow = re.findall(r"\d+(?:[.,]\d+)?", rounds_words.with_more_players(equities))
        assert int(most) == max(gaps, key=gaps.__getitem__)
        assert int(least) == min(gaps, key=gaps.__getitem__)
        assert [float(text.replace(",", ".")) for text in (wide, narrow)] == pytest.approx(
            [100 * max(gaps.values()), 100 * min(gaps.values())], abs=0.0051
        )


def test_whether_a_pot_that_goes_on_changes_the_play(language: str) -> None:
    nearly = {"en": "nearly the same", "nb": "nesten det samme"}[language]
    for rules, players in product(RULES, NUMBERS):
        once, again = mc.solve_round(rules, players), mc.solve_round(rules, players, "replay")
        changed = effect_of_carrying(rules, players)
        said = rounds_words.what_it_changes(changed, once.equity, again.equity)
        assert (nearly in said) == (changed.loss < 1e-5)
        if nearly not in said:
            assert f" {changed.changed} " in said
            assert changed.changed > 0


def test_gains_are_told_as_gains() -> None:
    one = Gains(np.array([0.3, 0.4]), np.array([0.25, 0.25]))
    said = rounds_words.against_the_average(one, 4)
    assert all(text in said for text in (percent(0.35), percent(0.25), signed(5)[1:], signed(15)[1:]))


@pytest.mark.parametrize(
    ("number", "digits", "shown"), [(1.25, 2, "+1.25"), (-0.5, 1, "−0.5"), (-0.001, 2, "0.00"), (0, 1, "0.0")]
)
def test_a_signed_number_has_a_sign_unless_it_is_shown_as_0(
    number: float, digits: int, shown: str, language: str
) -> None:
    assert signed(number, digits) == (shown.replace(".", ",") if language == "nb" else shown)
