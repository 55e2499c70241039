"""The rethrow once both qualifiers are in, beside every ordered roll, every subset, and the solver."""

from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import pytest

import midnight_core as mc
from midnight_core import rethrow
from tests.reference import naive

COUNTS = [1, 2, 3, 4]


@cache
def value(dice):
    """Return what so many dice bring: every ordered roll, every subset of its dice."""
    if not dice:
        return Fraction(0)
    total = sum(
        max(
            sum(part) + value(dice - size) for size in range(1, dice + 1) for part in combinations(roll, size)
        )
        for roll in product(range(1, 7), repeat=dice)
    )
    return total / 6**dice


def best_keeps(roll):
    """Return every keep of a roll that is worth most."""
    worth = {keep: sum(keep) + value(len(roll) - len(keep)) for keep in naive.keeps(roll)}
    return {keep for keep in worth if worth[keep] == max(worth.values())}


def rolls(dice):
    return list(combinations_with_replacement(range(1, 7), dice))


def test_values_by_hand():
    assert rethrow.value(0) == 0
    assert rethrow.value(1) == Fraction(7, 2)
    # The higher of two dice is kept; the lower one when it is a 4 or more, else it is worth 7/2.
    by_hand = sum(max(a, b) + max(min(a, b), Fraction(7, 2)) for a in range(1, 7) for b in range(1, 7))
    assert rethrow.value(2) == Fraction(by_hand, 36) == Fraction(593, 72)


@pytest.mark.parametrize("dice", COUNTS)
def test_values_are_what_plain_enumeration_finds(dice):
    assert rethrow.value(dice) == value(dice)
    assert rethrow.price(dice) == value(dice) - value(dice - 1)


@pytest.mark.parametrize("required", [(1, 4), (2, 4), (5, 6)])
def test_values_are_the_solvers_in_every_position_with_both_qualifiers(required):
    rules, seen = mc.Rules(required), 0
    solution = mc.solve(rules, mc.goals.mean_score())
    for kept in naive.positions(2, 6):
        turn = mc.Turn(rules, kept)
        if not turn.missing:
            assert solution.exact(turn) == turn.points + rethrow.value(turn.dice_left), kept
            seen += 1
    assert seen == 1 + 6 + 21 + 56 + 126


@pytest.mark.parametrize("dice", COUNTS)
def test_keeps_are_the_solvers_for_every_roll(dice):
    turn = mc.Turn(mc.MIDNIGHT, (1, 4) + (6,) * (4 - dice))
    solution = mc.solve(mc.MIDNIGHT, mc.goals.mean_score())
    for roll in rolls(dice):
        assert rethrow.best_keep(roll) == solution.best_keep(turn, roll)
        ours = {option.keep: option.loss for option in rethrow.keeps(roll)}
        theirs = {option.keep: option.loss for option in solution.options(turn, roll)}
        assert ours.keys() == theirs.keys()
        for keep, loss in theirs.items():
            assert float(ours[keep]) == pytest.approx(loss, abs=1e-12)


@pytest.mark.parametrize("dice", COUNTS)
def test_no_roll_has_two_best_keeps(dice):
    for roll in rolls(dice):
        assert best_keeps(roll) == {rethrow.best_keep(roll)}


@pytest.mark.parametrize("dice", COUNTS)
def test_the_table_has_every_roll_once_with_its_keep(dice):
    table = rethrow.table(dice)
    assert sorted(row.roll for row in table) == rolls(dice)
    assert table[0].roll == (6,) * dice
    assert table[-1].roll == (1,) * dice
    assert sum(row.ways for row in table) == 6**dice
    assert sum(row.ways * row.value for row in table) == 6**dice * value(dice)
    for row in table:
        assert {row.keep} == best_keeps(row.roll)
        assert tuple(sorted(row.keep + row.thrown)) == row.roll
        assert row.ways == naive.rolls(dice)[row.roll]
        worth = sorted(sum(keep) + value(dice - len(keep)) for keep in naive.keeps(row.roll))
        assert row.margin == (worth[-1] - worth[-2] if len(worth) > 1 else None)


def test_the_worked_example_of_the_rule_texts():
    options = {option.keep: option for option in rethrow.keeps((6, 6, 5, 2))}
    assert set(options) == set(naive.keeps((2, 5, 6, 6)))
    assert options[5, 6, 6].value == Fraction(41, 2)
    assert options[2, 5, 6, 6].value == 19
    # Stopping costs a point and a half: not so marginal.
    assert options[2, 5, 6, 6].loss == Fraction(3, 2)
    assert options[6, 6].value == 12 + Fraction(593, 72)
    losses = [option.loss for option in rethrow.keeps(rethrow.EXAMPLE)]
    assert losses == sorted(losses)
    assert rethrow.keeps(rethrow.EXAMPLE)[0].keep == (5, 6, 6)
    assert rethrow.keeps(rethrow.EXAMPLE)[0].thrown == (2,)


