"""A drill: which questions come and how often, the same for everybody; its code; and how it is judged."""

from __future__ import annotations

import random
import string
import time
from bisect import bisect_right
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from midnight_core import MIDNIGHT, TWO_FOUR_24, InputError, Rules, goals, solve
from midnight_core.drill import (
    HARD,
    LAST,
    MISSING,
    OBVIOUS,
    OPENINGS,
    QUALIFIED,
    SETS,
    TARGET,
    TARGETS,
    Drill,
    Practice,
    Question,
    heaps,
    read_drill,
)
from midnight_core.gamecode import MASKS, MAX_SEED, Position, keyed_numbers, picked
from midnight_core.review import bounds
from midnight_core.series import MOST_QUESTIONS, drawn
from tests.reference import naive, philox

VARIANTS = {"14": MIDNIGHT, "24": TWO_FOUR_24}
EPSILON, CLOSE, *_ = bounds(goals.mean_score())
UNLIKELY = 1e-3

every_set = pytest.mark.parametrize("name", SETS)
both = pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)

# ------------------------------------------------------------------------------ the naive twin of the weights


def greedy(required, kept, roll):
    """Take what is still required, once each, and every other 6; if that is nothing, the highest die."""
    return _taken(required, kept, roll, also_before=True)


def qualifiers_then_sixes(required, kept, roll):
    """Take what is still required; once nothing is, also every other 6; else the highest die."""
    return _taken(required, kept, roll, also_before=False)


def _taken(required, kept, roll, also_before):
    rest, taken = list(roll), []
    wanted = [face for face in required if face not in kept]
    for face in wanted:
        if face in rest:
            rest.remove(face)
            taken.append(face)
    if also_before or len(taken) == len(wanted):
        taken += [face for face in rest if face == 6]
    return tuple(sorted(taken)) or (max(roll),)


RULES_OF_THUMB = {"greedy": greedy, "qualifiers-then-sixes": qualifiers_then_sixes}


def questions():
    """Return every roll of every position, from six dice left down to one."""
    for size in range(6):
        for kept in combinations_with_replacement(range(1, 7), size):
            for roll in combinations_with_replacement(range(1, 7), 6 - size):
                yield kept, roll


@cache
def twin(required):
    return naive.Naive(required, list(range(25)))


@cache
def losses(required, kept, roll):
    """Return what every keep of a roll loses."""
    values = {keep: twin(required).worth(naive.with_more(kept, keep)).value for keep in naive.keeps(roll)}
    best = max(values.values())
    return {keep: best - value for keep, value in values.items()}


@cache
def chances(required):
    """Return how often perfect play meets each question in a turn."""
    met: Counter = Counter()
    reached = {(): Fraction(1)}
    for kept, roll in questions():
        if kept in reached:
            chance = reached[kept] * Fraction(naive.rolls(len(roll))[roll], 6 ** len(roll))
            met[kept, roll] = chance
            after = naive.with_more(kept, twin(required).ranked(kept, roll)[0])
            reached[after] = reached.get(after, Fraction(0)) + chance
    return met


def twins_weights(required, name):
    """Return the weights of a set, unless it is for targets: one list or, of the hard set, four."""
    met = chances(required)
    lost = {question: losses(required, *question) for question in questions()}
    if name != HARD:
        missing = {question: sum(face not in question[0] for face in required) for question in lost}
        belongs = {
            OPENINGS: lambda question: len(question[1]) == 6,
            MISSING: lambda question: missing[question] == 1,
            QUALIFIED: lambda question: missing[question] == 0,
            LAST: lambda question: len(question[1]) == 2,
        }[name]
        return [[met[q] if belongs(q) and max(lost[q].values()) > EPSILON else 0 for q in lost]]
    found = []
    for strategy in OBVIOUS:
        wrong, right = [], []
        for question, keeps in lost.items():
            own = keeps[RULES_OF_THUMB[strategy](required, *question)]
            worse = [loss for loss in keeps.values() if loss > EPSILON]
            wrong.append(met[question] * own if own > EPSILON else 0)
            right.append(met[question] if own <= EPSILON and worse and min(worse) <= CLOSE else 0)
        found += [wrong, right]
    return found


@both
def test_the_weights_are_the_naive_twins_question_by_question(rules):
    for name in set(SETS) - {TARGET}:
        expected = twins_weights(rules.required, name)
        ours = heaps(rules, name)
        assert len(ours) == len(expected)
        for heap, weights in zip(ours, expected, strict=True):
            assert [Fraction(weight, 6**21) for weight in heap.weights.tolist()] == weights, name
    assert [heap.share for heap in heaps(MIDNIGHT, HARD)] == [3, 1, 3, 1]


