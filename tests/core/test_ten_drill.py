"""A drill of 10 000: which questions come and how often, the same for everybody; its code; its judgement."""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midnight_core import InputError
from midnight_core.gamecode import MASKS, picked
from midnight_core.rolls import multiplicity
from midnight_core.series import MOST_QUESTIONS
from midnight_core.ten_thousand import BANK, DEFAULT, PRESETS, ROLL, UNIT, HouseRules, set_asides, solve_turn
from midnight_core.ten_thousand.bots import THUMB
from midnight_core.ten_thousand.drill import (
    BEHIND,
    EDGE,
    FEW,
    FIRST,
    HARD,
    LAST,
    MOST_AT_STAKE,
    OPENING,
    RIGHT,
    TEN_SETS,
    WRONG,
    Aim,
    Answer,
    Question,
    TenDrill,
    heaps,
    read_ten_drill,
    scoring_rolls,
    sets_of,
)
from midnight_core.ten_thousand.review import Measure, bounds

QUICK, STRICT = PRESETS["quick"], PRESETS["strict"]
EPSILON, FINE, *_ = map(float, bounds(Measure.POINTS))
PARTS = 2**40

every_set = pytest.mark.parametrize("name", TEN_SETS)


def options_of(question: Question):
    return question.solution.options(question.total, len(question.roll), question.roll)


def legal(question: Question, chance: Random) -> Answer:
    """Return any answer that may be given."""
    options = {(option.dice, option.action) for option in options_of(question)}
    return chance.choice(
        [
            answer
            for mask in range(1, 1 << len(question.roll))
            for answer in (Answer(mask), Answer(mask, is_written=True))
            if (tuple(sorted(picked(question.roll, mask))), answer.action) in options
        ]
    )


def lost_by_thumb(question: Question, stops: tuple[int, ...]) -> float:
    """Return what a rule of thumb loses: all that scores, written down from some total on if it may be."""
    dice = set_asides(question.house, question.roll)[0].dice
    mine = {option.action: option for option in options_of(question) if option.dice == dice}
    stop = mine.get(BANK)
    return stop.loss if stop and stop.total >= stops[stop.dice_left - 1] else mine[ROLL].loss


# --------------------------------------------------------------------------------------- which questions come


@pytest.mark.parametrize("house", [DEFAULT, STRICT])
@every_set
def test_every_question_belongs_to_its_set_and_can_be_answered_wrong(name: str, house: HouseRules) -> None:
    questions = TenDrill(house, name, 2417).questions
    assert len(set(questions)) == len(questions) == MOST_QUESTIONS
    for question in questions:
        assert question.roll == tuple(sorted(question.roll))
        options = options_of(question)
        assert options[-1].loss > float(bounds(question.aim.measure)[0])
        left = {option.dice_left for option in options}
        assert {
            FIRST: question.total == 0 and len(question.roll) == 6,
            FEW: len(question.roll) in (2, 3),
            EDGE: bool(left & {1, 6}),
            OPENING: not question.aim.is_open,
            LAST: question.aim.behind in BEHIND,
            HARD: question.aim == Aim(),
        }[name]
        if name == HARD:
            wrong = any(lost_by_thumb(question, stops) > EPSILON for stops in THUMB.values())
            assert wrong or any(EPSILON < option.loss <= FINE for option in options)


def test_first_rolls_come_as_often_as_they_fall() -> None:
    (heap,) = heaps(DEFAULT, FIRST)
    solution = solve_turn(DEFAULT)
    for row, roll in enumerate(scoring_rolls(DEFAULT)):
        weights = heap.weights[row * MOST_AT_STAKE : (row + 1) * MOST_AT_STAKE]
        assert not weights[1:].any()
        is_asked = len(roll) == 6 and solution.options(0, 6, roll)[-1].loss > EPSILON
        assert weights[0] / PARTS == pytest.approx(is_asked * multiplicity(roll) / 6**6, abs=1e-12)


