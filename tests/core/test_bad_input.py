"""Bad input gets a ValueError whose sentence names what is wrong and what would be right."""

import math
import pickle
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import midnight_core as mc
from midnight_core import batch, gamecode, throws
from midnight_core.errors import named
from midnight_core.explain import explain
from midnight_core.field import Field
from midnight_core.lessons_throws import running_share
from midnight_core.review import band, judge, luck_of, review

START = mc.Turn(mc.MIDNIGHT)
OVER = mc.Turn(mc.MIDNIGHT, (1, 2, 3, 4, 5, 6))
ROLL = (1, 2, 3, 4, 5, 5)
MEAN = mc.solve(mc.MIDNIGHT, mc.goals.mean_score())
OPTION = MEAN.options(START, ROLL)[0]
GAME = gamecode.TurnGame(mc.MIDNIGHT, 5)


def written(value):
    """Return how a value is written, the same in every process: without where in memory it lies."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def payoff(score, value):
    return (*(0,) * score, value, *(0,) * (24 - score))


def says(sentence, *fragments):
    """Tell whether a sentence is a sentence and holds every fragment."""
    return sentence[0].isupper() and sentence.endswith(".") and all(part in sentence for part in fragments)


def refused(call, *fragments):
    """Call, and return whether the call is refused with a sentence that holds every fragment."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the sentence is checked below)
        call()
    assert isinstance(caught.value, mc.InputError)
    assert says(str(caught.value), *fragments), str(caught.value)


NOT_A_FACE = [7, 0, -1, 1.5, 3.0, "3", True, np.True_, None, math.nan, math.inf, 10**30, [3]]


@pytest.mark.parametrize("face", NOT_A_FACE, ids=repr)
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda dice: mc.Turn(mc.MIDNIGHT, dice[:1]), id="kept"),
        pytest.param(lambda dice: START.keep(dice[:1]), id="keep"),
        pytest.param(lambda dice: START.keep((1,), roll=dice), id="roll of a keep"),
        pytest.param(START.checked_roll, id="roll"),
        pytest.param(mc.legal_keeps, id="legal keeps"),
        pytest.param(mc.multiplicity, id="multiplicity"),
        pytest.param(lambda dice: mc.score(mc.MIDNIGHT, dice), id="score"),
        pytest.param(lambda dice: mc.Rules(dice[:2]), id="rules"),
        pytest.param(lambda dice: MEAN.options(START, dice), id="options"),
        pytest.param(lambda dice: MEAN.best_keep(START, dice), id="best keep"),
        pytest.param(lambda dice: mc.strategies.NAMED["greedy"].keep(START, dice), id="strategy"),
        pytest.param(GAME.enter, id="typed dice"),
        pytest.param(lambda dice: explain(MEAN, START, dice, (1,)), id="explain"),
    ],
)
def test_a_die_shows_a_whole_number_from_1_to_6(call, face):
    refused(lambda: call((face, 1, 1, 1, 1, 1)), "1 to 6", str(face))


@pytest.mark.parametrize(
    ("call", "fragments"),
    [
        pytest.param(lambda: mc.Turn(mc.MIDNIGHT, (1,) * 7), ("6", "7"), id="seven kept"),
        pytest.param(lambda: START.keep((1,) * 7), ("6", "7"), id="keeping seven"),
        pytest.param(lambda: mc.Turn(mc.MIDNIGHT, (1,) * 4).keep((1,) * 3), ("2", "3"), id="one too many"),
        pytest.param(lambda: START.checked_roll((1,) * 7), ("6", "7"), id="seven rolled"),
        pytest.param(lambda: mc.legal_keeps((1,) * 7), ("1 to 6", "7"), id="keeps of seven"),
        pytest.param(lambda: mc.legal_keeps(()), ("1 to 6", "0"), id="keeps of nothing"),
        pytest.param(lambda: mc.multiplicity(()), ("1 to 6", "0"), id="orders of nothing"),
        pytest.param(lambda: START.keep(()), ("at least one",), id="keeping nothing"),
        pytest.param(lambda: START.keep((), roll=ROLL), ("at least one",), id="keeping nothing of a roll"),
        pytest.param(lambda: START.keep((6,), roll=ROLL), ("6", "1 2 3 4 5 5"), id="keep not rolled"),
        pytest.param(lambda: START.keep((4, 4), roll=ROLL), ("4", "1 2 3 4 5 5"), id="one die kept twice"),
        pytest.param(lambda: START.checked_roll((1, 2)), ("6", "2"), id="roll too small"),
        pytest.param(lambda: START.keep((4,)).checked_roll(ROLL), ("5", "6"), id="roll too large"),
        pytest.param(lambda: OVER.checked_roll((1,)), ("over", "6"), id="roll after the turn"),
        pytest.param(lambda: OVER.checked_roll(()), ("over", "6"), id="empty roll after the turn"),
        pytest.param(lambda: OVER.keep((1,)), ("0", "1"), id="keep after the turn"),
        pytest.param(lambda: mc.Turn(mc.MIDNIGHT, (1,)).score, ("not over", "5"), id="score too early"),
        pytest.param(lambda: mc.score(mc.MIDNIGHT, (1, 4, 6, 6, 6)), ("6", "5"), id="score of five"),
        pytest.param(lambda: mc.score(mc.MIDNIGHT, (1, 4, 6, 6, 6, 6, 6)), ("6", "7"), id="score of seven"),
        pytest.param(lambda: mc.Rules((4, 4)), ("two different", "4 4"), id="required twice"),
        pytest.param(lambda: mc.Rules((4,)), ("two different", "not 4"), id="one required"),
        pytest.param(lambda: mc.Rules((1, 2, 4)), ("two different", "1 2 4"), id="three required"),
        pytest.param(lambda: mc.Rules(()), ("two different",), id="none required"),
    ],
)
def test_dice_and_rules_must_fit_together(call, fragments):
    refused(call, *fragments)


