"""Every claim of the rule texts: its exact value against a naive twin, and a verdict that follows from it."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

import midnight_core as mc
from midnight_core.claims import (
    CAREFUL,
    GREEDY,
    WAYS,
    By,
    Check,
    Claim,
    Measure,
    Said,
    Source,
    Topic,
    Verdict,
    claims,
    exactly,
    mean_rolls,
    most_points,
    moves,
    no_points,
    printed,
    race_turns,
    swapped,
    thrown_again,
)
from tests.reference import naive

BOTH = pytest.mark.parametrize("rules", [mc.MIDNIGHT, mc.TWO_FOUR_24], ids=["14", "24"])
MEAN = list(range(25))


def found(rules=mc.MIDNIGHT):
    return {claim.key: claim for claim in claims(rules)}


def numbers(claim):
    return [check.exact for check in claim.checks]


# ------------------------------------------------------------------------------------------- the exact values


@BOTH
def test_the_sums_of_finished_dice(rules):
    a, b = rules.required
    expected = {
        "best-score": max(naive.score((a, b), dice) for dice in product(range(1, 7), repeat=6)),
        "one-missing": naive.score((a, b), (b, 6, 6, 6, 6, 6)),
        "spare-qualifiers": a + b + 5 + 5,
        "solid-turn": naive.score((a, b), (a, b, 6, 5, 5, 3)),
        "encyclopedia-turn": 6 + 3 + 5 + 6,
        "careful-score": 6 + 6 + 5 + 4,
        "greedy-score": naive.score((a, b), (b, 6, 6, 5, 6, 3)),
        "greedy-hit": 6 + 6 + 6 + 5,
    }
    assert {key: numbers(found(rules)[key]) for key in expected} == {k: [v] for k, v in expected.items()}


def all_turns(dice):
    """Yield the dice thrown in each roll of every turn that keeps some number of dice from each roll."""
    if not dice:
        yield []
    for kept in range(1, dice + 1):
        for rest in all_turns(dice - kept):
            yield [dice, *rest]


def test_rolls_and_throws():
    turns = list(all_turns(6))
    after_three = [turn for turn in turns if len(turn) > 1 and turn[1] == 3]
    expected = {
        "rolls-one": max(map(len, turns)),
        "rolls-three": max(map(len, after_three)) - 1,
        "throws-one": sum(turn for turn in range(1, 7)),
        "throws-most": max(map(sum, turns)),
        "throws-three": max(map(sum, after_three)),
    }
    assert {key: numbers(found()[key]) for key in expected} == {key: [v] for key, v in expected.items()}


@BOTH
def test_the_chances_are_those_of_the_formulas(rules):
    def both(throws):
        return 1 - 2 * Fraction(5, 6) ** throws + Fraction(4, 6) ** throws

    def one(throws):
        return 1 - Fraction(5, 6) ** throws

    claim = found(rules)
    assert numbers(claim["best-chance"]) == [Fraction(20987674370482710, 6**21)]
    assert numbers(claim["best-strategy"]) == [both(21)]
    assert numbers(claim["after-roll"]) == [both(throws) for throws in (6, 11, 15, 18, 20, 21)]
    assert numbers(claim["none-kept"]) == [both(throws) for throws in (21, 15, 10, 6, 3, 1)]
    assert numbers(claim["one-kept"]) == [one(throws) for throws in (15, 10, 6, 3, 1)]
    assert numbers(claim["formula"]) == numbers(claim["none-kept"]) + numbers(claim["one-kept"])
    assert numbers(claim["last-die"]) == [Fraction(1, 6)]
    assert numbers(claim["careful-safe"]) == [1]


def test_what_a_turn_is_worth_by_published_numbers():
    by_way = {key: dict(zip(WAYS, numbers(found()[key]), strict=True)) for key in ("average", "solid", "top")}
    assert float(by_way["average"]["perfect"]) == pytest.approx(19.5210712714, abs=5e-11)
    assert round(float(by_way["solid"]["perfect"]), 4) == 18.6763
    assert max(by_way["solid"].values()) == by_way["solid"]["perfect"]
    assert float(by_way["top"]["perfect"]) == pytest.approx(0.024667449, abs=5e-10)
    assert float(by_way["top"]["at-least-24"]) == pytest.approx(0.09998965918, abs=5e-12)


@BOTH
def test_what_a_turn_is_worth_one_die_at_a_time(rules):
    def one_at_a_time(kept, roll):
        wanted = [face for face in rules.required if face in roll and face not in kept]
        return (wanted or [max(roll)])[:1] if roll else []

    chances = naive.outcome(rules.required, lambda kept, roll: tuple(one_at_a_time(kept, roll)))
    by_way = {
        key: dict(zip(WAYS, numbers(found(rules)[key]), strict=True)) for key in ("average", "solid", "top")
    }
    mean = sum(score * chance for score, chance in enumerate(chances))
    assert by_way["average"]["one-at-a-time"] == mean / (1 - chances[0])
    assert by_way["solid"]["one-at-a-time"] == mean
    assert by_way["top"]["one-at-a-time"] == chances[24]


@cache
def worth_of(dice):
    """Return the mean of so many dice thrown and played on best, both qualifiers in, every ordered roll."""
    if not dice:
        return Fraction(0)
    best = (
        max(sum(sorted(roll)[dice - kept :]) + worth_of(dice - kept) for kept in range(1, dice + 1))
        for roll in product(range(1, 7), repeat=dice)
    )
    return sum(best, Fraction(0)) / 6**dice


def test_what_a_die_is_worth():
    claim = found()
    assert numbers(claim["one-die"]) == [Fraction(1 + 2 + 3 + 4 + 5 + 6, 6)]
    assert numbers(claim["high-dice"]) == [worth_of(dice) - worth_of(dice - 1) for dice in (1, 2, 3, 4)]
    again = Fraction(sum(6 + 6 + 5 + face for face in range(1, 7)), 6)
    assert numbers(claim["throw-again"]) == [again]
    assert claim["throw-again"].checks[0].said.low == 6 + 6 + 5 + 2
    assert numbers(claim["marginally"]) == [again - 19]


@pytest.fixture(scope="module", params=[mc.MIDNIGHT, mc.TWO_FOUR_24], ids=["14", "24"])
def played(request):
    """The rules, and chance, dice kept, roll and keep of every roll of a turn played for the best average."""
    rules = request.param
    solution = mc.solve(rules, mc.goals.mean_score())
    reached, rolled = {(): Fraction(1)}, []
    for _ in range(6):
        following = Counter()
        for kept, chance in reached.items():
            left = 6 - len(kept)
            for roll, ways in naive.rolls(left).items() if left else ():
                keep = solution.best_keep(mc.Turn(rules, kept), roll)
                rolled.append((chance * ways / 6**left, kept, roll, keep))
                following[naive.with_more(kept, keep)] += rolled[-1][0]
        reached = following
    return rules, rolled


def test_how_many_dice_are_thrown_again_and_how_many_rolls_a_turn_has(played):
    rules, rolled = played
    shown, again = Counter(), Counter()
    for chance, kept, roll, keep in rolled:
        if len(roll) > 1:
            wanted = [face for face in rules.required if face not in kept]
            for face in range(1, 7):
                spare = roll.count(face) - (face in wanted and face in roll)
                shown[face] += chance * spare
                again[face] += chance * (spare - keep.count(face) + (face in wanted and face in keep))
    assert numbers(found(rules)["low-dice"]) == [(again[2] + again[3]) / (shown[2] + shown[3])]
    for face in range(1, 7):
        assert thrown_again(rules, (face,)) == again[face] / shown[face]
    rolls = sum(chance for chance, *_ in rolled)
    assert mean_rolls(rules, mc.strategies.NAMED["perfect"]) == rolls
    assert numbers(found(rules)["turn-time"]) == [30 / rolls]


@BOTH
def test_the_two_lines_are_judged_as_the_naive_twin_does(rules):
    twin = naive.Naive(rules.required, MEAN)
    claim = found(rules)
    for line, key in ((CAREFUL, "careful-best"), (GREEDY, None)):
        kept, losses = (), []
        for step in line:
            roll, keep = (tuple(sorted(swapped(rules, dice))) for dice in step)
            if kept:  # the first roll takes the twin long
                best = max(twin.worth(naive.with_more(kept, part)).value for part in naive.keeps(roll))
                losses.append(best - twin.worth(naive.with_more(kept, keep)).value)
            kept = naive.with_more(kept, keep)
        assert [move.loss for move in moves(rules, line)][1:] == losses
        if key:
            assert numbers(claim[key])[1:] == losses
    b = rules.required[1]
    ahead = twin.worth((b,)).value - twin.worth((b, 6, 6)).value
    assert numbers(claim["careful-better"]) == [ahead]
    assert numbers(claim["too-good"]) == [0]


def test_the_race_against_one_that_is_thrown():
    chances = mc.evaluate(mc.MIDNIGHT, mc.strategies.NAMED["perfect"])
    rng = np.random.default_rng(1)
    points = rng.choice(25, size=(20_000, 4, 60), p=chances).cumsum(axis=2)
    rounds = (points.max(axis=1) >= 100).argmax(axis=1) + 1
    turns = race_turns(mc.MIDNIGHT, mc.strategies.NAMED["perfect"])
    assert abs(4 * rounds.mean() - turns) < 4 * 4 * rounds.std() / np.sqrt(len(rounds))
    assert found()["race"].checks[0].exact == pytest.approx(turns / 2)


def test_a_race_of_turns_that_keep_all_at_once():
    six_each = mc.Strategy("everything at once", lambda _, roll: roll)
    chances = mc.evaluate(mc.MIDNIGHT, six_each)
    short, rounds = np.array([1.0]), 0.0
    for _ in range(3000):
        rounds += short.sum() ** 4
        longer = np.zeros(len(short) + 24)
        for points, chance in enumerate(chances):
            longer[points : points + len(short)] += chance * short
        short = longer[:100]
    assert race_turns(mc.MIDNIGHT, six_each) == pytest.approx(4 * rounds, rel=1e-9)


# --------------------------------------------------------------------------------------------------- 10 000


def naive_points(roll):
    """Score by taking combinations off the dice in the way that gives most."""
    dice = sorted(roll)
    if not dice:
        return 0
    options = [0]
    if dice == [1, 2, 3, 4, 5, 6]:
        options.append(1500)
    if len(dice) == 6 and dice[0::2] == dice[1::2] and len(set(dice)) == 3:
        options.append(1000)
    for face, single in ((1, 100), (5, 50)):
        if face in dice:
            options.append(single + naive_points(without(dice, face, 1)))
    for face in set(dice):
        for count in range(3, dice.count(face) + 1):
            triple = 1000 if face == 1 else 100 * face
            options.append(triple * 2 ** (count - 3) + naive_points(without(dice, face, count)))
    return max(options)


def without(dice, face, count):
    rest = list(dice)
    for _ in range(count):
        rest.remove(face)
    return rest


@pytest.mark.parametrize("dice", range(1, 7))
def test_every_roll_of_10_000_by_plain_enumeration(dice):
    points = {roll: naive_points(roll) for roll in naive.rolls(dice)}
    assert {roll: most_points(roll) for roll in points} == points
    nothing = sum(not points[tuple(sorted(roll))] for roll in product(range(1, 7), repeat=dice))
    assert no_points(dice) == Fraction(nothing, 6**dice)
    if dice == 6:
        assert numbers(found()["most-points"]) == [max(points.values())]


def test_published_chances_of_a_roll_of_10_000_without_points():
    published = ["2/3", "4/9", "5/18", "17/108", "25/324", "5/216"]
    assert [no_points(dice) for dice in range(1, 7)] == [Fraction(chance) for chance in published]
    claim = found()
    assert numbers(claim["fresh-dice"]) == [40 * Fraction(211, 216)]
    assert numbers(claim["three-dice"]) == [Fraction(5, 18)]
    assert numbers(claim["go-on"]) == [Fraction(5, 216)]


def test_the_amounts_of_10_000():
    claim = found()
    for key in ("worthless", "kinds", "example"):
        assert numbers(claim[key]) == [naive_points(check.case) for check in claim[key].checks]
    assert numbers(claim["two-rolls"]) == [300]
    assert numbers(claim["hot-dice"]) == [6]
    assert numbers(claim["example-total"]) == [100 + 100 + 50 + 600]


@pytest.mark.parametrize("roll", [(), (0,), (7,), (1,) * 7, "x", None, 3])
def test_a_roll_of_10_000_that_is_none_is_refused(roll):
    with pytest.raises(mc.InputError):
        most_points(roll)


# ------------------------------------------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("said", "exact", "verdict"),
    [
        (exactly(24), Fraction(24), "true"),
        (exactly(24), Fraction(23), "wrong"),
        (exactly(18, unit=1), Fraction(35, 2), "rounded"),
        (exactly(18, unit=1), Fraction(37, 2), "rounded"),
        (exactly(18, unit=1), Fraction(3501, 200), "rounded"),
        (exactly(18, unit=1), Fraction(3499, 200), "wrong"),
        (exactly(18, unit=1, slack=1), Fraction(3499, 200), "roughly"),
        (exactly(18, unit=1, slack=1), Fraction(19), "roughly"),
        (exactly(18, unit=1, slack=1), Fraction(1901, 100), "wrong"),
        (exactly(15, slack=5), 10.0, "roughly"),
        (exactly(15, slack=5), 9.99, "wrong"),
        (Said(low=Fraction(1, 4)), Fraction(1, 4), "true"),
        (Said(low=Fraction(1, 4)), Fraction(24, 100), "wrong"),
        (Said(high=Fraction(1)), Fraction(1), "true"),
        (Said(high=Fraction(1)), Fraction(3, 2), "wrong"),
        (printed("95.7"), Fraction(9575, 10000), "rounded"),
        (printed("95.7"), Fraction(9576, 10000), "wrong"),
        (printed("96"), Fraction(9576, 10000), "rounded"),
        (printed("0.0"), Fraction(0), "true"),
    ],
)
def test_the_rule_for_a_verdict(said, exact, verdict):
    assert said.verdict(exact) is Verdict(verdict)


@pytest.mark.parametrize(
    ("numbers", "verdict"),
    [
        ((3, 3), "true"),
        ((3, 3.4), "rounded"),
        ((3.4, 4), "roughly"),
        ((3, 9), "sometimes"),
        ((4, 9), "sometimes"),
        ((9, 9), "wrong"),
        ((9,), "wrong"),
        ((), "open"),
    ],
)
def test_a_claim_is_as_good_as_its_weakest_number_unless_some_fail(numbers, verdict):
    checks = tuple(Check(number, exactly(3, unit=1, slack=1)) for number in numbers)
    claim = Claim("made up", Topic.SCORES, (Source.RULES,), Measure.POINTS, checks, By.ROLL)
    assert claim.verdict is Verdict(verdict)


def test_a_number_that_only_follows_leaves_a_claim_open():
    claim = Claim("x", Topic.TABLE, (Source.RULES,), Measure.SECONDS, (Check(Fraction(7), None),))
    assert claim.verdict is Verdict.OPEN


EXPECTED = {
    Verdict.ROUNDED: {"best-chance", "after-roll", "none-kept", "one-kept", "fresh-dice"},
    Verdict.ROUGHLY: set(),
    Verdict.SOMETIMES: {"formula", "average", "top", "high-dice", "careful-best"},
    Verdict.WRONG: {"marginally", "race"},
    Verdict.OPEN: {"turn-time", "players", "simulated", "go-on", "game-time", "opening", "slow-start"},
}


@BOTH
def test_the_verdicts(rules):
    by_verdict = {verdict: {c.key for c in claims(rules) if c.verdict is verdict} for verdict in Verdict}
    # A spare 2 counts one point more than a spare 1.
    moved = set() if rules == mc.MIDNIGHT else {"spare-qualifiers"}
    expected = EXPECTED | {Verdict.WRONG: EXPECTED[Verdict.WRONG] | moved}
    assert {verdict: keys for verdict, keys in by_verdict.items() if verdict is not Verdict.TRUE} == expected
    assert len(by_verdict[Verdict.TRUE]) == len(claims(rules)) - sum(map(len, expected.values()))


CHECKS = [
    (claim.key, place)
    for claim in claims()
    for place, check in enumerate(claim.checks)
    if check.said is not None
]


def tampered(said, exact):
    """Return a claim that the exact number does not bear out, one step beyond what its words allow."""
    beyond = said.unit / 2 + said.slack + Fraction(1, 1000)
    if said.low == said.high:
        wrong = Fraction(exact) + beyond
        return replace(said, low=wrong, high=wrong)
    return Said(low=exact + beyond) if said.high == float("inf") else Said(high=exact - beyond)


@pytest.mark.parametrize(("key", "place"), CHECKS)
def test_a_tampered_claim_gets_another_verdict(key, place):
    claim = found()[key]
    check = claim.checks[place]
    if check.verdict is Verdict.WRONG:
        changed = replace(check, said=exactly(Fraction(check.exact)))
        assert changed.verdict is Verdict.TRUE
    else:
        changed = replace(check, said=tampered(check.said, check.exact))
        assert changed.verdict is Verdict.WRONG
    one = replace(claim, checks=(changed,))
    assert one.verdict is not replace(claim, checks=(check,)).verdict
    if len(claim.checks) > 1 and claim.verdict is not Verdict.SOMETIMES:
        others = claim.checks[:place] + claim.checks[place + 1 :]
        assert replace(claim, checks=(changed, *others)).verdict is Verdict.SOMETIMES


# ------------------------------------------------------------------------------------------------- the list


@BOTH
def test_every_claim_has_a_name_of_its_own_and_exact_numbers(rules):
    keys = [claim.key for claim in claims(rules)]
    assert len(set(keys)) == len(keys)
    assert keys == [claim.key for claim in claims()]
    assert {claim.topic for claim in claims(rules)} == set(Topic)
    assert {source for claim in claims(rules) for source in claim.sources} == set(Source)
    floats = {c.key for c in claims(rules) for check in c.checks if not isinstance(check.exact, Fraction)}
    assert floats == {"race"}, "A race has no end that is sure to come: its mean is a sum without end."


@BOTH
def test_cases_are_what_they_are_said_to_be(rules):
    kinds = {By.NOTHING: "", By.STRATEGY: "perfect", By.ROLL: 1, By.LEFT: 1, By.THROWN: 1, By.DICE: (1,)}
    for claim in claims(rules):
        for check in claim.checks:
            assert type(check.case) is type(kinds.get(claim.by, ()))
        assert len({check.case for check in claim.checks}) == len(claim.checks)
        if claim.by is By.STRATEGY:
            assert [check.case for check in claim.checks] == list(WAYS)


@pytest.mark.parametrize("rules", [(1, 4), None, "1-4-24"])
def test_rules_that_are_none_are_refused(rules):
    with pytest.raises(mc.InputError):
        claims(rules)


def test_the_dice_of_the_texts_are_swapped_for_other_rules():
    assert swapped(mc.TWO_FOUR_24, (1, 2, 3, 4, 5, 6)) == (2, 1, 3, 4, 5, 6)
    assert swapped(mc.Rules((5, 6)), (1, 4, 5, 6)) == (5, 6, 1, 4)
    assert swapped(mc.MIDNIGHT, (6, 1, 4)) == (6, 1, 4)


def test_even_a_race_of_players_who_play_to_miss_has_an_end():
    to_miss = mc.strategies.perfect(mc.Goal("to miss", tuple(24 - score for score in MEAN)))
    mean = mc.evaluate(mc.MIDNIGHT, to_miss) @ MEAN
    assert mean < 0.01
    # Somebody has 100 points before the average player has.
    assert 0.1 < race_turns(mc.MIDNIGHT, to_miss) / (4 * 100 / mean) < 1


FIRST = (1, 2, 3, 4, 5, 6)
NO_STRATEGY = "greedy"


@pytest.mark.parametrize(
    "call",
    [
        *(lambda dice=dice: no_points(dice) for dice in (0, 7, -1, 1.0, "3", True, None)),
        *(
            lambda line=line: moves(mc.MIDNIGHT, line)
            for line in (
                *(None, 5, "ab", (), (FIRST,), [(FIRST, (1,), (2,))], [(1, 2)], [(FIRST, None)]),
                *([(FIRST, ())], [(FIRST, (1, 1))], [((1, 2), (1,))]),
                [(FIRST, FIRST), ((1,), (1,))],
            )
        ),
        lambda: moves(None, CAREFUL),
        *(lambda rules=rules: swapped(rules, (1,)) for rules in (None, (1, 4), "1-4-24")),
        *(lambda dice=dice: swapped(mc.MIDNIGHT, dice) for dice in (None, (0,), "x", 3)),
        *(lambda faces=faces: thrown_again(mc.MIDNIGHT, faces) for faces in ((), (7,), None, 5, "x")),
        lambda: thrown_again(None, (5,)),
        *(
            lambda text=text: printed(text)
            for text in ("", "x", "nan", "-1", "1/0", "95,7", "9_5", "٣", None, 95.7)
        ),
        *(lambda said=said: exactly(said) for said in ("x", None, float("nan"), True, 1j, ())),
        *(lambda off=off: exactly(3, off) for off in (-1, "1", None)),
        lambda: exactly(3, slack=Fraction(-1, 2)),
        lambda: Said(low=3, high=1),
        lambda: Said(low="1"),
        *(lambda exact=exact: exactly(3).verdict(exact) for exact in ("3", None, float("nan"), ())),
        lambda: Check(None, exactly(3)).verdict,
        lambda: race_turns(mc.MIDNIGHT, NO_STRATEGY),
        lambda: race_turns(None, mc.strategies.NAMED["greedy"]),
        lambda: mean_rolls(mc.MIDNIGHT, NO_STRATEGY),
    ],
)
def test_bad_input_is_refused_in_a_sentence(call):
    with pytest.raises(mc.InputError) as caught:
        call()
    assert str(caught.value).endswith(".")


def test_faces_named_twice_count_once():
    assert thrown_again(mc.MIDNIGHT, (2, 3, 2)) == thrown_again(mc.MIDNIGHT, (2, 3))