def test_later_rolls_come_as_often_as_well_played_turns_get_there() -> None:
    solution = solve_turn(DEFAULT)
    sixes = [roll for roll in scoring_rolls(DEFAULT) if len(roll) == 6]
    best = {roll: solution.options(0, 6, roll)[0] for roll in sixes}
    # Five dice with 100 in the turn: there is no other way there than a single 1 of the first roll.
    there = sum(
        multiplicity(roll) / 6**6
        for roll, option in best.items()
        if (option.dice, option.action) == ((1,), ROLL)
    )
    assert 0.2 < there < 0.5
    weights = sum(heap.weights for heap in heaps(DEFAULT, EDGE))
    rolls = scoring_rolls(DEFAULT)
    seen = 0
    for row, roll in enumerate(rolls):
        options = solution.options(100, 5, roll) if len(roll) == 5 else ()
        if options and options[-1].loss > EPSILON and {option.dice_left for option in options} & {1, 6}:
            weight = weights[row * MOST_AT_STAKE + 100 // UNIT] / PARTS
            assert weight == pytest.approx(there * multiplicity(roll) / 6**5, rel=1e-6)
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("name", [FEW, EDGE])
def test_with_few_dice_both_answers_are_right_equally_often(name: str) -> None:
    written, rolled = heaps(DEFAULT, name)
    assert written.share == rolled.share
    best = Counter(
        options_of(question)[0].action
        for seed in range(1, 21)
        for question in TenDrill(DEFAULT, name, seed).questions[:10]
    )
    assert min(best.values()) > 60


def test_hard_ones_come_as_often_as_they_happen_times_what_the_thumb_loses() -> None:
    found = heaps(DEFAULT, HARD)
    assert [heap.share for heap in found] == [WRONG, RIGHT] * len(THUMB)
    rolls, chance = scoring_rolls(DEFAULT), Random(1)
    often = sum(heap.weights for heap in heaps(DEFAULT, EDGE))
    for heap, stops in zip(found[::2], THUMB.values(), strict=True):
        both = [place for place in heap.weights.nonzero()[0].tolist() if often[place] > 10**6]
        assert len(both) > 5
        for place in chance.sample(both, min(25, len(both))):
            row, total = divmod(place, MOST_AT_STAKE)
            lost = lost_by_thumb(Question(DEFAULT, Aim(), total * UNIT, rolls[row]), stops)
            assert heap.weights[place] / often[place] == pytest.approx(lost, rel=1e-5)
            assert lost > EPSILON


def test_a_seed_asks_the_same_everywhere() -> None:
    asked = {
        name: [
            (q.aim.behind, q.total, "".join(map(str, q.roll))) for q in TenDrill(QUICK, name, 7).questions[:2]
        ]
        for name in TEN_SETS
    }
    assert asked == PINNED


PINNED = {
    "first": [(0, 0, "256666"), (0, 0, "223456")],
    "few": [(0, 200, "222"), (0, 150, "345")],
    "edge": [(0, 0, "115566"), (0, 0, "133356")],
    "opening": [(0, 100, "11246"), (0, 650, "12355")],
    "last": [(2000, 2000, "55"), (1000, 650, "225566")],
    "hard": [(0, 1000, "13366"), (0, 1000, "12246")],
}


def test_seeds_sets_and_houses_ask_otherwise() -> None:
    drills = [
        TenDrill(house, name, seed) for house in (DEFAULT, QUICK) for name in (FIRST, HARD) for seed in (1, 2)
    ]
    asked = [[(q.total, q.roll) for q in drill.questions] for drill in drills]
    assert all(one != other for one, other in pairwise(asked))


def test_a_house_without_an_opening_or_a_last_round_has_no_such_set() -> None:
    assert sets_of(DEFAULT) == TEN_SETS
    house = HouseRules(opening=0, last_round=False)
    assert sets_of(house) == (FIRST, FEW, EDGE, HARD)
    with pytest.raises(InputError, match="nothing to ask"):
        TenDrill(house, OPENING, 1)


def test_a_hard_set_takes_no_time_once_warm() -> None:
    heaps(DEFAULT, HARD)
    times = []
    for seed in range(100, 105):
        began = time.perf_counter()
        assert len(TenDrill(DEFAULT, HARD, seed).questions) == MOST_QUESTIONS
        times.append(time.perf_counter() - began)
    assert min(times) < 0.05, "all hundred of them"


# ------------------------------------------------------------------------------------- answers and their code


@every_set
def test_answers_are_judged_and_the_code_says_it_all(name: str) -> None:
    chance, drill, lost = Random(name), TenDrill(DEFAULT, name, 5), []
    for _ in range(12):
        question = drill.question
        assert question is not None
        answer = legal(question, chance)
        drill = drill.answer(answer)
        assert drill.is_looking
        dice = tuple(sorted(picked(question.roll, answer.mask)))
        mine = next(
            each for each in options_of(question) if (each.dice, each.action) == (dice, answer.action)
        )
        lost.append(mine.loss)
        assert drill.judged[-1].loss == mine.loss
        assert read_ten_drill(drill.code) == drill
        drill = drill.go_on()
        assert read_ten_drill(drill.code) == drill
    assert drill.mean_losses[-1] == pytest.approx(sum(lost) / 12)
    assert drill.best == sum(loss <= float(bounds(question.aim.measure)[0]) for loss in lost)
    assert read_ten_drill(drill.restarted().code) == TenDrill(DEFAULT, name, 5)


def test_all_can_be_answered() -> None:
    chance, drill = Random(2), TenDrill(DEFAULT, FIRST, 3)
    while drill.question is not None:
        drill = drill.answer(legal(drill.question, chance)).go_on()
    assert drill.is_over
    assert len(drill.code) <= 400
    assert read_ten_drill(drill.code) == drill


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Answer(0), "at least one die that scores"),
        (Answer(0b00001), "has to score"),
        (Answer(0b100000), "picks dice that are not in its roll"),
    ],
)
def test_an_answer_that_is_not_legal_gets_a_sentence(answer: Answer, sentence: str) -> None:
    drill = TenDrill(DEFAULT, HARD, 2417)
    assert (drill.question.total, drill.question.roll) == (1050, (3, 3, 5, 6, 6))
    with pytest.raises(InputError, match=sentence):
        drill.answer(answer)
    with pytest.raises(InputError, match="not answered yet"):
        drill.go_on()
    with pytest.raises(InputError, match="No question is open"):
        drill.answer(Answer(0b100)).answer(Answer(0b100))