@pytest.mark.parametrize("length", [0, 24, 26])
def test_a_payoff_has_25_numbers(length):
    refused(lambda: mc.Goal("bad", (1,) * length), "25", "0 to 24", str(length))


@pytest.mark.parametrize(
    "value",
    [math.nan, math.inf, -math.inf, "x", None, 1j, [1.0], 10**101, -1.1e100],
    ids=lambda value: str(value)[:9],
)
@pytest.mark.parametrize("score", [0, 2, 24])
def test_every_payoff_is_a_number_that_sums_can_hold(score, value):
    refused(lambda: mc.Goal("bad", payoff(score, value)), "1e100", f"score {score}", str(value)[:40])


@pytest.mark.parametrize("target", [3, 25, -1, 2.5, 19.0, "19", None, True, math.nan], ids=repr)
@pytest.mark.parametrize("goal", [mc.goals.at_least, mc.goals.beat])
def test_a_target_is_a_score_that_can_occur(goal, target):
    refused(lambda: goal(target), "4 to 24", str(target))


def test_at_least_nothing_is_no_goal():
    refused(lambda: mc.goals.at_least(0), "4 to 24", "0")


@pytest.mark.parametrize("target", ["", False, 0.0, ()], ids=repr)
def test_nothing_else_passes_for_the_target_0(target):
    refused(lambda: mc.goals.beat(target), "24", str(target))


def test_beat_names_0_among_the_targets_that_would_be_right():
    refused(lambda: mc.goals.beat(3), "0", "4 to 24", "3")


@pytest.mark.parametrize("tie", [-0.1, 1.1, math.nan, math.inf, "half", None], ids=repr)
def test_a_tie_is_worth_between_0_and_1(tie):
    refused(lambda: mc.goals.beat(19, tie=tie), "0", "1", str(tie))


@pytest.mark.parametrize("target", [0, 25, -1, 2.5, "19", None, True], ids=repr)
def test_p_at_least_asks_for_a_score_from_1_to_24(target):
    refused(lambda: OPTION.p_at_least(target), "1 to 24", str(target))


@pytest.mark.parametrize("roll", [(1, 2), (1,) * 7, ()])
@pytest.mark.parametrize("ask", [MEAN.options, MEAN.best_keep])
def test_a_roll_is_of_the_dice_left(ask, roll):
    refused(lambda: ask(START, roll), "6", str(len(roll)))


@pytest.mark.parametrize("ask", [MEAN.options, MEAN.best_keep])
@pytest.mark.parametrize("roll", [(), (1,)])
def test_there_is_no_roll_after_the_turn(ask, roll):
    refused(lambda: ask(OVER, roll), "over")


@pytest.mark.parametrize("value", [0.5, 1e-3, 2 / 3])
def test_exact_values_need_whole_payoffs(value):
    solution = mc.solve(mc.MIDNIGHT, mc.Goal("not whole", payoff(7, value)))
    refused(lambda: solution.exact(START), "whole numbers")


@pytest.mark.parametrize(
    "ask",
    [
        MEAN.value,
        MEAN.exact,
        MEAN.distribution,
        lambda turn: MEAN.options(turn, ROLL),
        lambda turn: MEAN.best_keep(turn, ROLL),
    ],
)
def test_a_solution_answers_for_its_own_rules_only(ask):
    refused(lambda: ask(mc.Turn(mc.TWO_FOUR_24)), "different rules")


@pytest.mark.parametrize("seed", [0, -1, 10**12, 1.5, "5", None, True], ids=repr)
def test_a_seed_is_a_whole_number_of_at_most_12_digits(seed):
    refused(lambda: gamecode.TurnGame(mc.MIDNIGHT, seed), "1 to 999999999999", str(seed))


@pytest.mark.parametrize("turns", [-1, 1.5, math.nan, "5", None, True], ids=repr)
def test_simulated_turns_are_0_or_more(turns):
    rng = np.random.default_rng(1)
    greedy = mc.strategies.NAMED["greedy"]
    refused(lambda: mc.simulate(mc.MIDNIGHT, greedy, turns, rng), "0 or more", str(turns))


CHEATS = {
    "keeps nothing": (lambda _turn, _roll: (), "at least one"),
    "keeps what is not there": (lambda _turn, _roll: (6,), "6 is not in"),
    "keeps too many": (lambda turn, _roll: (1,) * (turn.dice_left + 1), "At most"),
    "keeps a 7": (lambda _turn, _roll: (7,), "1 to 6"),
    "keeps words": (lambda _turn, roll: (str(roll[0]),), "1 to 6"),
}


