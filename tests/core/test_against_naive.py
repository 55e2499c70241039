"""The core beside its naive twin: every option of every roll from every position, exactly.

A test is one goal under one pair of required faces, so that xdist can share them out. Values that the core
gives as fractions must be the twin's fractions; floats must be their nearest float to within 1e-15 (three
roundings), or 1e-12 where the core reckons in floats throughout.
"""

import random
from dataclasses import dataclass
from fractions import Fraction

import pytest

import midnight_core as mc
from tests.reference import naive

COUNTED, FLOATING = 1e-15, 1e-12


@dataclass(frozen=True)
class Case:
    """A payoff and how closely the core's floats must meet it."""

    name: str
    payoff: tuple
    closeness: float = COUNTED

    @property
    def is_whole(self):
        return all(value == int(value) for value in self.payoff)

    def is_met(self, number, expected):
        """Tell whether a value of the core is the fraction; sums of floats may cancel: to the largest."""
        if self.closeness == COUNTED:
            return close(number, expected)
        return abs(number - float(expected)) <= FLOATING * max(map(abs, self.payoff))


def any_ints(seed, size):
    draw = random.Random(seed)
    return tuple(draw.randint(-size, size) for _ in range(25))


def any_floats(seed, size):
    draw = random.Random(seed)
    return tuple(draw.uniform(-size, size) for _ in range(25))


def at_least(target):
    return tuple(int(points >= target) for points in range(25))


def beat(target, tie):
    return tuple(tie if points == target else int(points > target) for points in range(25))


MEAN = Case("mean score", tuple(range(25)))
QUALIFY = Case("qualify", at_least(4))
TARGETS = [Case(f"at least {target}", at_least(target)) for target in (10, 16, 18, 19, 21, 23, 24)]
BEATING = [Case(f"beat {target}, tie split", beat(target, 0.5)) for target in (4, 12, 19, 22, 24)]
ODD_TIE = Case("beat 19, tie 0.1", beat(19, 0.1), FLOATING)
CONSTANTS = [Case("nothing matters", (7,) * 25), Case("nothing counts", (0,) * 25)]
INTS = [Case(f"whole numbers {seed}", any_ints(seed, 100)) for seed in (1, 2)]
SMALL_INTS = [Case(f"many ties {seed}", any_ints(seed, 1)) for seed in (4, 5)]
QUARTERS = Case("quarters", tuple(value / 4 for value in any_ints(6, 50)))
# 6**21 times 210, 420 and 840 are the last to fit 62, 63 and 64 bits.
BIG_INTS = [
    *(Case(f"up to {most}", tuple(range(most, most - 25, -1))) for most in (210, 440, 1_000)),
    *(Case("big", any_ints(7, 5_000)), Case("huge", any_ints(8, 10**15))),
]
BIG_QUARTERS = Case("big quarters", tuple(value / 4 for value in any_ints(12, 5_000)), FLOATING)
FLOATS = [Case(f"floats {seed}", any_floats(seed, 10.0), FLOATING) for seed in (9, 10)]
BIG_FLOATS = Case("big floats", any_floats(11, 1e6), FLOATING)

ALL = [
    *(MEAN, QUALIFY, *TARGETS, *BEATING, ODD_TIE, *CONSTANTS),
    *(*INTS, *SMALL_INTS, QUARTERS, *BIG_INTS, BIG_QUARTERS, *FLOATS, BIG_FLOATS),
]
OF_EVERY_KIND = [
    *(MEAN, QUALIFY, *TARGETS[::3], *BEATING[::2], ODD_TIE),
    *(INTS[1], SMALL_INTS[0], QUARTERS, BIG_INTS[1], BIG_INTS[-1], FLOATS[0]),
]
SOME = [MEAN, BEATING[2], INTS[0]]

CASES = [
    pytest.param(required, case, id=f"{required[0]}{required[1]}-{case.name}")
    for required, cases in [
        ((1, 4), ALL),
        ((2, 4), OF_EVERY_KIND),
        ((3, 6), SOME),
        ((6, 5), SOME),
        ((2, 1), SOME),
    ]
    for case in cases
]