def test_a_4_stays_only_when_no_other_die_would_go():
    """Below the highest die, a 4 is kept exactly when it is the lowest one and alone."""
    for dice in COUNTS:
        fate = rethrow.fate(4, dice)
        assert fate.split == ()
        for roll in fate.kept:
            assert roll[0] == 4 < roll[1] or roll == (4, 4)
        for roll in fate.thrown:
            assert roll[0] < 4 or roll[:2] == (4, 4)
    assert [len(rethrow.fate(4, dice).kept) for dice in COUNTS] == [0, 3, 3, 4]
    assert (4, 4, 6) in rethrow.fate(4, 3).thrown


def test_a_5_goes_back_only_alone_with_two_lower_dice_of_four():
    assert [rethrow.fate(5, dice).thrown for dice in COUNTS[:3]] == [(), (), ()]
    thrown = rethrow.fate(5, 4).thrown
    assert set(thrown) == {
        (a, b, 5, c) for a, b in combinations_with_replacement(range(1, 5), 2) for c in (5, 6)
    }


def test_a_6_always_stays_and_a_3_never():
    for dice in COUNTS:
        assert rethrow.fate(6, dice).thrown == rethrow.fate(6, dice).split == ()
        for face in (1, 2, 3):
            assert rethrow.fate(face, dice).kept == rethrow.fate(face, dice).split == ()


@pytest.mark.parametrize("dice", COUNTS)
@pytest.mark.parametrize("face", range(1, 7))
def test_fates_are_read_off_the_best_keeps(face, dice):
    fate, found = rethrow.fate(face, dice), {"kept": set(), "thrown": set(), "split": set()}
    for roll in rolls(dice):
        (keep,) = best_keeps(roll)
        free = list(keep)
        free.remove(max(keep))
        again = roll.count(face) - keep.count(face)
        if face in free and again:
            found["split"].add(roll)
        elif face in free:
            found["kept"].add(roll)
        elif again:
            found["thrown"].add(roll)
    assert {name: set(getattr(fate, name)) for name in found} == found
    for part in (fate.kept, fate.thrown, fate.split):
        assert list(part) == sorted(part, key=lambda roll: roll[::-1], reverse=True)


def test_the_rule_for_one_die_fails_only_on_a_pair_of_fives():
    assert [rethrow.lowest_kept(dice) for dice in COUNTS] == [4, 5, 6, 6]
    assert rethrow.exceptions(1) == rethrow.exceptions(2) == rethrow.exceptions(3) == ()
    expected = {(low, 5, 5, high) for low in range(1, 6) for high in (5, 6)}
    assert set(rethrow.exceptions(4)) == expected
    for roll in rethrow.exceptions(4):
        assert {rethrow.one_die_keep(roll)} != best_keeps(roll)


def test_dice_may_come_in_any_order():
    assert rethrow.best_keep((2, 6, 5, 6)) == (5, 6, 6)
    assert rethrow.keeps((2, 6, 5, 6)) == rethrow.keeps(rethrow.EXAMPLE)
    assert rethrow.one_die_keep([3, 6]) == (6,)


@pytest.mark.parametrize("dice", [-1, 5, 1.0, True, None, "2"])
@pytest.mark.parametrize(
    "ask",
    [
        rethrow.value,
        rethrow.price,
        rethrow.lowest_kept,
        rethrow.table,
        rethrow.exceptions,
        lambda n: rethrow.fate(4, n),
    ],
)
def test_at_most_four_dice_are_left(ask, dice):
    with pytest.raises(mc.InputError, match=f"[01] to 4 dice are thrown, not .*{dice}"):
        ask(dice)


@pytest.mark.parametrize("ask", [rethrow.keeps, rethrow.best_keep, rethrow.one_die_keep])
@pytest.mark.parametrize("roll", [(), (1, 2, 3, 4, 5), (0,), (7, 1), None, "66"])
def test_what_is_no_roll_is_refused(ask, roll):
    with pytest.raises(mc.InputError):
        ask(roll)


@pytest.mark.parametrize("ask", [rethrow.price, rethrow.table])
def test_no_dice_cannot_be_thrown(ask):
    with pytest.raises(mc.InputError, match="1 to 4"):
        ask(0)


@pytest.mark.parametrize("face", [0, 7, 4.0, None])
def test_a_fate_is_that_of_a_face(face):
    with pytest.raises(mc.InputError, match="1 to 6"):
        rethrow.fate(face, 3)
