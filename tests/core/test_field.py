"""Races of two to eight who play by rote, beside solved races, plain recursion, and games really played."""

import random
from functools import cache
from itertools import permutations

import numpy as np
import pytest

import midnight_core as mc
from midnight_core.field import Field
from midnight_core.race import FINISHES

CLOSE = 1e-12
POSSIBLE = (0, *range(4, 25))
NAMES = ("perfect", "greedy", "qualifiers-then-sixes", "throws-21", "semi-greedy", "one-at-a-time")


@cache
def turns(name):
    return mc.evaluate(mc.MIDNIGHT, mc.strategies.NAMED[name])


def seats(players):
    """Return the turns of so many seats, no two neighbours alike."""
    return [turns(NAMES[seat % len(NAMES)]) for seat in range(players)]


def spread(**chances):
    """Return a distribution from ``s0=0.5, s4=0.5``."""
    found = np.zeros(25)
    for score, chance in chances.items():
        found[int(score[1:])] = chance
    return found


# -------------------------------------------------------------------------------------- beside solved races


@pytest.mark.parametrize(
    "names", [("greedy", "throws-21"), ("perfect", "perfect"), ("semi-greedy", "perfect")]
)
def test_a_field_of_two_is_the_race_solved_for_two_by_rote(names):
    strategies = [mc.strategies.NAMED[name] for name in names]
    race = mc.solve_race(mc.MIDNIGHT, 40, "immediate", strategies=strategies)
    field = Field(40, "immediate", [turns(name) for name in names])
    for first in range(0, 40, 3):
        for second in range(0, 40, 3):
            for mover in (0, 1):
                chance = race.chance((first, second), mover)
                assert field.chances((first, second), mover)[0] == pytest.approx(chance, rel=0, abs=CLOSE)


def test_in_a_field_of_two_alike_level_totals_are_worth_the_same_as_extra_turns():
    greedy = mc.strategies.NAMED["greedy"]
    race = mc.solve_race(mc.MIDNIGHT, 40, strategies=(greedy, greedy))
    field = Field(40, "round", [turns("greedy")] * 2)
    for second in range(0, 40, 3):
        for first in range(0, 64, 3):
            if first < 40:
                assert abs(field.chances((first, second))[0] - race.win[first, second]) <= CLOSE
            assert abs(field.chances((first, second), 1)[0] - race.chance((first, second), 1)) <= CLOSE


def test_in_a_field_of_two_that_differ_only_level_totals_are_counted_otherwise():
    """Between the solved race and the field is the chance to be level times what extra turns are off half."""
    names = ("perfect", "throws-21")
    race = mc.solve_race(mc.MIDNIGHT, 30, strategies=[mc.strategies.NAMED[name] for name in names])
    one, other = (turns(name) for name in names)
    won, lost = one @ (np.cumsum(other) - other), other @ (np.cumsum(one) - one)
    field = Field(30, "round", (one, other))
    for totals in [(15, 16), (20, 11), (5, 29), (29, 29)]:
        level = played_out(30, "round", (one, other), totals, worth_of=lambda level: float(len(level) == 2))
        gap = level[0] * (won / (won + lost) - 0.5)
        assert race.chance(totals, 0) - field.chances(totals)[0] == pytest.approx(gap, rel=0, abs=CLOSE)
        assert abs(gap) > 1e-4


# ----------------------------------------------------------------------------------- beside plain recursion


def played_out(target, finish, distributions, totals, played=0, worth_of=None):
    """Return every seat's chance by recursion, turn by turn; level totals shared equally.

    `worth_of` says instead what each of those who are level gets.
    """
    players = len(distributions)
    moves = [[(own, chance) for own, chance in enumerate(one) if chance] for one in distributions]
    share = worth_of or (lambda level: 1 / len(level))

    @cache
    def turn(totals, seat, begun):
        """Return the chances, and last the chance to come back to the totals before the round."""
        if seat == players:
            most = max(totals)
            if most >= target:
                level = [other for other in range(players) if totals[other] == most]
                return np.array([share(level) if other in level else 0.0 for other in range(players)] + [0.0])
            return np.eye(players + 1)[-1] if totals == begun else np.append(begin(totals), 0)
        found = np.zeros(players + 1)
        for own, chance in moves[seat]:
            after = (*totals[:seat], totals[seat] + own, *totals[seat + 1 :])
            if finish == "immediate" and after[seat] >= target:
                found[seat] += chance
            else:
                found += chance * turn(after, seat + 1, begun)
        return found

    @cache
    def begin(totals):
        *chances, again = turn(totals, 0, totals)
        return np.array(chances) / (1 - again)

    return turn(tuple(totals), played, None)[:-1] if played else begin(tuple(totals))