@pytest.mark.parametrize("use", ["keep", "evaluate", "evaluate_counts", "simulate"])
@pytest.mark.parametrize("cheat", CHEATS)
def test_a_strategy_cannot_cheat(cheat, use):
    rule, fragment = CHEATS[cheat]
    strategy = mc.Strategy(cheat, rule)
    uses = {
        "keep": lambda: strategy.keep(START, ROLL),
        "evaluate": lambda: mc.evaluate(mc.MIDNIGHT, strategy),
        "evaluate_counts": lambda: mc.evaluate_counts(mc.MIDNIGHT, strategy),
        "simulate": lambda: mc.simulate(mc.MIDNIGHT, strategy, 1, np.random.default_rng(1)),
    }
    refused(uses[use], fragment)


@pytest.mark.parametrize(
    ("call", "fragments"),
    [
        pytest.param(lambda: GAME.keep(1), ("no roll",), id="keep before a roll"),
        pytest.param(lambda: GAME.throw().throw(), ("Keep at least one",), id="throw twice"),
        pytest.param(lambda: GAME.throw().enter(ROLL), ("Keep at least one",), id="enter after a throw"),
        pytest.param(lambda: GAME.throw().keep(0), ("at least one",), id="keep nothing"),
        pytest.param(lambda: GAME.enter((1, 2)), ("6", "2"), id="enter two dice"),
        pytest.param(lambda: GAME.throw().keep(63).throw(), ("over", "6"), id="throw after the turn"),
        pytest.param(lambda: GAME.throw().keep(63).enter((1,)), ("over", "6"), id="enter after the turn"),
        pytest.param(lambda: GAME.throw().keep(63).keep(1), ("no roll",), id="keep after the turn"),
        pytest.param(lambda: explain(MEAN, START, ROLL, (6,)), ("6", "1 2 3 4 5 5"), id="explain"),
        pytest.param(lambda: explain(MEAN, START, ROLL, ()), ("at least one",), id="explain nothing"),
        pytest.param(lambda: explain(MEAN, START, (1,), (1,)), ("6", "1"), id="explain a small roll"),
        pytest.param(lambda: throws.most_throws(7), ("0 to 6", "7"), id="seven dice left"),
        pytest.param(lambda: throws.most_throws(-1), ("0 to 6", "-1"), id="minus one die left"),
        pytest.param(lambda: throws.throws_after(7), ("0 to 6", "7"), id="seven rolls"),
        pytest.param(lambda: throws.throws_after(-1), ("0 to 6", "-1"), id="minus one roll"),
        pytest.param(lambda: throws.p_never(1, -1), ("0 or more", "-1"), id="minus one throw"),
        pytest.param(lambda: throws.p_all(3, 4), ("0 to 2", "3"), id="three missing"),
        pytest.param(lambda: throws.p_all(-1, 4), ("0 to 2", "-1"), id="minus one missing"),
    ],
)
def test_moves_and_counts_must_be_possible(call, fragments):
    refused(call, *fragments)


@pytest.mark.parametrize("mask", [64, -1, 1.5])
def test_a_mask_that_picks_dice_that_are_not_there_is_named_as_such(mask):
    with pytest.raises(ValueError, match=r"not in|dice of the roll|not there|63") as caught:
        GAME.throw().keep(mask)
    assert "at least one" not in str(caught.value)


@pytest.mark.parametrize("faces", [7, -1])
def test_p_never_asks_for_0_to_6_faces(faces):
    refused(lambda: throws.p_never(faces, 2), "6", str(faces))


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_p_all_asks_for_0_or_more_throws(missing):
    refused(lambda: throws.p_all(missing, -1), "0 or more", "-1")


@pytest.mark.parametrize("kind", [np.int64, np.uint8, int])
def test_numpys_whole_numbers_are_welcome(kind):
    turn = mc.Turn(mc.MIDNIGHT, np.array([6, 4]).astype(kind))
    assert turn == mc.Turn(mc.MIDNIGHT, (4, 6))
    assert all(type(face) is int for face in turn.kept)
    assert mc.goals.at_least(kind(19)) == mc.goals.at_least(19)
    assert OPTION.p_at_least(kind(19)) == OPTION.p_at_least(19)
    assert mc.Goal("mean", np.arange(25)).payoff == mc.goals.mean_score().payoff


def test_an_error_keeps_its_sentence_apart_from_its_values():
    with pytest.raises(mc.InputError) as caught:
        mc.Turn(mc.MIDNIGHT, (9,))
    assert caught.value.values == {"face": 9}
    assert caught.value.template.format(**caught.value.values) == str(caught.value)


def test_values_with_braces_are_quoted_as_they_are():
    refused(lambda: mc.Turn(mc.MIDNIGHT, ("{face}",)), "{face}")


def test_an_error_comes_through_a_process_boundary():
    with pytest.raises(mc.InputError) as caught:
        mc.Turn(mc.MIDNIGHT, ("{face}",))
    error = pickle.loads(pickle.dumps(caught.value))
    assert (str(error), error.template) == (str(caught.value), caught.value.template)
    assert error.values == caught.value.values