def drawn_by_hand(shares, sums, seed, number, name, required):
    """Return the heap and the place in it that a seed's own numbers lead to."""
    place = (number, SETS.index(name), 2**32 + int("".join(map(str, required))))
    raws = (raw for block in range(1, 9) for raw in philox.block((block, *place), (seed, 0)))

    def below(bound):
        return next(raw for raw in raws if raw < 2**64 - 2**64 % bound) % bound

    heap = bisect_right(shares, below(shares[-1]))
    return heap, bisect_right(sums[heap], below(sums[heap][-1]))


@both
@every_set
def test_a_seed_draws_by_the_weights_and_never_the_same_again(rules, name):
    ours = heaps(rules, name)
    shares = list(accumulate(heap.share for heap in ours))
    sums = [list(accumulate(heap.weights.tolist())) for heap in ours]
    asked = list(questions())
    for seed in (1, 2417, MAX_SEED):
        seen = set()
        for number, question in enumerate(Drill(rules, name, seed).questions):
            heap, place = drawn_by_hand(shares, sums, seed, number, name, rules.required)
            first = Question(Position(rules, *asked[place]), ours[heap].goal)
            assert question not in seen
            # A question that came before is drawn anew, from the numbers that follow.
            assert question == first or first in seen
            seen.add(question)
        assert len(seen) == MOST_QUESTIONS


def first_questions(rules, name, seeds):
    """Return what many seeds ask first, without their other ninety-nine questions."""
    place = SETS.index(name), 2**32 + int("".join(map(str, rules.required)))
    return [drawn(keyed_numbers(seed, 0, *place), heaps(rules, name)) for seed in range(1, seeds + 1)]


@both
def test_three_in_four_hard_questions_are_those_in_which_an_obvious_keep_is_wrong(rules):
    asked = list(questions())
    kinds: Counter = Counter()
    for goal, number in first_questions(rules, HARD, 4000):
        kept, roll = asked[number]
        options = {
            option.keep: option.loss
            for option in solve(rules, goal).options(Position(rules, kept).turn, roll)
        }
        kinds[
            any(options[rule(rules.required, kept, roll)] > EPSILON for rule in RULES_OF_THUMB.values())
        ] += 1
    # Where one obvious keep is right, the other may still be wrong, so these are a little more than 3 in 4.
    assert 0.74 < kinds[True] / 4000 < 0.82
    assert kinds[False] / 4000 > 0.18


@both
@every_set
def test_first_questions_of_many_seeds_come_as_often_as_they_should(rules, name):
    draws = Counter(first_questions(rules, name, 6000))
    ours = heaps(rules, name)
    total = sum(heap.share for heap in ours)
    expected: Counter = Counter()
    for heap in ours:
        for number in np.flatnonzero(heap.weights).tolist():
            expected[heap.goal, number] += heap.share / total * int(heap.weights[number]) / int(heap.sums[-1])
    assert set(draws) <= set(expected)
    # Neighbours together, so that each group is expected often enough.
    ordered = sorted(expected, key=lambda question: (question[0].name, question[1]))
    groups = np.array([int(20 * chance) for chance in accumulate(expected[question] for question in ordered)])
    seen = np.bincount(groups, [draws[question] for question in ordered])
    share = np.bincount(groups, [6000 * expected[question] for question in ordered])
    assert len(seen) >= 20
    assert stats.chisquare(seen[:20], share[:20] * seen[:20].sum() / share[:20].sum()).pvalue > UNLIKELY


def test_targets_come_as_often_as_perfect_turns_score_them():
    scores = solve(MIDNIGHT, goals.mean_score()).distribution(Position().turn)
    ours = heaps(MIDNIGHT, TARGET)
    assert [heap.goal for heap in ours] == [goals.beat(target) for target in TARGETS]
    shares = np.array([heap.share for heap in ours])
    assert shares / 6**21 == pytest.approx(scores[TARGETS.start : TARGETS.stop], rel=1e-12)


# ---------------------------------------------------------------------------------------------- the questions


@both
@every_set
def test_every_question_belongs_to_its_set_and_can_be_got_wrong(rules, name):
    for seed in (3, 2417):
        for question in Drill(rules, name, seed).questions:
            turn, roll = question.turn, question.roll
            assert turn.rules == rules
            assert turn.dice_left == len(roll) > 1
            belongs = {
                OPENINGS: not turn.kept,
                MISSING: len(turn.missing) == 1,
                QUALIFIED: not turn.missing,
                LAST: len(roll) == 2,
                TARGET: question.goal in [goals.beat(target) for target in TARGETS],
                HARD: question.goal == goals.mean_score(),
            }
            assert belongs[name]
            decision = question.judged((1 << len(roll)) - 1)
            assert not decision.is_forced
            assert solve(rules, question.goal).options(turn, roll)[-1].loss > bounds(question.goal)[0]