FEW = [
    spread(s0=0.5, s4=0.25, s7=0.25),
    spread(s0=0.1, s5=0.9),
    spread(s0=0.3, s4=0.3, s9=0.4),
    spread(s4=0.5, s5=0.5),
    spread(s0=0.875, s24=0.125),
    spread(s0=0.5, s6=0.5),
    spread(s0=0.25, s4=0.75),
    spread(s0=0.4, s5=0.6),
]


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize(("players", "target"), [(2, 30), (3, 20), (4, 13), (5, 9), (6, 7), (7, 5), (8, 4)])
def test_every_seats_chance_is_what_playing_all_games_out_says(players, target, finish):
    distributions = FEW[:players]
    field = Field(target, finish, distributions)
    wanted = played_out(target, finish, distributions, (0,) * players)
    assert np.abs(field.chances((0,) * players) - wanted).max() <= CLOSE
    draw = random.Random(f"{players} {finish}")
    for _ in range(12):
        played = draw.randrange(players + 1)
        totals = drawn(draw, field, played)
        wanted = played_out(target, finish, distributions, totals, played)
        assert np.abs(field.chances(totals, played) - wanted).max() <= CLOSE, (totals, played)


def drawn(draw, field, played):
    """Draw totals of a race that is not over; in a round, who has played may have passed the target."""
    may_pass = [field.finish == "round" and seat < played for seat in range(field.players)]
    return tuple(draw.randrange(max(field.target - 10, 0), field.target + 9 * far) for far in may_pass)


@pytest.mark.parametrize("finish", FINISHES)
def test_two_with_all_their_scores_are_what_playing_all_games_out_says(finish):
    distributions = (turns("perfect"), turns("throws-21"))
    field = Field(30, finish, distributions)
    for totals, played in [((0, 0), 0), ((12, 20), 1), ((25, 10), 0), ((29, 29), 1)]:
        wanted = played_out(30, finish, distributions, totals, played)
        assert np.abs(field.chances(totals, played) - wanted).max() <= CLOSE


# --------------------------------------------------------------------------------------- beside played games

GAMES = 40_000


def simulated(field, totals, played, rng):
    """Return the mean share of each seat in games really played, and the standard error of each."""
    points = np.tile(np.array(totals), (GAMES, 1))
    shares = np.zeros((GAMES, field.players))
    going = np.ones(GAMES, dtype=bool)
    seat = played
    while going.any():
        if seat == field.players:
            seat = 0
            most = points.max(axis=1, keepdims=True)
            ended = going & (most[:, 0] >= field.target)
            level = points == most
            shares[ended] = (level / level.sum(axis=1, keepdims=True))[ended]
            going &= ~ended
        scores = rng.choice(25, size=GAMES, p=np.array(field.distributions[seat]))
        points[:, seat] += scores * going
        if field.finish == "immediate":
            ended = going & (points[:, seat] >= field.target)
            shares[ended, seat] = 1
            going &= ~ended
        seat += 1
    return shares.mean(axis=0), shares.std(axis=0) / GAMES**0.5


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("players", range(2, 9))
def test_games_really_played_end_as_often(players, finish):
    """Within five standard errors, which one of 140 chances leaves in about one of 12,000 sets of seeds."""
    draw = random.Random(f"games {players} {finish}")
    field = Field(100, finish, seats(players))
    for played in (0, draw.randrange(1, players)):
        totals = tuple(draw.randrange(40, 100) for _ in range(players))
        means, errors = simulated(field, totals, played, np.random.default_rng([players, played]))
        chances = field.chances(totals, played)
        # A seat that never won in so many games still tells that its chance is small.
        assert (np.abs(means - chances) <= 5 * errors + 10 / GAMES).all(), (totals, played, means, chances)


# ------------------------------------------------------------------------------------ what must always hold


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("players", range(2, 9))
def test_the_chances_sum_to_one(players, finish):
    draw = random.Random(f"sum {players} {finish}")
    for target in (4, 24, 100, 300):
        field = Field(target, finish, seats(players))
        assert abs(field.chances((0,) * players).sum() - 1) <= CLOSE
        for _ in range(5):
            played = draw.randrange(players + 1)
            chances = field.chances(drawn(draw, field, played), played)
            assert abs(chances.sum() - 1) <= CLOSE
            assert chances.min() >= 0


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("players", range(2, 9))
def test_a_goal_is_the_chance_with_each_score_added(players, finish):
    draw = random.Random(f"goal {players} {finish}")
    field = Field(60, finish, seats(players))
    for played in range(players):
        totals = drawn(draw, field, played)
        payoff = np.array(field.goal(totals, played).payoff)
        assert field.distributions[played] @ payoff == pytest.approx(
            field.chances(totals, played)[played], rel=0, abs=CLOSE
        )
        for own in POSSIBLE:
            after = (*totals[:played], totals[played] + own, *totals[played + 1 :])
            wanted = field.chances(after, played + 1)[played]
            assert payoff[own] == pytest.approx(wanted, rel=0, abs=CLOSE)