HUGE = 10**5000


@pytest.mark.parametrize(
    "act",
    [
        lambda: mc.Rules(None),
        lambda: mc.Turn(mc.MIDNIGHT, 3),
        lambda: mc.score(mc.MIDNIGHT, None),
        lambda: mc.legal_keeps(np.ones((2, 3), dtype=int)),
        lambda: mc.Turn(mc.MIDNIGHT).keep(None),
        lambda: mc.solve(mc.MIDNIGHT, mc.goals.qualify()).options(mc.Turn(mc.MIDNIGHT), np.ones((6, 1))),
        lambda: mc.Goal("huge", (HUGE,) * 25),
        lambda: mc.Goal("wide", (-1.7e308,) + (1.7e308,) * 24),
        lambda: mc.goals.at_least(HUGE),
        lambda: mc.goals.beat(-HUGE),
        lambda: OPTION.p_at_least(HUGE),
        lambda: OPTION.p_at_least(19.5),
        lambda: throws.dice_per_roll(1.5),
        lambda: throws.throws_after(None),
        lambda: throws.p_all(None, 3),
        lambda: gamecode.Position(mc.MIDNIGHT, (), (1, 2, 3, 4, 5, 6), (1.0,)),
        lambda: gamecode.TurnGame(mc.MIDNIGHT, HUGE),
        lambda: gamecode.TurnGame(mc.MIDNIGHT, 1).enter(None),
    ],
)
def test_what_is_no_such_thing_at_all_gets_a_short_sentence(act: Callable[[], object]) -> None:
    with pytest.raises(mc.InputError) as caught:
        act()
    assert 20 < len(str(caught.value)) < 160


@pytest.mark.parametrize("made", [None, 3, (7,), "66", ((6,),)])
def test_a_strategy_that_returns_no_dice_is_told_so(made: object) -> None:
    strategy = mc.Strategy("broken", lambda _turn, _roll: made)
    with pytest.raises(mc.InputError):
        mc.evaluate(mc.MIDNIGHT, strategy)
    with pytest.raises(mc.InputError):
        strategy.keep(mc.Turn(mc.MIDNIGHT), (1, 2, 3, 4, 5, 6))


def test_numpys_whole_numbers_are_whole_numbers() -> None:
    assert type(throws.most_throws(np.int8(6))) is int
    assert throws.dice_per_roll(np.int64(3)) == (6, 3, 2, 1)
    assert mc.legal_keeps(np.array([6, 6])) == mc.legal_keeps((6, 6))


def kind_of(value):
    return type(value).__name__


GREEDY = mc.strategies.NAMED["greedy"]
THROWN = gamecode.Step(ROLL, typed=True)
KEPT = gamecode.Step(ROLL, typed=True, mask=1)


@pytest.mark.parametrize("value", [None, "rules", (1, 4), math.nan, HUGE, [[1]]], ids=kind_of)
@pytest.mark.parametrize(
    ("call", "name", "kind"),
    [
        (mc.Turn, "rules", "Rules"),
        (lambda value: mc.score(value, (1, 4, 6, 6, 6, 6)), "rules", "Rules"),
        (lambda value: mc.solve(value, mc.goals.qualify()), "rules", "Rules"),
        (lambda value: mc.evaluate(value, GREEDY), "rules", "Rules"),
        (lambda value: mc.evaluate_counts(value, GREEDY), "rules", "Rules"),
        (lambda value: mc.simulate(value, GREEDY, 1, np.random.default_rng(1)), "rules", "Rules"),
        (lambda value: gamecode.TurnGame(value, 5), "rules", "Rules"),
        (gamecode.Position, "rules", "Rules"),
        (lambda value: mc.solve(mc.MIDNIGHT, value), "goal", "Goal"),
        (mc.strategies.perfect, "goal", "Goal"),
        (lambda value: review(GAME, value), "goal", "Goal"),
        (MEAN.value, "turn", "Turn"),
        (MEAN.exact, "turn", "Turn"),
        (MEAN.distribution, "turn", "Turn"),
        (lambda value: MEAN.options(value, ROLL), "turn", "Turn"),
        (lambda value: MEAN.best_keep(value, ROLL), "turn", "Turn"),
        (lambda value: GREEDY.keep(value, ROLL), "turn", "Turn"),
        (lambda value: explain(MEAN, value, ROLL, (1,)), "turn", "Turn"),
        (lambda value: explain(value, START, ROLL, (1,)), "solution", "Solution"),
        (lambda value: judge(MEAN, value, ROLL, (1,)), "turn", "Turn"),
        (lambda value: judge(value, START, ROLL, (1,)), "solution", "Solution"),
        (lambda value: luck_of(value, START, ROLL), "solution", "Solution"),
        (lambda value: luck_of(MEAN, value, ROLL), "turn", "Turn"),
        (lambda value: band(1, value), "goal", "Goal"),
        (lambda value: mc.evaluate(mc.MIDNIGHT, value), "strategy", "Strategy"),
        (lambda value: mc.evaluate_counts(mc.MIDNIGHT, value), "strategy", "Strategy"),
        (lambda value: mc.simulate(mc.MIDNIGHT, value, 1, np.random.default_rng(1)), "strategy", "Strategy"),
        (lambda value: mc.simulate(mc.MIDNIGHT, GREEDY, 1, value), "rng", "Generator"),
        (lambda value: mc.Strategy("broken", value), "rule", "Callable"),
        (lambda value: gamecode.TurnGame(mc.MIDNIGHT, 5, (value,)), "steps", "Step"),
        (lambda value: review(value, mc.goals.qualify()), "game", "TurnGame"),
    ],
)
def test_an_argument_of_another_kind_is_named_with_the_kind_it_should_be(call, name, kind, value):
    refused(lambda: call(value), f" {name} ", f" {kind},", str(named(value)))