@pytest.mark.parametrize("faces", list(combinations(range(1, 7), 2)), ids=str)
def test_any_rules_have_questions_enough(faces):
    for name in SETS:
        asked = Drill(Rules(faces), name, 9).questions
        assert len(set(asked)) == MOST_QUESTIONS


@pytest.mark.parametrize(("faces", "name"), [(faces, name) for faces in VARIANTS for name in SETS])
def test_links_stay_valid(faces, name):
    asked = Drill(VARIANTS[faces], name, 2417).questions
    first = " ".join(f"{q.position.code}/{q.goal.name.split()[-1]}" for q in (asked[0], asked[1], asked[99]))
    assert first == ASKED_BY_2417[faces, name]


ASKED_BY_2417 = {
    ("14", "openings"): "p1.14..334666/score p1.14..112256/score p1.14..233456/score",
    ("14", "missing"): "p1.14.16.2555/score p1.14.166.156/score p1.14.466.155/score",
    ("14", "qualified"): "p1.14.1446.16/score p1.14.1456.45/score p1.14.146.246/score",
    ("14", "last"): "p1.14.1356.36/score p1.14.1466.35/score p1.14.4556.15/score",
    ("14", "target"): "p1.14.4666.11/19 p1.14.6666.13/22 p1.14.6.22355/19",
    ("14", "hard"): "p1.14..145556/score p1.14..144566/score p1.14.6.23666/score",
    ("24", "openings"): "p1.24..111346/score p1.24..111255/score p1.24..122236/score",
    ("24", "missing"): "p1.24.466.145/score p1.24.4.33566/score p1.24.26.2234/score",
    ("24", "qualified"): "p1.24.2446.11/score p1.24.2466.23/score p1.24.24.1236/score",
    ("24", "last"): "p1.24.2446.34/score p1.24.2466.16/score p1.24.2245.14/score",
    ("24", "target"): "p1.24..122333/23 p1.24..122466/20 p1.24.46.3444/18",
    ("24", "hard"): "p1.24.246.556/score p1.24.2366.12/score p1.24.4666.35/score",
}
"""Whoever changes these has changed what the links of a class mean: that takes another format."""


@both
def test_a_hard_question_takes_far_less_than_50_ms(rules):
    heaps(rules, HARD)
    start = time.perf_counter()
    for seed in range(100, 120):
        assert Drill(rules, HARD, seed).question is not None
    assert (time.perf_counter() - start) / 20 < 0.05


# --------------------------------------------------------------------------------------------------- the code


@st.composite
def drills(draw):
    rules = draw(st.sampled_from(list(VARIANTS.values())))
    drill = Drill(rules, draw(st.sampled_from(SETS)), draw(st.integers(1, MAX_SEED)))
    for _ in range(draw(st.integers(0, 12))):
        assert drill.question is not None
        drill = drill.answer(draw(st.integers(1, (1 << len(drill.question.roll)) - 1))).go_on()
    if draw(st.booleans()):
        drill = drill.answer(1)
    return drill


@settings(max_examples=150)
@given(drills())
def test_reading_a_code_gives_back_the_drill(drill):
    assert read_drill(drill.code) == drill
    assert set(drill.code) <= set(string.ascii_letters + string.digits + "-_.!")


def test_the_longest_code_can_be_read():
    drill = Drill(MIDNIGHT, QUALIFIED, MAX_SEED)
    while not drill.is_over:
        drill = drill.answer(1)
        assert read_drill(drill.code) == drill
        drill = drill.go_on()
    assert len(drill.answers) == MOST_QUESTIONS
    assert read_drill(drill.code) == drill
    assert drill.question is None
    with pytest.raises(InputError, match="No question is open"):
        drill.answer(1)
    with pytest.raises(InputError, match="100 questions and 101 answers"):
        read_drill(drill.code + "B")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("", "one of ours"),
        ("d1", "one of ours"),
        ("d1.14.hard", "one of ours"),
        ("d2.14.hard.2417", "one of ours"),
        ("m1.14.2417", "one of ours"),
        ("d1.14.hard.2417.B.B", "one of ours"),
        ("d1.44.hard.2417", "two different"),
        ("d1.17.hard.2417", "faces"),
        ("d1..hard.2417", "two different"),
        ("d1.14.Hard.2417", "openings, missing"),
        ("d1.14.mine.2417", "openings, missing"),
        ("d1.14..2417", "openings, missing"),
        ("d1.14.hard.0", "seed"),
        ("d1.14.hard.-5", "seed"),
        ("d1.14.hard.02417", "seed"),
        ("d1.14.hard.1000000000000", "seed"),
        ("d1.14.hard.²", "seed"),
        ("d1.14.hard.2417.A", "number 1"),
        ("d1.14.hard.2417.BA", "number 2"),
        ("d1.14.last.2417.E", "number 1"),
        ("d1.14.hard.2417.B!B", "number 2"),
        ("d1.14.hard.2417.!", "no answer to look at"),
        ("d1.14.hard.2417.B!!", "number 2"),
        ("d1.14.hard.2417.☃", "number 1"),
        ("d1.14.hard.2417." + "B" * 300, "too long"),
    ],
)
def test_a_bad_code_gets_a_sentence(code, says):
    with pytest.raises(InputError) as caught:
        read_drill(code)
    assert says in str(caught.value)
    assert str(caught.value).endswith(".") or "looks like" in str(caught.value)