@pytest.mark.parametrize(("required", "case"), CASES)
def test_the_core_agrees_with_plain_enumeration(required, case):
    twin = naive.Naive(required, case.payoff)
    rules = mc.Rules(required)
    solution = mc.solve(rules, mc.Goal(case.name, case.payoff))
    assert wrong_values(solution, rules, twin, case) == []
    assert wrong_options(solution, rules, twin, case) == []
    assert wrong_distributions(solution, rules, twin) == []


def wrong_values(solution, rules, twin, case):
    """Return the positions, finished ones included, whose value is not the twin's."""
    wrong = []
    for kept in naive.positions(most=6):
        turn, worth = mc.Turn(rules, kept), twin.worth(kept)
        if case.is_whole and solution.exact(turn) != worth.value:
            wrong.append((kept, solution.exact(turn), worth.value))
        if not case.is_met(solution.value(turn), worth.value):
            wrong.append((kept, solution.value(turn), float(worth.value)))
    return wrong


def wrong_options(solution, rules, twin, case):
    """Return the rolls whose options are not the twin's, in its order, ties included, with its numbers."""
    wrong = []
    chances = {
        kept: solution.distribution(mc.Turn(rules, kept)).tobytes() for kept in naive.positions(most=6)
    }
    right = set()  # many keeps lead to the same position beside the same best one: reckoned only once
    for kept in naive.positions():
        turn = mc.Turn(rules, kept)
        for roll in naive.rolls(6 - len(kept)):
            ranked, options = twin.ranked(kept, roll), solution.options(turn, roll)
            keeps = [option.keep for option in options]
            # Among worse keeps, a core that reckons in floats cannot tell a tie from a rounding.
            in_order = sorted(keeps) == sorted(ranked) if case.closeness == FLOATING else keeps == ranked
            if not (in_order and solution.best_keep(turn, roll) == keeps[0] == ranked[0]):
                wrong.append((kept, roll, keeps, ranked))
            best = naive.with_more(kept, ranked[0])
            for option in options:
                after = naive.with_more(kept, option.keep)
                if option.distribution.tobytes() != chances[after]:
                    wrong.append((kept, roll, option, twin.worth(after)))
                said = (best, after, option.value, option.loss, option.mean_score, option.p_qualify)
                if said in right:
                    continue
                if is_right(option, twin.worth(after), twin.worth(best).value, case):
                    right.add(said)
                else:
                    wrong.append((kept, roll, option, twin.worth(after)))
    return wrong


def is_right(option, worth, best, case):
    return (
        case.is_met(option.value, worth.value)
        and case.is_met(option.loss, best - worth.value)
        and close(option.mean_score, worth.mean_score)
        and close(option.p_qualify, worth.p_qualify)
    )


def wrong_distributions(solution, rules, twin):
    """Return the positions from which a final score is not as likely as the twin says."""
    wrong = []
    for kept in naive.positions(most=6):
        chances, expected = solution.distribution(mc.Turn(rules, kept)), twin.distribution(kept)
        if not all(map(close, chances.tolist(), expected)):
            wrong.append((kept, chances, expected))
    return wrong


def close(number, expected):
    """Tell whether a counted float is the fraction, to within three roundings."""
    nearest = expected.numerator / expected.denominator
    return abs(number - nearest) <= COUNTED * abs(nearest)


@pytest.mark.parametrize("kept", [(1, 6), (4, 4), (2, 3)])
@pytest.mark.parametrize("case", [MEAN, QUALIFY, INTS[0]], ids=lambda case: case.name)
def test_the_twin_agrees_with_the_plainest_solution(case, kept):
    twin = naive.Naive((1, 4), case.payoff)
    assert naive.value_from_scratch((1, 4), case.payoff, kept) == twin.worth(kept).value


def test_the_twin_counts_every_ordered_roll_once():
    assert [sum(naive.rolls(dice).values()) for dice in range(1, 7)] == [6**dice for dice in range(1, 7)]


def test_big_payoffs_are_exact_where_floats_are_not():
    payoff = (*(10**17 + points for points in range(24)), 10**17 + 25)
    solution = mc.solve(mc.MIDNIGHT, mc.Goal("big", payoff))
    last_die = mc.Turn(mc.MIDNIGHT, (1, 4, 6, 6, 6))
    assert solution.exact(last_die) == 10**17 + Fraction(19 + 20 + 21 + 22 + 23 + 25, 6)
