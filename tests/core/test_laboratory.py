"""Turns by the million beside turns played one by one, the exact distributions, and textbook formulas."""

import random
import statistics
import tracemalloc
from fractions import Fraction
from math import inf, isinf, sqrt

import numpy as np
import pytest
from scipy import stats

import midnight_core as mc
from midnight_core import laboratory
from tests.reference import philox

NAMES = list(mc.strategies.NAMED)
SEED = 2417
TURNS = 200_000
# One test in a thousand fails by chance, once and for all: the seeds are fixed.
UNLIKELY = 1e-3


def named(name):
    return mc.strategies.NAMED[name]


def last(runs):
    *_, counts = runs
    return counts


def counted(name, turns=TURNS, **options):
    return last(laboratory.running_counts(mc.MIDNIGHT, named(name), turns, SEED, **options))


def paired(one, other, turns=TURNS, **options):
    return last(laboratory.running_pairs(mc.MIDNIGHT, named(one), named(other), turns, SEED, **options))


def dice_of(row):
    """Return the six parts of a row of dice: 6, 5, ... 1 faces in the order in which they fall."""
    digits = []
    for most in range(6, 0, -1):
        row, part = divmod(row, 6**most)
        digits.append(tuple(int(digit) + 1 for digit in np.base_repr(part, 6).zfill(most)))
    return digits


def mean_of(name):
    counts = mc.evaluate_counts(mc.MIDNIGHT, named(name)).tolist()
    return Fraction(sum(score * count for score, count in enumerate(counts)), 6**21)


def play(name, row, rules=mc.MIDNIGHT):
    """Return the score of a turn played roll by roll on a row of dice."""
    turn = mc.Turn(rules)
    for dice in dice_of(row):
        if not turn.is_over:
            roll = dice[: turn.dice_left]
            turn = turn.keep(named(name).keep(turn, roll), roll)
    return turn.score