@pytest.mark.parametrize("finish", FINISHES)
def test_one_turn_at_its_best_is_no_worse_than_the_fixed_one(finish):
    field = Field(100, finish, seats(4))
    for totals in [(0, 0, 0, 0), (80, 90, 70, 99), (99, 99, 99, 99)]:
        for played in range(4):
            best = mc.solve(mc.MIDNIGHT, field.goal(totals, played)).value(mc.Turn(mc.MIDNIGHT))
            assert best >= field.chances(totals, played)[played] - CLOSE


@pytest.mark.parametrize("players", [2, 5, 8])
def test_with_the_round_completed_the_order_does_not_count(players):
    field = Field(50, "round", [turns("greedy")] * players)
    assert np.abs(field.chances((7,) * players) - 1 / players).max() <= CLOSE
    totals = tuple(range(20, 20 + players))
    chances = field.chances(totals)
    assert np.abs(field.chances(totals[::-1])[::-1] - chances).max() <= CLOSE
    assert (np.diff(chances) > 0).all()


def test_swapping_seats_and_all_that_is_theirs_swaps_the_chances():
    distributions, totals = seats(3), (30, 10, 20)
    chances = Field(50, "round", distributions).chances(totals)
    for order in permutations(range(3)):
        field = Field(50, "round", [distributions[seat] for seat in order])
        found = field.chances([totals[seat] for seat in order])
        assert np.abs(found - chances[list(order)]).max() <= CLOSE


def test_at_once_it_is_good_to_be_the_next_to_play():
    field = Field(50, "immediate", [turns("greedy")] * 4)
    for played in range(4):
        chances = np.roll(field.chances((30,) * 4, played), -played)
        assert (np.diff(chances) < 0).all()
    assert np.abs(field.chances((30,) * 4, 4) - field.chances((30,) * 4, 0)).max() <= CLOSE


def test_the_end_of_a_round_is_settled():
    field = Field(20, "round", seats(4))
    assert field.chances((20, 25, 19, 3), 4).tolist() == pytest.approx([0, 1, 0, 0], abs=CLOSE)
    assert field.chances((25, 25, 19, 25), 4).tolist() == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3], abs=CLOSE)
    assert field.chances((20,) * 4, 4).tolist() == pytest.approx([0.25] * 4, abs=CLOSE)
    unfinished = field.chances((19,) * 4, 4)
    assert np.abs(unfinished - field.chances((19,) * 4, 0)).max() <= CLOSE


def test_who_has_just_passed_the_target_at_once_has_won():
    field = Field(20, "immediate", seats(4))
    for played in range(1, 5):
        totals = [19] * 4
        totals[played - 1] = 25
        wanted = np.eye(4)[played - 1]
        assert np.abs(field.chances(totals, played) - wanted).max() <= CLOSE


@pytest.mark.parametrize("seldom", [spread(s0=1), spread(s0=0.9995, s4=0.0005)], ids=["never", "seldom"])
@pytest.mark.parametrize("finish", FINISHES)
def test_a_seat_that_hardly_ever_scores_does_not_stop_the_others(finish, seldom):
    distributions = [seldom, FEW[1], FEW[2]]
    field = Field(20, finish, distributions)
    wanted = played_out(20, finish, distributions, (0, 0, 0))
    assert np.abs(field.chances((0, 0, 0)) - wanted).max() <= CLOSE


@pytest.mark.parametrize("finish", FINISHES)
def test_a_field_that_seldom_scores_comes_to_an_end_all_the_same(finish):
    distributions = [spread(s0=0.95, s24=0.05), spread(s0=0.97, s20=0.02, s24=0.01)]
    field = Field(100, finish, distributions)
    wanted = played_out(100, finish, distributions, (0, 0))
    assert np.abs(field.chances((0, 0)) - wanted).max() <= CLOSE


@pytest.mark.parametrize("finish", FINISHES)
def test_a_field_that_never_ends_is_refused_and_not_cut_short(finish):
    for seldom in (spread(s0=1), spread(s0=0.998, s24=0.002)):
        with pytest.raises(mc.InputError, match="so seldom"):
            Field(100, finish, [seldom] * 2)


def test_totals_may_be_any_series_and_chances_are_read_only():
    field = Field(50, "round", seats(3))
    wanted = field.chances((1, 2, 3))
    assert field.players == 3
    for totals in ([1, 2, 3], np.array([1, 2, 3]), (total for total in (1, 2, 3))):
        assert (field.chances(totals) == wanted).all()
    with pytest.raises(ValueError, match="read-only"):
        wanted[0] = 1
