"""The sentences that say why a keep is good or bad: every number in them is one of the exact facts."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest

from midnight_core import MIDNIGHT, TWO_FOUR_24, Goal, Option, Rules, Turn, goals, legal_keeps, solve
from midnight_core.explain import explain
from midnight_ui.why import amount, why

NBSP = "\N{NO-BREAK SPACE}"
GOALS = [
    goals.mean_score(),
    goals.qualify(),
    goals.at_least(19),
    goals.at_least(24),
    goals.beat(12),
    goals.beat(21),
]
KEEP = r"\*\*[1-6](?:\xa0[1-6])*\*\*"


def shown(keep: tuple[int, ...]) -> str:
    return f"**{NBSP.join(map(str, keep))}**"


def number(text: str) -> float:
    return float(text.replace(",", "."))


def facts_of(turn: Turn, option: Option) -> set[float]:
    """Return every number that may be said of a keep, as rounded for the reader."""
    after = turn.keep(option.keep)
    left = after.dice_left
    said = {left, left * (left + 1) // 2, after.points, *after.missing}
    said |= {round(option.mean_score, 2), round(100 * option.p_qualify, 1), round(100 * option.value, 1)}
    if option.p_qualify:
        said.add(round(option.mean_score / option.p_qualify, 2))
    return {float(value) for value in said}


def gap_of(goal: Goal, one: Option, other: Option) -> set[float]:
    gap = abs(one.value - other.value)
    rounded = round(100 * gap, 1) if goal.is_chance else round(gap, 2)
    return {rounded} if rounded else {0.1 if goal.is_chance else 0.01}


def random_case(chance: random.Random, rules: Rules) -> tuple[Turn, tuple[int, ...], tuple[int, ...]]:
    kept = tuple(chance.choices(range(1, 7), k=chance.randrange(6)))
    roll = tuple(chance.choices(range(1, 7), k=6 - len(kept)))
    return Turn(rules, kept), roll, chance.choice(legal_keeps(roll))


def near(value: float, facts: set[float]) -> bool:
    """Half a unit in the last place may be rounded either way."""
    return any(abs(value - fact) < 0.0001 or abs(abs(value - fact) - 0.01) < 1e-9 for fact in facts)


@pytest.mark.parametrize("rules", [MIDNIGHT, TWO_FOUR_24], ids=["14", "24"])
@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.name)
def test_every_number_in_the_sentence_is_an_exact_fact(goal: Goal, rules: Rules, language: str) -> None:
    chance = random.Random(f"{goal.name} {rules} {language}")
    solution = solve(rules, goal)
    for _ in range(250):
        turn, roll, keep = random_case(chance, rules)
        options = solution.options(turn, roll)
        said = why(explain(solution, turn, roll, keep), goal)
        assert not re.search(r"[{}<>]|None|nan", said), said
        mine = next(option for option in options if option.keep == keep)
        others = [option for option in options if option is not mine]
        if not any(option.p_qualify for option in options):
            assert re.findall(r"\d+", said) == ["0"]
            continue
        assert shown(keep) in said
        facts = facts_of(turn, mine) | {0.0}
        if others:
            beside = others[0]
            assert shown(beside.keep) in said
            facts |= facts_of(turn, beside) | gap_of(goal, mine, beside)
        for found in re.findall(r"\d+(?:[.,]\d+)?", re.sub(KEEP, "", said)):
            assert near(number(found), facts), (said, found, sorted(facts))


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.name)
def test_the_sentence_names_the_better_keep_as_the_winner(goal: Goal) -> None:
    chance = random.Random(goal.name)
    solution = solve(MIDNIGHT, goal)
    for _ in range(250):
        turn, roll, keep = random_case(chance, MIDNIGHT)
        options = solution.options(turn, roll)
        said = why(explain(solution, turn, roll, keep), goal)
        winner = re.search(rf"^({KEEP}) is worth", said)
        mine = next(option for option in options if option.keep == keep)
        other = next((option for option in options if option is not mine), None)
        if winner and other:
            best = max((mine, other), key=lambda option: option.value)
            assert winner[1] == shown(best.keep)
        elif other and any(option.p_qualify for option in options):
            assert "are worth the same" in said
            assert mine.value == pytest.approx(other.value, abs=1e-9)


@pytest.mark.usefixtures("english")
def test_the_gap_of_a_known_roll() -> None:
    solution = solve(MIDNIGHT, goals.mean_score())
    turn, roll = Turn(MIDNIGHT), (2, 3, 4, 5, 6, 6)
    best, second = solution.options(turn, roll)[:2]
    exact = [solution.exact(turn.keep(option.keep)) for option in (best, second)]
    gap = float(abs(exact[0] - exact[1]))
    assert isinstance(exact[0], Fraction)
    assert f"is worth {gap:.2f} points more than" in why(
        explain(solution, turn, roll, second.keep), solution.goal
    )


@pytest.mark.usefixtures("english")
def test_a_small_amount_does_not_pretend_to_be_none() -> None:
    assert amount(0.0004, goals.mean_score()) == "less than 0.01 points"
    assert amount(0.0004, goals.qualify()) == "less than 0.1 percentage points"
    assert amount(0.0, goals.mean_score()) == "0.00 points"
    assert amount(0.02, goals.qualify()) == "2.0 percentage points"