def raw(turn, attempt):
    # numpy counts up before it makes its first numbers.
    return philox.block((turn // 4 + 1, attempt, 0, 1_000_000), (SEED, 0))[turn % 4]


# -------------------------------------------------------------------------------------------------- the rows
def test_a_row_is_a_raw_number_of_seed_and_turn_and_unfair_ones_are_drawn_again():
    fair = 2**64 // 6**21 * 6**21
    first, turns = 10_001, 4_000
    rows, again = laboratory.rows(SEED, first, turns).tolist(), 0
    for turn, row in enumerate(rows, start=first):
        attempt = 0
        while raw(turn, attempt) >= fair:
            attempt += 1
        again += attempt
        assert row == raw(turn, attempt) % 6**21
    assert again, "no number was drawn again: take more turns"


def test_rows_may_be_cut_anywhere():
    whole = laboratory.rows(SEED, 0, 5_000).tolist()
    for cut in (1, 2, 3, 4, 1_001, 4_999):
        assert (
            laboratory.rows(SEED, 0, cut).tolist() + laboratory.rows(SEED, cut, 5_000 - cut).tolist() == whole
        )
    assert laboratory.rows(SEED, 7, 0).shape == (0,)


def test_other_seeds_have_other_rows():
    rows = {tuple(laboratory.rows(seed, 0, 8).tolist()) for seed in (1, 2, 3, 10**12 - 1)}
    assert len(rows) == 4
    assert all(0 <= row < 6**21 for some in rows for row in some)


def test_every_die_of_a_row_is_fair():
    rows = [dice_of(row) for row in laboratory.rows(SEED, 0, 6_000).tolist()]
    faces = np.array([[face for roll in row for face in roll] for row in rows])
    assert faces.shape == (6_000, 21)
    p_values = [stats.chisquare(np.bincount(die, minlength=7)[1:]).pvalue for die in faces.T]
    assert min(p_values) > UNLIKELY / 21
    neighbours = np.corrcoef(faces.T)[np.triu_indices(21, 1)]
    assert np.abs(neighbours).max() < 4.5 / sqrt(6_000)


# ------------------------------------------------------------------------------------------------- the turns
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", [mc.MIDNIGHT, mc.TWO_FOUR_24], ids=["14", "24"])
def test_fast_turns_are_turns_played_one_by_one(name, rules):
    rows = laboratory.rows(SEED, 0, 400)
    scores = laboratory.play(rules, named(name), rows)
    assert scores.tolist() == [play(name, row, rules) for row in rows.tolist()]


@pytest.mark.parametrize("name", NAMES)
def test_slow_motion_is_the_turn_that_is_counted(name):
    for number in (0, 1, 37, 123_456):
        throws = laboratory.slow_motion(mc.MIDNIGHT, named(name), SEED, number)
        before = mc.Turn(mc.MIDNIGHT)
        for throw, dice in zip(throws, dice_of(int(laboratory.rows(SEED, number, 1)[0])), strict=False):
            assert throw.turn == before
            assert throw.roll == dice[: before.dice_left]
            assert throw.kept == named(name).keep(before, throw.roll)
            before = throw.after
        assert before.is_over
        counts = counted(name, turns=1, first=number)
        assert counts.tolist() == [int(score == before.score) for score in range(25)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", [mc.MIDNIGHT, mc.TWO_FOUR_24], ids=["14", "24"])
def test_counts_agree_with_the_exact_distribution(name, rules):
    counts = last(laboratory.running_counts(rules, named(name), TURNS, SEED))
    chances = mc.evaluate(rules, named(name))
    assert counts.sum() == TURNS
    assert laboratory.fit(counts, chances).p_value > UNLIKELY
    found = laboratory.estimate(counts)
    assert abs(found.mean - chances @ np.arange(25)) < 4 * found.error


def test_counts_of_another_strategy_do_not_agree():
    chances = mc.evaluate(mc.MIDNIGHT, named("qualifiers-then-sixes"))
    assert laboratory.fit(counted("qualifiers-then-fives-and-sixes"), chances).p_value < 1e-12


# ------------------------------------------------------------------------------------------------ the chunks
@pytest.mark.parametrize("chunk", [1_000, 32_768, 40_000, 99_999, 100_000, 1 << 20])
def test_counts_do_not_depend_on_the_chunks(chunk):
    runs = list(laboratory.running_counts(mc.MIDNIGHT, named("greedy"), 100_000, SEED, chunk=chunk))
    turns = [int(counts.sum()) for counts in runs]
    assert turns == [*range(chunk, 100_000, chunk), 100_000]
    assert runs[-1].tolist() == counted("greedy", turns=100_000).tolist()
    assert runs[0].tolist() == counted("greedy", turns=turns[0]).tolist()


def test_counts_grow_and_stay_what_they_were():
    runs = list(laboratory.running_counts(mc.MIDNIGHT, named("greedy"), 5_000, SEED, chunk=1_000))
    growth = np.diff(runs, axis=0)
    assert (growth >= 0).all()
    assert (growth.sum(axis=1) == 1_000).all()
    with pytest.raises(ValueError, match="read-only"):
        runs[0][0] = 1


def test_a_run_goes_on_where_another_ended():
    one, other = counted("greedy", turns=30_001), counted("greedy", turns=50_000, first=30_001)
    assert (one + other).tolist() == counted("greedy", turns=80_001).tolist()


def test_no_turns_are_no_chunks():
    assert list(laboratory.running_counts(mc.MIDNIGHT, named("greedy"), 0, SEED)) == []


def test_the_memory_does_not_grow_with_the_chunk():
    counted("greedy", turns=1)
    tracemalloc.start()
    counted("greedy", turns=1 << 20, chunk=1 << 20)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10e6


# --------------------------------------------------------------------------------------------- the estimates
def test_an_estimate_is_mean_and_standard_error_of_the_scores():
    scores = random.Random(4).choices(range(25), k=300)
    found = laboratory.estimate([scores.count(score) for score in range(25)])
    assert found.turns == 300
    assert found.mean == pytest.approx(statistics.mean(scores))
    assert found.error == pytest.approx(statistics.stdev(scores) / sqrt(300))
    assert found.p_qualify == pytest.approx(sum(score > 0 for score in scores) / 300)


def test_the_error_is_how_far_means_scatter():
    runs = [laboratory.estimate(counted("greedy", turns=500, first=500 * run)) for run in range(400)]
    scatter = statistics.stdev(run.mean for run in runs)
    # A standard deviation of 400 values is known to about 1 part in 28.
    assert scatter == pytest.approx(statistics.mean(run.error for run in runs), rel=0.15)


def test_one_turn_has_no_error_and_turns_that_agree_have_none():
    assert isinf(laboratory.estimate(np.eye(25, dtype=int)[18]).error)
    assert laboratory.estimate(7 * np.eye(25, dtype=int)[18]).error == 0


def test_huge_counts_lose_nothing():
    counts = [0] * 25
    counts[17] = counts[19] = 10**12
    found = laboratory.estimate(counts)
    assert found.mean == 18
    assert found.error == pytest.approx(1 / sqrt(2 * 10**12))


# --------------------------------------------------------------------------------------------------- the fit
def test_the_fit_is_the_textbooks_when_no_cells_are_joined():
    chances = np.full(25, 1 / 25)
    counts = np.random.default_rng(3).multinomial(1_000, chances)
    found, expected = laboratory.fit(counts, chances), stats.chisquare(counts)
    assert len(found.cells) == 25
    assert found.freedom == 24
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)


@pytest.mark.parametrize("name", ["perfect", "greedy-with-fives"])
@pytest.mark.parametrize("turns", [1, 7, 50, 1_000, TURNS])
def test_cells_hold_every_turn_and_have_enough(name, turns):
    counts, chances = counted(name, turns=turns), mc.evaluate(mc.MIDNIGHT, named(name))
    found = laboratory.fit(counts, chances)
    assert sum(cell.observed for cell in found.cells) == turns
    assert sum(cell.expected for cell in found.cells) == pytest.approx(turns)
    assert found.freedom == len(found.cells) - 1
    assert all(cell.expected >= 5 for cell in found.cells) or len(found.cells) == 1
    for cell in found.cells:
        scores = slice(cell.low, cell.high + 1)
        assert cell.observed == counts[scores].sum()
        assert cell.expected == pytest.approx(turns * chances[scores].sum())
    statistic = sum((cell.observed - cell.expected) ** 2 / cell.expected for cell in found.cells)
    assert found.statistic == pytest.approx(statistic, abs=1e-9)
    assert found.p_value == pytest.approx(stats.chi2.sf(statistic, found.freedom) if found.freedom else 1)


def test_cells_are_joined_from_below_and_the_rest_joins_the_last():
    chances = [0.04, *[0] * 19, 0.03, 0.9, 0.01, 0.01, 0.01]
    counts = [3, *[0] * 19, 4, 91, 1, 0, 1]
    cells = laboratory.fit(counts, chances).cells
    assert [(cell.low, cell.high, cell.observed) for cell in cells] == [(0, 20, 7), (21, 24, 93)]


@pytest.mark.parametrize("turns", [1, 100_000])
def test_a_score_that_cannot_come_up_ends_the_matter(turns):
    chances = mc.evaluate(mc.MIDNIGHT, named("perfect"))
    counts = counted("perfect", turns=turns) + np.eye(25, dtype=int)[2]
    found = laboratory.fit(counts, chances)
    assert (found.statistic, found.p_value) == (inf, 0)
    assert sum(cell.observed for cell in found.cells) == turns + 1


def test_p_values_are_spread_evenly_when_the_turns_follow_the_distribution():
    chances = mc.evaluate(mc.MIDNIGHT, named("greedy"))
    p_values = [
        laboratory.fit(counted("greedy", turns=2_000, first=2_000 * run), chances).p_value
        for run in range(300)
    ]
    assert stats.kstest(p_values, "uniform").pvalue > UNLIKELY


# ------------------------------------------------------------------------------------- the same dice for two
def test_both_strategies_play_the_dice_that_they_would_play_alone():
    joint = paired("perfect", "greedy", chunk=70_000)
    assert joint.shape == (25, 25)
    assert joint.sum(axis=1).tolist() == counted("perfect").tolist()
    assert joint.sum(axis=0).tolist() == counted("greedy").tolist()
    rows = laboratory.rows(SEED, 0, 300).tolist()
    few = np.zeros((25, 25), dtype=int)
    for row in rows:
        few[play("perfect", row), play("greedy", row)] += 1
    assert paired("perfect", "greedy", turns=300).tolist() == few.tolist()


def test_a_difference_is_what_the_single_turns_give():
    joint = paired("perfect", "greedy", turns=2_000)
    scores = [
        laboratory.play(mc.MIDNIGHT, named(name), laboratory.rows(SEED, 0, 2_000)).tolist()
        for name in ("perfect", "greedy")
    ]
    gaps = [one - other for one, other in zip(*scores, strict=True)]
    found = laboratory.difference(joint)
    assert found.turns == 2_000
    assert found.mean == pytest.approx(statistics.mean(gaps))
    assert found.paired == pytest.approx(statistics.variance(gaps))
    assert found.unpaired == pytest.approx(sum(map(statistics.variance, scores)))
    assert found.error == pytest.approx(statistics.stdev(gaps) / sqrt(2_000))
    assert found.error_unpaired == pytest.approx(sqrt(sum(map(statistics.variance, scores)) / 2_000))
    assert found.narrowing == pytest.approx(found.error_unpaired / found.error)
    shares = [sum(gap > 0 for gap in gaps), sum(gap == 0 for gap in gaps), sum(gap < 0 for gap in gaps)]
    assert [found.better, found.same, found.worse] == [share / 2_000 for share in shares]


@pytest.mark.parametrize("other", [name for name in NAMES if name != "perfect"])
def test_the_same_dice_give_the_exact_difference_with_a_narrower_error(other):
    exact = [mean_of(name) for name in ("perfect", other)]
    found = laboratory.difference(paired("perfect", other))
    assert abs(found.mean - (exact[0] - exact[1])) < 4 * found.error
    assert found.narrowing > 1.1
    swapped = laboratory.difference(paired(other, "perfect"))
    assert (swapped.mean, swapped.better, swapped.worse) == (-found.mean, found.worse, found.better)


def test_a_strategy_does_not_differ_from_itself():
    found = laboratory.difference(paired("greedy", "greedy", turns=1_000))
    assert (found.mean, found.paired, found.error, found.same) == (0, 0, 0, 1)
    assert found.unpaired > 0
    assert found.narrowing == inf


# ------------------------------------------------------------------------------------------------- bad input
def run(**changes):
    given = {"turns": 10, "seed": SEED, "chunk": 10, "first": 0} | changes
    turns, seed = given.pop("turns"), given.pop("seed")
    return [
        lambda: laboratory.running_counts(mc.MIDNIGHT, named("greedy"), turns, seed, **given),
        lambda: laboratory.running_pairs(
            mc.MIDNIGHT, named("greedy"), named("perfect"), turns, seed, **given
        ),
    ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"turns": -1}, "0 to 1000000000000, not -1"),
        ({"turns": 1.5}, "0 to"),
        ({"turns": 10**5000}, "0 to"),
        ({"turns": None}, "0 to"),
        ({"first": -1}, "0 to"),
        ({"first": "3"}, "0 to"),
        ({"seed": 0}, "1 to 999999999999, not 0"),
        ({"seed": 10**12}, "1 to"),
        ({"seed": 1.0}, "1 to"),
        ({"chunk": 0}, "1 to 1048576 turns, not 0"),
        ({"chunk": 2**20 + 1}, "1 to"),
        ({"chunk": True}, "1 to"),
    ],
)
def test_a_run_is_refused_at_the_call(changes, sentence):
    for call in run(**changes):
        with pytest.raises(mc.InputError, match=sentence):
            call()