@pytest.mark.parametrize("value", [None, 5, b"m1.14.5", ["m1.14.5"], np.array("m1.14.5")], ids=repr)
@pytest.mark.parametrize(
    ("call", "name"),
    [
        (gamecode.read_turn, "code"),
        (gamecode.read_position, "code"),
        (gamecode.read_dice, "text"),
        (lambda value: mc.Goal(value, (0,) * 25), "name"),
        (lambda value: mc.Strategy(value, lambda _turn, roll: roll), "name"),
    ],
)
def test_text_is_text(call, name, value):
    refused(lambda: call(value), f" {name} ", " str,", str(named(value)))


def test_a_rule_without_a_hash_is_refused_at_once():
    @dataclass
    class Rule:
        least: int

        def __call__(self, _turn, roll):
            return roll

    refused(lambda: mc.Strategy("no hash", Rule(5)), " rule ", "Hashable")


@pytest.mark.parametrize("dice", [np.array(3), {1: 2}, Counter((1, 4)), object], ids=repr)
@pytest.mark.parametrize("call", [mc.Rules, mc.Turn(mc.MIDNIGHT).keep, mc.legal_keeps, GAME.enter])
def test_dice_are_a_series(call, dice):
    refused(lambda: call(dice), "series", str(named(dice)))


@pytest.mark.parametrize(
    "payoff", [None, 5, math.nan, np.array(3), HUGE, dict.fromkeys(range(25), 1)], ids=kind_of
)
def test_a_payoff_is_a_series(payoff):
    refused(lambda: mc.Goal("bad", payoff), "25", "0 to 24", str(named(payoff)))


class Index:
    """Has a whole number in it, but cannot be reckoned with."""

    def __index__(self):
        return 1

    def __repr__(self):
        return "Index"


NO_NUMBER = [Index(), Decimal("sNaN"), Decimal("NaN"), np.array([1.0]), np.datetime64("2020-01-01")]


@pytest.mark.parametrize("value", NO_NUMBER, ids=repr)
def test_payoffs_and_ties_can_be_reckoned_with(value):
    refused(lambda: mc.Goal("bad", payoff(7, value)), "score 7", str(named(value)))
    refused(lambda: mc.goals.beat(19, tie=value), "between 0 and 1", str(named(value)))


@pytest.mark.parametrize("missing", [True, 1.0, "1", np.array([]), Decimal("sNaN")], ids=repr)
def test_missing_faces_are_a_whole_number(missing):
    refused(lambda: throws.p_all(missing, 3), "0 to 2", str(named(missing)))


@pytest.mark.parametrize(
    "number",
    [-1, 1.5, True, "x", None, math.nan, math.inf, 10**30, HUGE],
    ids=lambda number: str(named(number)),
)
@pytest.mark.parametrize(
    ("call", "right"),
    [
        (lambda number: gamecode.thrown_dice(number, 0, 6), "1 to 999999999999"),
        (lambda number: gamecode.thrown_dice(1, number, 6), "0 to 4294967295"),
        (lambda number: gamecode.thrown_dice(1, 0, number), "1 to 6"),
        (lambda number: gamecode.thrown_dice(1, 0, 6, number), "0 to 4294967295"),
        (lambda number: gamecode.thrown_dice(1, 0, 6, 0, number), "0 to 4294967295"),
        (lambda number: running_share(mc.MIDNIGHT, GREEDY, number, (10,)), "1 to 999999999999"),
    ],
)
def test_thrown_dice_are_keyed_by_whole_numbers(call, right, number):
    gamecode.thrown_dice(1, 0, 6)
    gamecode.thrown_dice(1, 1, 6, 1, 1)
    refused(lambda: call(number), right, str(named(number)))


@pytest.mark.parametrize("points", [None, 5, (), (0, 1), (2, 1), (1, 1), (1.5,), "12", (True,)], ids=repr)
def test_checkpoints_grow(points):
    refused(
        lambda: running_share(mc.MIDNIGHT, GREEDY, 1, points),
        "larger than the one before",
        str(named(points)),
    )


