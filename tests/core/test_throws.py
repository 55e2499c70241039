"""The 21-throw formula beside the solver and beside counting."""

from fractions import Fraction
from itertools import product

import pytest

import midnight_core as mc
from midnight_core import throws
from tests.reference import naive


def test_keeping_one_die_a_roll_throws_21_dice():
    assert [throws.most_throws(dice) for dice in range(7)] == [0, 1, 3, 6, 10, 15, 21]
    assert [throws.throws_after(rolls) for rolls in range(7)] == [0, 6, 11, 15, 18, 20, 21]


@pytest.mark.parametrize("required", [(1, 4), (2, 4), (5, 6)])
def test_the_formula_is_the_solvers_best_chance_from_every_position(required):
    rules = mc.Rules(required)
    solution = mc.solve(rules, mc.goals.qualify())
    for kept in naive.positions(most=6):
        turn = mc.Turn(rules, kept)
        missing = len(set(required) - set(kept))
        assert throws.p_all(missing, throws.most_throws(turn.dice_left)) == solution.exact(turn), kept


@pytest.mark.parametrize("count", range(6))
def test_the_formula_counts_what_enumeration_counts(count):
    rolls = list(product(range(1, 7), repeat=count))
    with_4 = sum(4 in roll for roll in rolls)
    with_both = sum({1, 4} <= set(roll) for roll in rolls)
    assert throws.p_all(0, count) == 1
    assert throws.p_all(1, count) == Fraction(with_4, len(rolls))
    assert throws.p_all(2, count) == Fraction(with_both, len(rolls))


@pytest.mark.parametrize("faces", range(7))
def test_p_never_counts_the_rolls_without_the_faces(faces):
    rolls = list(product(range(1, 7), repeat=3))
    without = sum(all(face > faces for face in roll) for roll in rolls)
    assert throws.p_never(faces, 3) == Fraction(without, len(rolls))


@pytest.mark.parametrize("rolls", range(1, 7))
def test_playing_the_strategy_gives_the_formula_after_every_roll(rolls):
    def qualifiers_or_the_lowest_die(kept, roll):
        return tuple({1, 4} & set(roll) - set(kept)) or roll[:1]

    reached = naive.forward(qualifiers_or_the_lowest_die, rolls)
    both = sum(chance for kept, chance in reached.items() if {1, 4} <= set(kept))
    assert both == throws.p_all(2, throws.throws_after(rolls))