def test_a_cheat_is_refused_at_the_call():
    cheat = mc.Strategy("keeps nothing", lambda _turn, _roll: ())
    calls = [
        lambda: laboratory.running_counts(mc.MIDNIGHT, cheat, 10, SEED),
        lambda: laboratory.running_pairs(mc.MIDNIGHT, named("greedy"), cheat, 10, SEED),
        lambda: laboratory.slow_motion(mc.MIDNIGHT, cheat, SEED),
        lambda: laboratory.play(mc.MIDNIGHT, cheat, laboratory.rows(SEED, 0, 1)),
    ]
    for call in calls:
        with pytest.raises(mc.InputError, match="at least one"):
            call()


@pytest.mark.parametrize("number", [-1, 1.5, None])
def test_slow_motion_needs_the_number_of_a_turn(number):
    with pytest.raises(mc.InputError, match="0 to"):
        laboratory.slow_motion(mc.MIDNIGHT, named("greedy"), SEED, number)


@pytest.mark.parametrize(
    "counts",
    [[0] * 25, [1] * 24, [0.5] * 25, [-1] + [2] * 24, None, "x", [[1]] * 25, [[1], [2, 3]], [True] * 25],
    ids=["none", "24", "half", "negative", "None", "text", "column", "ragged", "bool"],
)
def test_what_are_no_counts_is_refused(counts):
    chances = [1 / 25] * 25
    for use in (laboratory.estimate, lambda given: laboratory.fit(given, chances), laboratory.difference):
        with pytest.raises(mc.InputError, match="one for each score 0 to 24"):
            use(counts)


def test_one_turn_makes_no_difference():
    one = np.zeros((25, 25), dtype=int)
    one[18, 19] = 1
    with pytest.raises(mc.InputError, match="2 turns or more"):
        laboratory.difference(one)


def test_a_fit_needs_a_distribution():
    with pytest.raises(mc.InputError, match="sum to 1"):
        laboratory.fit([1] * 25, [1] * 25)


def test_numpys_whole_numbers_are_welcome():
    runs = laboratory.running_counts(
        mc.MIDNIGHT, named("greedy"), np.int32(50), np.int64(SEED), chunk=np.uint8(20), first=np.int8(3)
    )
    assert last(runs).tolist() == counted("greedy", turns=50, first=3).tolist()