def test_writing_down_too_little_is_not_legal() -> None:
    drill = TenDrill(DEFAULT, OPENING, 1)
    number = next(n for n, q in enumerate(drill.questions) if q.total < 500 and 1 in q.roll)
    question = drill.questions[number]
    with pytest.raises(InputError, match="but not followed by that"):
        question.judged(Answer(1 << question.roll.index(1), is_written=True))


@pytest.mark.parametrize(
    "code",
    [
        "",
        "e1",
        "e1.d.hard",
        "e1.d.harder.1",
        "e1.d.hard.0",
        "e1.d.hard.01",
        "e1.x9.hard.1",
        "e1.o0.opening.1",
        "e1.d.hard.2417.!",
        "e1.d.hard.2417.*",
        "e1.d.hard.2417.E!!",
        "e1.d.hard.2417.E**",
        "e1.d.hard.2417.é",
        "e1.d.hard.2417.E.E",
        "d1.d.hard.2417",
        "e1.d.hard.2417." + "E" * 400,
    ],
)
def test_a_bad_code_gets_a_sentence(code: str) -> None:
    with pytest.raises(InputError):
        read_ten_drill(code)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=MASKS + "*!.~ é\n", max_size=12), st.sampled_from(TEN_SETS))
def test_whatever_arrives_is_a_drill_or_a_sentence(text: str, name: str) -> None:
    code = f"e1.d.{name}.2417.{text}"
    try:
        drill = read_ten_drill(code)
    except InputError:
        return
    assert drill.code == code.removesuffix(".")


def test_a_house_in_which_little_can_be_decided_ends_early() -> None:
    house = HouseRules(
        one=0, five=50, triples=(0,) * 6, straight=0, three_pairs=0, opening=0, least=0, last_round=False
    )
    for name in sets_of(house):
        questions = TenDrill(house, name, 1).questions
        assert len(set(questions)) == len(questions) <= MOST_QUESTIONS
        assert all(5 in question.roll for question in questions)