def test_mangled_codes_are_read_or_refused():
    chance = random.Random(5)
    code = "d1.14.hard.2417.BBBBBBBB!"
    refused = 0
    for _ in range(1000):
        mangled = list(code)
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(mangled))
            mangled[place : place + chance.randrange(2)] = chance.choice(string.printable + "æ☃\0")
        text = "".join(mangled)
        try:
            assert read_drill(text).code == text
        except InputError:
            refused += 1
    assert 300 < refused < 1000


@pytest.mark.parametrize("code", [None, 5, b"d1.14.hard.2417", ["d1"]], ids=repr)
def test_a_code_is_text(code):
    with pytest.raises(InputError):
        read_drill(code)


# ------------------------------------------------------------------------------------------------ the answers


@pytest.mark.parametrize("name", [HARD, TARGET])
@both
def test_answers_are_judged_as_the_naive_twin_judges_them(rules, name):
    chance = random.Random(name)
    drill = Drill(rules, name, 7)
    lost = []
    for _ in range(6):
        question = drill.question
        mask = chance.randrange(1, 1 << len(question.roll))
        drill = drill.answer(mask)
        worths = naive_values(rules.required, question)
        lost.append(max(worths.values()) - worths[picked(question.roll, mask)])
        assert drill.question == question, "the answer is looked at"
        drill = drill.go_on()
    assert [decision.loss for decision in drill.judged] == lost
    assert list(drill.mean_losses) == [sum(lost[:count]) / count for count in range(1, 7)]
    assert drill.best == sum(loss <= bounds(question.goal)[0] for loss in lost)


def naive_values(required, question):
    solved = twins_of(required, question.goal.payoff)
    kept = question.turn.kept
    return {keep: solved.worth(naive.with_more(kept, keep)).value for keep in naive.keeps(question.roll)}


@cache
def twins_of(required, payoff):
    return naive.Naive(required, payoff)


def test_steps_out_of_turn_get_a_sentence_and_change_nothing():
    drill = Drill(MIDNIGHT, HARD, 2417)
    with pytest.raises(InputError, match="not answered yet"):
        drill.go_on()
    with pytest.raises(InputError, match="at least one die"):
        drill.answer(0)
    for mask in (64, -1, True, 1.0, "B"):
        with pytest.raises(InputError, match="number 1"):
            drill.answer(mask)
    looking = drill.answer(3)
    with pytest.raises(InputError, match="No question is open"):
        looking.answer(3)
    assert looking.restarted() == drill == Drill(MIDNIGHT, HARD, 2417)
    assert (looking.number, looking.go_on().number) == (0, 1)


@pytest.mark.parametrize("number", [-1, 100, True, 1.5, "1", None], ids=repr)
def test_there_are_questions_0_to_99(number):
    drill = Drill(MIDNIGHT, OPENINGS, 1)
    assert drill.asked(99) == drill.questions[99]
    with pytest.raises(InputError, match="100 questions"):
        drill.asked(number)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Drill("14", HARD, 1), "rules"),
        (lambda: Drill(MIDNIGHT, "easy", 1), "openings, missing"),
        (lambda: Drill(MIDNIGHT, None, 1), "openings, missing"),
        (lambda: Drill(MIDNIGHT, HARD, 0), "seed"),
        (lambda: Drill(MIDNIGHT, HARD, 1, answers=5), "answers"),
        (lambda: Drill(MIDNIGHT, HARD, 1, is_looking=True), "no answer"),
        (lambda: Practice((), answers=(1,)), "0 questions and 1 answers"),
    ],
)
def test_bad_arguments_get_a_sentence(call, says):
    with pytest.raises(InputError, match=says):
        call()


def test_practice_asks_what_it_is_given():
    asked = tuple(Drill(MIDNIGHT, name, 1).asked(0) for name in (HARD, TARGET))
    practice = Practice(asked)
    assert practice.question == asked[0]
    practice = practice.answer(1).go_on()
    assert (practice.question, practice.progress) == (asked[1], MASKS[1])
    practice = practice.answer(1).go_on()
    assert practice.is_over
    assert [d.roll for d in practice.judged] == [question.roll for question in asked]
