"""Named strategies: legal, what their names say, and evaluated and simulated right."""

import random
from functools import cache
from itertools import product

import numpy as np
import pytest
from scipy import stats

import midnight_core as mc
from midnight_core import policies
from tests.reference import naive

NAMES = list(mc.strategies.NAMED)
RULES = [mc.MIDNIGHT, mc.TWO_FOUR_24]
TURNS = 200_000
# One strategy in a thousand fails by chance, once and for all: the seeds are fixed.
UNLIKELY = 1e-3


def keep(name, kept, roll, rules=mc.MIDNIGHT):
    return mc.strategies.NAMED[name].keep(mc.Turn(rules, kept), roll)


@cache
def outcome(name, required):
    """Return the exact outcome of a strategy, by walking through every roll of every position."""
    rules = mc.Rules(required)
    return naive.outcome(required, lambda kept, roll: keep(name, kept, roll, rules))


def fit(counts, chances):
    """Return how likely counts as odd as these are, cells expected to be nearly empty put together."""
    expected = np.array(chances, dtype=float) * sum(counts)
    rare = expected < 10
    observed = np.append(np.asarray(counts)[~rare], np.asarray(counts)[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    return stats.chisquare(observed[expected > 0], expected[expected > 0]).pvalue


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", RULES, ids=["14", "24"])
def test_every_keep_is_legal_everywhere(name, rules):
    strategy = mc.strategies.NAMED[name]
    for kept in naive.positions():
        turn = mc.Turn(rules, kept)
        for roll in naive.rolls(turn.dice_left):
            assert strategy.keep(turn, roll) in naive.keeps(roll), (kept, roll)


@pytest.mark.parametrize(
    ("rules", "name"),
    [*product(RULES, NAMES), (mc.Rules((3, 6)), "greedy-with-fives"), (mc.Rules((3, 6)), "perfect")],
    ids=lambda value: value if isinstance(value, str) else "".join(map(str, value.required)),
)
def test_evaluation_is_what_forward_enumeration_finds(name, rules):
    counts = mc.evaluate_counts(rules, mc.strategies.NAMED[name]).tolist()
    expected = outcome(name, rules.required)
    assert counts == [chance * 6**21 for chance in expected]
    chances = mc.evaluate(rules, mc.strategies.NAMED[name]).tolist()
    assert chances == pytest.approx([float(chance) for chance in expected], rel=1e-15)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", RULES, ids=["14", "24"])
def test_simulation_agrees_with_evaluation(name, rules):
    counts = mc.simulate(rules, mc.strategies.NAMED[name], TURNS, np.random.default_rng(20))
    assert counts.shape == (25,)
    assert counts.sum() == TURNS
    chances = mc.evaluate(rules, mc.strategies.NAMED[name])
    assert not counts[chances == 0].any()
    assert fit(counts, chances) > UNLIKELY


@pytest.mark.parametrize("name", ["greedy", "semi-greedy", "perfect"])
def test_simulation_agrees_with_turns_played_one_by_one(name):
    dice, scores = random.Random(3), [0] * 25
    for _ in range(4_000):
        turn = mc.Turn(mc.MIDNIGHT)
        while not turn.is_over:
            roll = dice.choices(range(1, 7), k=turn.dice_left)
            turn = turn.keep(mc.strategies.NAMED[name].keep(turn, roll), roll)
        scores[turn.score] += 1
    counts = mc.simulate(mc.MIDNIGHT, mc.strategies.NAMED[name], 4_000, np.random.default_rng(4))
    seen = [(ours, theirs) for ours, theirs in zip(scores, counts.tolist(), strict=True) if ours + theirs > 9]
    assert stats.chi2_contingency(np.array(seen).T).pvalue > UNLIKELY


def test_the_same_generator_plays_the_same_turns():
    strategy = mc.strategies.NAMED["greedy"]
    first, again, other = (
        mc.simulate(mc.MIDNIGHT, strategy, 1_000, np.random.default_rng(seed)).tolist() for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("turns", [0, 1, 65_536, 65_537])
def test_simulation_plays_as_many_turns_as_asked(turns):
    counts = mc.simulate(mc.MIDNIGHT, mc.strategies.NAMED["greedy"], turns, np.random.default_rng(1))
    assert counts.tolist() == [0] * 25 if turns == 0 else counts.sum() == turns


def test_chunks_of_turns_are_played_with_fresh_dice():
    strategy = mc.strategies.NAMED["greedy"]
    once = mc.simulate(mc.MIDNIGHT, strategy, 65_536, np.random.default_rng(1))
    twice = mc.simulate(mc.MIDNIGHT, strategy, 2 * 65_536, np.random.default_rng(1))
    assert twice.tolist() != (2 * once).tolist()


@pytest.mark.parametrize("name", NAMES)
def test_every_strategy_says_what_it_does(name):
    strategy = mc.strategies.NAMED[name]
    assert strategy.name == name
    assert strategy.description.rstrip().endswith(".")


@pytest.mark.parametrize(
    ("name", "kept", "roll", "keeps"),
    [
        # Qualifiers first, one of each, whatever else fell.
        ("throws-21", (), (1, 4, 6, 6, 6, 6), (1, 4)),
        ("throws-21", (), (1, 1, 4, 4, 6, 6), (1, 4)),
        ("throws-21", (), (2, 3, 4, 5, 6, 6), (4,)),
        ("throws-21", (4,), (4, 4, 5, 5, 6), (6,)),
        ("throws-21", (1, 4), (3, 5, 6, 6), (6,)),
        ("throws-21", (), (2, 2, 3, 3, 3, 3), (3,)),
        # Never two dice at once.
        ("one-at-a-time", (), (1, 4, 6, 6, 6, 6), (1,)),
        ("one-at-a-time", (1,), (1, 4, 6, 6, 6), (4,)),
        ("one-at-a-time", (1, 4), (6, 6, 6, 6), (6,)),
        ("one-at-a-time", (), (2, 3, 5, 5, 6, 6), (6,)),
        # 6s only once both qualifiers are in; the roll that completes them counts.
        ("qualifiers-then-sixes", (), (2, 3, 4, 5, 6, 6), (4,)),
        ("qualifiers-then-sixes", (), (1, 3, 4, 5, 6, 6), (1, 4, 6, 6)),
        ("qualifiers-then-sixes", (4,), (1, 2, 5, 6, 6), (1, 6, 6)),
        ("qualifiers-then-sixes", (4,), (2, 5, 5, 6, 6), (6,)),
        ("qualifiers-then-sixes", (1, 4), (2, 5, 6, 6), (6, 6)),
        ("qualifiers-then-sixes", (1, 4), (2, 3, 5, 5), (5,)),
        ("qualifiers-then-fives-and-sixes", (1, 4), (2, 5, 6, 6), (5, 6, 6)),
        ("qualifiers-then-fives-and-sixes", (1, 4), (2, 3, 3, 4), (4,)),
        ("qualifiers-then-fives-and-sixes", (), (1, 4, 4, 5, 5, 6), (1, 4, 5, 5, 6)),
        ("qualifiers-then-fives-and-sixes", (4,), (2, 5, 5, 6, 6), (6,)),
        # Greedy from the first roll on.
        ("greedy", (), (2, 3, 4, 5, 6, 6), (4, 6, 6)),
        ("greedy", (4,), (2, 5, 5, 6, 6), (6, 6)),
        ("greedy", (4, 6, 6), (2, 3, 5), (5,)),
        ("greedy", (4, 5, 6, 6), (3, 6), (6,)),
        ("greedy-with-fives", (), (2, 3, 4, 5, 6, 6), (4, 5, 6, 6)),
        ("greedy-with-fives", (), (2, 3, 3, 3, 4, 4), (4,)),
        ("greedy-with-fives", (1, 4), (2, 3, 4, 4), (4,)),
        # Two free dice stay for each qualifier that is missing.
        ("semi-greedy", (), (2, 3, 4, 5, 6, 6), (4, 6, 6)),
        ("semi-greedy", (), (4, 6, 6, 6, 6, 6), (4, 6, 6, 6)),
        ("semi-greedy", (), (6, 6, 6, 6, 6, 6), (6, 6)),
        ("semi-greedy", (4,), (2, 6, 6, 6, 6), (6, 6, 6)),
        ("semi-greedy", (4, 6, 6), (2, 6, 6), (6,)),
        ("semi-greedy", (4, 5, 6, 6), (3, 6), (6,)),  # no die to spare, but one must be kept
        ("semi-greedy", (1, 4), (6, 6, 6, 6), (6, 6, 6, 6)),
        # The line of the rule text: throw the 2 again.
        ("perfect", (1, 4), (2, 5, 6, 6), (5, 6, 6)),
        ("perfect", (4,), (1, 2, 3, 5, 6), (1, 6)),
    ],
)
def test_strategy_does_what_its_name_says(name, kept, roll, keeps):
    assert keep(name, kept, roll) == keeps


def test_a_required_six_is_a_qualifier_once_and_an_ordinary_die_after():
    rules = mc.Rules((1, 6))
    assert keep("greedy", (), (2, 3, 6, 6, 6, 5), rules) == (6, 6, 6)
    assert keep("qualifiers-then-sixes", (), (2, 3, 6, 6, 6, 5), rules) == (6,)
    assert keep("qualifiers-then-sixes", (1,), (2, 3, 6, 6, 5), rules) == (6, 6)


def test_every_strategy_is_exemplified_above():
    marks = test_strategy_does_what_its_name_says.pytestmark
    assert {example[0] for example in marks[0].args[1]} == set(NAMES)


@pytest.mark.parametrize(
    "goal", [mc.goals.qualify(), mc.goals.at_least(22), mc.goals.beat(18)], ids=lambda g: g.name
)
def test_the_perfect_strategy_of_a_goal_keeps_what_its_solution_keeps(goal):
    strategy = mc.strategies.perfect(goal)
    assert strategy == mc.strategies.perfect(goal)
    twin = naive.Naive((1, 4), goal.payoff)
    for kept in [(), (6,), (1, 5), (4, 4, 5), (2, 6, 6, 6)]:
        for roll in naive.rolls(6 - len(kept)):
            assert strategy.keep(mc.Turn(mc.MIDNIGHT, kept), roll) == twin.ranked(kept, roll)[0]


def test_no_named_strategy_beats_the_perfect_one():
    means = {
        name: float(mc.evaluate(mc.MIDNIGHT, mc.strategies.NAMED[name]) @ np.arange(25)) for name in NAMES
    }
    assert max(means, key=means.get) == "perfect"


def test_a_policys_table_says_which_positions_are_never_reached():
    tables = policies.policy(mc.MIDNIGHT, mc.strategies.NAMED["one-at-a-time"])
    reached = naive.forward(lambda kept, roll: keep("one-at-a-time", kept, roll), 3)
    rows = list(naive.rolls(3))
    table = tables[3]
    assert {rows[row] for row in np.flatnonzero((table != policies.UNREACHED).all(axis=1))} == set(reached)
    assert ((table == policies.UNREACHED).all(axis=1) | (table != policies.UNREACHED).all(axis=1)).all()