@pytest.mark.parametrize(
    ("act", "fragments"),
    [
        pytest.param(lambda: gamecode.Step("123455", typed=True), ("1 to 6", "'1'"), id="text"),
        pytest.param(lambda: gamecode.Step((), typed=True), ("1 to 6", "0"), id="no dice"),
        pytest.param(lambda: gamecode.Step((1,) * 7, typed=True), ("1 to 6", "7"), id="seven dice"),
        pytest.param(lambda: gamecode.Step(ROLL, typed=True, mask=None), ("1 to 63", "None"), id="no mask"),
        pytest.param(lambda: gamecode.Step(ROLL, typed=True, mask=-1), ("1 to 63", "-1"), id="minus"),
        pytest.param(lambda: gamecode.Step(ROLL, typed=True, mask=64), ("1 to 63", "64"), id="seventh die"),
        pytest.param(lambda: gamecode.Step(ROLL, typed=True, mask=True), ("1 to 63", "True"), id="truth"),
        pytest.param(lambda: gamecode.TurnGame(mc.MIDNIGHT, 5, 3), ("steps", "3"), id="steps are a number"),
        pytest.param(
            lambda: gamecode.TurnGame(mc.MIDNIGHT, 5, (KEPT, THROWN)), ("5 dice", "6"), id="six dice again"
        ),
        pytest.param(
            lambda: gamecode.TurnGame(mc.MIDNIGHT, 5, (THROWN, THROWN)), ("at least one",), id="nothing kept"
        ),
    ],
)
def test_the_steps_of_a_game_make_up_a_turn(act, fragments):
    refused(act, *fragments)


def test_steps_are_stored_plain():
    step = gamecode.Step(np.array(ROLL), typed=True, mask=np.int64(3))
    assert step == gamecode.Step(ROLL, typed=True, mask=3)
    assert (type(step.roll), type(step.roll[0]), type(step.mask)) == (tuple, int, int)


@pytest.mark.parametrize("pins", [5, None, (1.0,), ("A",), (True,), (HUGE,)], ids=kind_of)
def test_pins_are_a_series_of_masks(pins):
    refused(lambda: gamecode.Position(mc.MIDNIGHT, (), ROLL, pins), "pin")


@pytest.mark.parametrize("roll", [None, 0, False, np.ones((2, 2), dtype=int)], ids=repr)
def test_the_roll_of_a_position_is_dice(roll):
    refused(lambda: gamecode.Position(mc.MIDNIGHT, (), roll), "ice" if np.ndim(roll) == 0 else "A die shows")


def test_a_position_may_be_given_generators_and_arrays():
    wanted = gamecode.Position(mc.MIDNIGHT, (4,), (1, 2, 3, 5, 5), (1, 2))
    given = gamecode.Position(
        mc.MIDNIGHT, (die for die in (4,)), np.array((1, 2, 3, 5, 5)), (pin for pin in (1, 2))
    )
    assert given == wanted
    assert gamecode.Position(mc.MIDNIGHT, (), np.array([])) == gamecode.Position()


def test_a_long_row_of_faces_is_cut_short():
    with pytest.raises(mc.InputError) as caught:
        mc.Rules((1,) * 10_000)
    assert "1 1 1" in str(caught.value)
    assert len(str(caught.value)) < 160


class Unsayable:
    def __repr__(self):
        return 1 / 0


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (HUGE, "2^16609…"),
        (-HUGE, "-2^16609…"),
        ([HUGE], "<list>"),
        (Fraction(HUGE), "<Fraction>"),
        (Unsayable(), "<Unsayable>"),
        (np.ones((2, 2)), "array([[1., 1.], [1., 1.]])"),
        ("x" * 100, "'" + "x" * 39 + "…"),
    ],
    ids=kind_of,
)
def test_whatever_is_wrong_can_be_named_in_one_line(value, said):
    assert named(value) == said


# ---------------------------------------------------------------------------------- rounds, races, many goals

ROUND = mc.solve_round(mc.MIDNIGHT, 3)
RACE, AT_ONCE = (mc.solve_race(mc.MIDNIGHT, 8, finish) for finish in ("round", "immediate"))
TURNS = mc.evaluate(mc.MIDNIGHT, GREEDY)
FIELD, FIELD_AT_ONCE = (Field(8, finish, [TURNS] * 3) for finish in ("round", "immediate"))


@pytest.mark.parametrize(
    "payoffs",
    [
        *(None, 5, "payoffs", [], [[]], [0] * 25, [[0] * 24], [[0] * 25, [0] * 24], [[[0] * 25]]),
        *([["x"] * 25], [payoff(7, math.nan)], [payoff(24, math.inf)], [payoff(0, None)], [payoff(5, 1j)]),
        *([payoff(9, HUGE)], [payoff(9, 1.1e100)], [payoff(9, -1e308)], np.zeros((0, 25)), {0: [0] * 25}),
    ],
    ids=lambda payoffs: str(named(payoffs)),
)
@pytest.mark.parametrize("solve", [batch.turn_values, batch.solve_many])
def test_many_payoffs_are_rows_of_25_numbers(solve, payoffs):
    refused(lambda: solve(mc.MIDNIGHT, payoffs), "rows of 25", "1e100")


NO_PLAYERS = [1, 9, 0, -1, 2.0, "3", True, None, math.nan, HUGE]


@pytest.mark.parametrize("players", NO_PLAYERS, ids=lambda players: str(named(players)))
def test_two_to_eight_can_play(players):
    refused(lambda: mc.solve_round(mc.MIDNIGHT, players), "2 to 8", str(named(players)))


@pytest.mark.parametrize("tie", ["", "Split", "playoff", None, 1, ["split"], b"split"], ids=repr)
def test_a_tie_is_one_of_those_there_are(tie):
    refused(
        lambda: mc.solve_round(mc.MIDNIGHT, 3, tie), "rollover, split, earlier", "play-off", str(named(tie))
    )


@pytest.mark.parametrize(
    ("strategies", "fragment"),
    [
        *((5, "strategies"), (GREEDY, "strategies"), (math.nan, "strategies"), ((), "one strategy, or none")),
        *(((None,) * 2, "3 seats"), ((None,) * 4, "3 seats"), (("greedy",) * 3, "3 seats")),
        *(((GREEDY, None, 0), "3 seats"), ((None, None, TURNS), "3 seats")),
    ],
    ids=written,
)
def test_each_seat_of_a_round_has_a_strategy_or_none(strategies, fragment):
    refused(lambda: mc.solve_round(mc.MIDNIGHT, 3, strategies=strategies), fragment)


@pytest.mark.parametrize(
    "rollover",
    [
        *(5, "abc", (), (1, 2), (1, 2, 3, 4), (1, 2, "x"), (1, 2, None), (1, 2, math.nan), (1, math.inf, 2)),
        *((1, 2, HUGE), (1, 2, 1e101), ((1, 2, 3),), {0: 1}),
    ],
    ids=lambda rollover: str(named(rollover)),
)
def test_a_rollover_is_worth_a_number_to_each_seat(rollover):
    refused(lambda: mc.solve_round(mc.MIDNIGHT, 3, rollover=rollover), "one number for each seat")


@pytest.mark.parametrize("tie", ["split", "earlier", "replay", "extra", "play-off"])
def test_only_a_rollover_has_a_worth(tie):
    refused(lambda: mc.solve_round(mc.MIDNIGHT, 3, tie, rollover=(1 / 3,) * 3), "Only a pot that rolls over")


@pytest.mark.parametrize("ask", [ROUND.equities, ROUND.goal, ROUND.distribution, ROUND.p_not_won])
@pytest.mark.parametrize(
    ("scores", "fragment"),
    [
        *((None, "scores"), (5, "scores"), ((0,) * 4, "3 seats"), ((math.nan,), "not nan")),
        *(((3,), "0 or 4 to 24, not 3"), ((25,), "not 25"), ((-1,), "not -1"), ((4, 2), "not 2")),
        *(((4.0,), "not 4.0"), (("4",), "not '4'"), ((True,), "not True"), ((None,), "not None")),
        ((HUGE,), "not 2^16609"),
    ],
    ids=lambda value: str(named(value)),
)
def test_a_sheet_has_scores_that_can_occur(ask, scores, fragment):
    refused(lambda: ask(scores), fragment)


@pytest.mark.parametrize("ask", [ROUND.goal, ROUND.distribution])
def test_nobody_plays_after_the_round(ask):
    refused(lambda: ask((20, 0, 4)), "All 3 seats")


@pytest.mark.parametrize(
    "target", [3, 301, 0, -8, 8.0, "8", True, None, math.nan, HUGE], ids=lambda t: str(named(t))
)
@pytest.mark.parametrize(
    "race",
    [lambda target: mc.solve_race(mc.MIDNIGHT, target), lambda target: Field(target, "round", [TURNS] * 2)],
)
def test_a_race_goes_to_4_to_300_points(race, target):
    refused(lambda: race(target), "4 to 300", str(named(target)))


@pytest.mark.parametrize("finish", ["", "Round", "at once", None, 1, ["round"], b"round"], ids=repr)
@pytest.mark.parametrize(
    "race",
    [lambda finish: mc.solve_race(mc.MIDNIGHT, 8, finish), lambda finish: Field(8, finish, [TURNS] * 2)],
)
def test_a_race_is_finished_in_one_of_two_ways(race, finish):
    refused(lambda: race(finish), "round, immediate", str(named(finish)))


@pytest.mark.parametrize(
    ("strategies", "fragment"),
    [
        *((None, "strategies"), (5, "strategies"), (GREEDY, "strategies"), ((), "two seats")),
        *(((None,), "two seats"), ((None,) * 3, "two seats"), (("greedy", None), "two seats")),
        *(((None, TURNS), "two seats"), (((), None), "two seats")),
    ],
    ids=written,
)
def test_each_of_two_has_a_strategy_or_none(strategies, fragment):
    refused(lambda: mc.solve_race(mc.MIDNIGHT, 8, strategies=strategies), fragment)


@pytest.mark.parametrize("progress", [5, "print", [], True], ids=repr)
def test_progress_is_told_to_something_that_can_be_called(progress):
    refused(lambda: mc.solve_race(mc.MIDNIGHT, 8, progress=progress), "progress", "Callable")


@pytest.mark.parametrize("ask", [RACE.chance, RACE.goal, AT_ONCE.chance, AT_ONCE.goal])
@pytest.mark.parametrize(
    "mover", [2, -1, 0.0, True, "0", None, [0], math.nan, HUGE], ids=lambda m: str(named(m))
)
def test_seat_0_or_1_is_to_play(ask, mover):
    refused(lambda: ask((0, 0), mover), "seat 0 or 1")


@pytest.mark.parametrize("mover", [2, -1, 1.0, None])
def test_only_the_two_seats_have_turns(mover):
    refused(lambda: RACE.distributions(mover), "seat 0 or 1")


@pytest.mark.parametrize("ask", [RACE.chance, RACE.goal, AT_ONCE.chance, AT_ONCE.goal])
@pytest.mark.parametrize(
    ("totals", "fragment"),
    [
        *(
            (None, "totals"),
            (5, "totals"),
            ((), "two totals"),
            ((0,), "two totals"),
            ((0, 0, 0), "two totals"),
        ),
        *(
            ((-1, 0), "two totals"),
            ((0, -1), "two totals"),
            ((0.0, 0), "two totals"),
            ((0, True), "two totals"),
        ),
        *((("0", 0), "two totals"), ((8, 0), "over at 8 to 0"), ((0, 8), "over at 0 to 8")),
        *(((HUGE, 0), "over at 2^16609"), ((0, HUGE), "over at 0 to 2^16609")),
    ],
    ids=lambda value: str(named(value)),
)
def test_a_race_of_two_has_two_totals_that_have_not_ended_it(ask, totals, fragment):
    refused(lambda: ask(totals, 0), fragment)


@pytest.mark.parametrize("totals", [(32, 0), (0, 8), (31, 8), (HUGE, 0)], ids=lambda t: str(named(t)))
def test_the_second_seat_may_find_the_first_at_the_target_but_not_further_than_one_turn(totals):
    RACE.chance((31, 7), 1)
    refused(lambda: RACE.chance(totals, 1), "over at")
    refused(lambda: AT_ONCE.chance((8, 0), 1), "over at 8 to 0")


@pytest.mark.parametrize(
    ("distributions", "fragment"),
    [
        *((None, "distributions"), (5, "distributions"), ((), "2 to 8"), ((TURNS,), "2 to 8")),
        *(((TURNS,) * 9, "2 to 8"), ((TURNS, None), "25 chances"), ((TURNS, [0] * 25), "25 chances")),
        *(((TURNS, [0.04] * 24), "25 chances"), ((TURNS, [2, -1] + [0] * 23), "25 chances")),
        *(((GREEDY, GREEDY), "25 chances"), (((1, *(0,) * 24),) * 2, "so seldom")),
    ],
    ids=lambda value: str(named(value)),
)
def test_a_field_has_a_distribution_for_each_of_two_to_eight_seats(distributions, fragment):
    refused(lambda: Field(8, "round", distributions), fragment)


@pytest.mark.parametrize("field", [FIELD, FIELD_AT_ONCE], ids=["round", "immediate"])
@pytest.mark.parametrize("ask", ["chances", "goal"])
@pytest.mark.parametrize(
    ("totals", "played", "fragment"),
    [
        *((None, 0, "totals"), (5, 0, "totals"), ((), 0, "3 totals"), ((0, 0), 0, "3 totals")),
        *(((0,) * 4, 0, "3 totals"), ((0, 0, -1), 0, "3 totals"), ((0, 0, 1.0), 0, "3 totals")),
        *(
            ((0, 0, True), 0, "3 totals"),
            ((0, 0, None), 0, "3 totals"),
            ((0, 0, 0), -1, "cannot have played"),
        ),
        *(((0, 0, 0), 4, "4 cannot have played"), ((0, 0, 0), 1.0, "1.0 cannot"), ((0, 0, 0), None, "None")),
        *(((0, 0, 0), True, "True cannot"), ((0, 0, 0), HUGE, "cannot have played")),
        *(((8, 0, 0), 0, "over with 8"), ((0, 0, 8), 1, "over with 8"), ((0, 8, 0), 1, "over with 8")),
        *(((32, 0, 0), 1, "over with 32"), ((HUGE, 0, 0), 1, "over with 2^16609")),
    ],
    ids=lambda value: str(named(value)),
)
def test_a_field_has_totals_that_have_not_ended_the_race(ask, field, totals, played, fragment):
    refused(lambda: getattr(field, ask)(totals, played), fragment)


def test_at_once_only_who_has_just_played_may_be_at_the_target():
    FIELD.chances((31, 31, 0), 2)
    FIELD_AT_ONCE.chances((0, 31, 0), 2)
    refused(lambda: FIELD_AT_ONCE.chances((8, 0, 0), 2), "over with 8")


@pytest.mark.parametrize("field", [FIELD, FIELD_AT_ONCE], ids=["round", "immediate"])
def test_nobody_is_to_play_once_all_have(field):
    refused(lambda: field.goal((0, 0, 0), 3), "All 3 seats")


@pytest.mark.parametrize("value", [None, "rules", (1, 4), HUGE], ids=kind_of)
@pytest.mark.parametrize(
    "call",
    [
        lambda value: batch.turn_values(value, [[0] * 25]),
        lambda value: batch.solve_many(value, [[0] * 25]),
        lambda value: mc.solve_round(value, 2),
        lambda value: mc.solve_race(value, 8),
    ],
)
def test_rounds_and_races_have_rules(call, value):
    refused(lambda: call(value), " rules ", " Rules,", str(named(value)))
