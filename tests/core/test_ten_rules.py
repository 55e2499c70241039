"""What scores in 10 000, beside the naive twin for every roll; house rules, their codes, and bad ones."""

import math
from dataclasses import fields
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import midnight_core as mc
from midnight_core import ten_thousand as tt
from midnight_core.errors import named
from midnight_core.ten_thousand.scoring import is_bust
from midnight_core.ten_thousand.tables import choices
from tests.core.ten_houses import HOUSES, core
from tests.core.test_bad_input import HUGE, refused
from tests.reference import naive, naive_ten

DICE = range(1, 7)
every_house = pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES.keys())


# -------------------------------------------------------------------------------------------- beside the twin


@every_house
def test_every_roll_offers_what_the_twin_says(house):
    wrong = []
    for roll in every_roll():
        offered = tt.set_asides(core(house), roll)
        if {choice.dice: choice.points for choice in offered} != naive_ten.set_asides(house, roll):
            wrong.append((roll, offered))
        points = [choice.points for choice in offered]
        if points != sorted(points, reverse=True):
            wrong.append((roll, points))
        if is_bust(core(house), roll) == bool(offered):
            wrong.append((roll, "bust"))
    assert wrong == []


@every_house
def test_dice_are_worth_the_most_that_a_partition_gives(house):
    wrong = [
        (dice, tt.score(core(house), dice), naive_ten.points(house, dice))
        for dice in every_roll()
        if tt.score(core(house), dice) != naive_ten.points(house, dice)
    ]
    assert wrong == []


@every_house
def test_the_parts_of_a_set_aside_are_its_dice_and_make_its_points(house):
    wrong = []
    for dice in every_roll():
        if not naive_ten.points(house, dice):
            continue
        choice = tt.set_aside(core(house), dice, dice)
        together = sorted(die for part in choice.parts for die in part.dice)
        points = [part_points(house, part) for part in choice.parts]
        if tuple(together) != dice or points != [part.points for part in choice.parts]:
            wrong.append((dice, choice))
        if sum(points) != choice.points:
            wrong.append((dice, choice))
    assert wrong == []


def part_points(house, part):
    """Return what the twin says that a part is worth; single dice of a face stand together."""
    if part.kind == "single":
        return sum(naive_ten.combination(house, (die,)) for die in part.dice)
    return naive_ten.combination(house, part.dice)


@every_house
def test_the_chance_of_a_bust_is_the_twins_fraction(house):
    busts = [naive_ten.p_bust(house, dice) for dice in DICE]
    counted = choices(core(house)).busts
    assert [Fraction(bust, 6**dice) for dice, bust in zip(DICE, counted, strict=True)] == busts
    assert [tt.p_bust(core(house), dice) for dice in DICE] == [float(bust) for bust in busts]


@every_house
def test_only_what_is_offered_can_be_set_aside(house):
    """All parts of some rolls: each is either offered, or refused with a sentence that says why."""
    for roll in [(1, 1, 2, 4, 5, 6), (2, 2, 2, 3, 3, 5), (1, 5, 5, 5), (3, 4)]:
        offered = naive_ten.set_asides(house, roll)
        for dice in naive.keeps(roll):
            if dice in offered:
                found = tt.set_aside(core(house), roll[::-1], dice[::-1])
                assert (found.dice, found.points) == (dice, offered[dice])
            else:
                refused(lambda roll=roll, dice=dice: tt.set_aside(core(house), roll, dice), "has to score")


def every_roll():
    for dice in DICE:
        yield from combinations_with_replacement(range(1, 7), dice)


def test_dice_come_in_any_order():
    assert tt.score(tt.DEFAULT, (5, 1, 1)) == tt.score(tt.DEFAULT, np.array([1, 5, 1])) == 250
    assert tt.set_asides(tt.DEFAULT, (6, 1, 5)) == tt.set_asides(tt.DEFAULT, [1, 5, 6])


# ----------------------------------------------------------------------------------------- published and told


@pytest.mark.parametrize(
    ("dice", "chance"),
    [(1, "2/3"), (2, "4/9"), (3, "5/18"), (4, "17/108"), (5, "25/324"), (6, "5/216")],
)
def test_published_chance_of_no_score(dice, chance):
    assert naive_ten.p_bust(naive_ten.House(), dice) == Fraction(chance)
    assert tt.p_bust(tt.DEFAULT, dice) == float(Fraction(chance))


def test_six_fresh_dice_score_in_about_39_of_40_rolls():
    assert 1 - tt.p_bust(tt.DEFAULT, 6) == pytest.approx(39 / 40, abs=0.002)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        *(((1,), 100), ((5,), 50), ((1, 1), 200), ((1, 1, 5), 250)),
        *(((4,) * 3, 400), ((6,) * 3, 600), ((6,) * 4, 1200), ((6,) * 5, 2400), ((6,) * 6, 4800)),
        *(((1,) * 3, 1000), ((1,) * 4, 2000), ((1,) * 5, 4000), ((1,) * 6, 8000)),
        *(((2,), 0), ((3,), 0), ((4,), 0), ((6,), 0), ((2, 3, 3, 4, 6, 6), 0), ((1, 1, 2), 0)),
        *(((1, 2, 3, 4, 5, 6), 1500), ((2, 2, 3, 3, 4, 4), 1000), ((2, 2, 2, 2, 4, 4), 0)),
    ],
)
def test_points_of_the_seed(dice, points):
    assert tt.score(tt.DEFAULT, dice) == points


def test_8000_is_the_most_of_one_roll():
    assert max(tt.score(tt.DEFAULT, dice) for dice in every_roll()) == 8000


def test_of_a_1_and_a_5_either_may_be_left_in_the_roll():
    offered = {choice.dice for choice in tt.set_asides(tt.DEFAULT, (1, 5, 2, 3, 3, 4))}
    assert offered == {(1,), (5,), (1, 5)}


def test_a_1_set_aside_and_two_more_in_the_next_roll_are_not_three_of_a_kind():
    first = tt.set_aside(tt.DEFAULT, (1, 2, 3, 3, 4, 6), (1,))
    then = tt.set_aside(tt.DEFAULT, (1, 1, 2, 3, 6), (1, 1))
    assert first.points + then.points == 300
    assert tt.score(tt.DEFAULT, (1, 1, 1)) == 1000


def test_three_6s_and_then_1_1_5_are_all_six():
    turn = tt.solve_turn(tt.DEFAULT)
    all_three = next(option for option in turn.options(600, 3, (1, 1, 5)) if len(option.dice) == 3)
    assert (all_three.total, all_three.dice_left) == (850, 6)


def test_the_turn_of_the_seed():
    """250 set aside, then 600: all six score, 850; the next roll is a bust."""
    first = tt.set_aside(tt.DEFAULT, (1, 1, 2, 4, 5, 6), (1, 1, 5))
    assert first.points == 250
    assert [part.points for part in first.parts] == [200, 50]
    unopened = tt.solve_turn(tt.DEFAULT, is_open=False)
    for turn, actions in ((tt.solve_turn(tt.DEFAULT), {"bank", "roll"}), (unopened, {"roll"})):
        options = [option for option in turn.options(250, 3, (6, 6, 6)) if len(option.dice) == 3]
        assert {option.action for option in options} == actions
        assert {(option.total, option.dice_left) for option in options} == {(850, 6)}
        assert turn.options(850, 6, (2, 3, 3, 4, 6, 6)) == ()


# ------------------------------------------------------------------------------------------------ house rules


@pytest.mark.parametrize(
    ("change", "floors"),
    [
        *(({}, (1000, 50)), ({"opening": 350}, (350, 50)), ({"opening": 500}, (500, 50))),
        *(
            ({"opening": 0}, (50, 50)),
            ({"least": 300}, (1000, 300)),
            ({"opening": 200, "least": 300}, (300, 300)),
        ),
    ],
)
def test_the_opening_is_asked_of_whoever_has_nothing_yet(change, floors):
    house = tt.HouseRules(**change)
    assert (house.floor(0), house.floor(50)) == (house.floor(0), house.floor(9950)) == floors


def test_the_defaults_are_the_seeds_table():
    assert tt.HouseRules() == tt.DEFAULT == core(naive_ten.House()) == tt.PRESETS["table"]
    assert tt.DEFAULT.kinds[5] == (600, 1200, 2400, 4800)


@pytest.mark.parametrize("name", tt.PRESETS)
def test_presets_differ_and_have_codes(name):
    assert list(tt.PRESETS.values()).count(tt.PRESETS[name]) == 1
    assert tt.read_house(tt.house_code(tt.PRESETS[name])) == tt.PRESETS[name]


NO_POINTS = [
    -50,
    25,
    10_050,
    100.0,
    "100",
    None,
    True,
    math.nan,
    math.inf,
    HUGE,
    -HUGE,
    [100],
    np.float64(100),
]
NO_FLAG = [0, 1, "yes", None, np.True_, math.nan, []]
NO_WORD = ["", "Double", None, 1, True, b"double", ["double"], np.array(["double"])]


@pytest.mark.parametrize("points", NO_POINTS, ids=lambda points: str(named(points)))
@pytest.mark.parametrize("rule", ["one", "five", "straight", "three_pairs", "triples"])
def test_points_are_multiples_of_50(rule, points):
    value = (1000, 200, points, 400, 500, 600) if rule == "triples" else points
    refused(lambda: tt.HouseRules(**{rule: value}), "multiples of 50 from 0 to 10000", str(named(points)))


@pytest.mark.parametrize("points", [*NO_POINTS, 10_000 + 50], ids=lambda points: str(named(points)))
@pytest.mark.parametrize("rule", ["opening", "least"])
def test_what_it_takes_to_write_down_is_a_multiple_of_50_up_to_the_target(rule, points):
    refused(lambda: tt.HouseRules(**{rule: points}), "target of 10000", str(named(points)))


@pytest.mark.parametrize("rule", ["opening", "least"])
def test_nothing_that_it_takes_to_write_down_is_beyond_the_target(rule):
    tt.HouseRules(**{"opening": 0, rule: 2000, "target": 2000})
    refused(lambda: tt.HouseRules(**{"opening": 0, rule: 2050, "target": 2000}), "target of 2000", "2050")


@pytest.mark.parametrize(
    "target", [950, 1025, 20_050, 0, -1000, *NO_POINTS[3:]], ids=lambda target: str(named(target))
)
def test_a_game_goes_to_1000_to_20000(target):
    refused(lambda: tt.HouseRules(target=target), "from 1000 to 20000", str(named(target)))


@pytest.mark.parametrize("value", NO_FLAG, ids=lambda value: str(named(value)))
@pytest.mark.parametrize("rule", ["four_plus_two", "last_round", "must_roll_hot"])
def test_yes_or_no_is_a_bool(rule, value):
    refused(lambda: tt.HouseRules(**{rule: value}), rule, "bool", str(named(value)))


@pytest.mark.parametrize("value", NO_WORD, ids=lambda value: str(named(value)))
@pytest.mark.parametrize(("rule", "words"), [("growth", "double, add, same"), ("ties", "shared, first")])
def test_a_word_is_one_of_some(rule, words, value):
    refused(lambda: tt.HouseRules(**{rule: value}), rule, words, str(named(value)))


@pytest.mark.parametrize(
    "triples",
    [None, 5, math.nan, (), (100,) * 5, (100,) * 7, {1: 100}, "abc", np.array(100), HUGE],
    ids=lambda triples: str(named(triples)),
)
def test_three_of_a_kind_has_six_values(triples):
    refused(lambda: tt.HouseRules(triples=triples), "6 values")


def test_a_last_die_has_to_be_able_to_score():
    refused(lambda: tt.HouseRules(one=0, five=0), "single 1 or a single 5")
    assert tt.p_bust(tt.HouseRules(one=0), 1) == tt.p_bust(tt.HouseRules(five=0), 1) == 5 / 6


def test_numpys_whole_numbers_are_rules_too():
    house = tt.HouseRules(one=np.int64(200), triples=np.array([1000, 200, 300, 400, 500, 600]))
    assert house == tt.HouseRules(one=200)
    assert tt.house_code(house) == "a200"


# ------------------------------------------------------------------------------------------------ house codes

POINTS = st.integers(0, 200).map(lambda units: 50 * units)


@st.composite
def houses(draw):
    target = 50 * draw(st.integers(20, 400))
    up_to_target = st.integers(0, target // 50).map(lambda units: 50 * units)
    singles = draw(st.tuples(POINTS, POINTS).filter(any))
    return tt.HouseRules(
        *singles,
        triples=draw(st.tuples(*(POINTS,) * 6)),
        growth=draw(st.sampled_from(["double", "add", "same"])),
        straight=draw(POINTS),
        three_pairs=draw(POINTS),
        four_plus_two=draw(st.booleans()),
        opening=draw(up_to_target),
        target=target,
        last_round=draw(st.booleans()),
        ties=draw(st.sampled_from(["shared", "first"])),
        least=draw(up_to_target),
        must_roll_hot=draw(st.booleans()),
    )


@given(houses())
def test_a_house_comes_back_from_its_code(house):
    code = tt.house_code(house)
    assert tt.read_house(code) == house
    assert code.isascii()
    assert not set(code) - set("abcdefghijklmnopqrstuvwxyz0123456789-_")


LONGEST = tt.HouseRules(
    10_000, 9950, (10_000,) * 6, "same", 10_000, 10_000, True, 20_000, 20_000, False, "first", 20_000, True
)


def test_the_longest_code_comes_back_too():
    assert tt.read_house(tt.house_code(LONGEST)) == LONGEST


def test_each_rule_has_its_place_in_a_code():
    for rule in fields(LONGEST):
        changes = {"target": 20_000, rule.name: getattr(LONGEST, rule.name)}
        changed = tt.HouseRules(**changes)
        assert changed != tt.HouseRules()
        assert tt.read_house(tt.house_code(changed)) == changed


PIECES = st.sampled_from(
    [
        *"afkgspqotrebhdxAK-_ .~/0159'\"\x00٣１é\ud800\U0001f3b2",
        "double",
        "add",
        "first",
        "shared",
        "1000",
        "00",
    ]
)


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=30).map("".join)))
def test_another_text_is_the_code_of_a_house_or_refused(text):
    try:
        house = tt.read_house(text)
    except mc.InputError as error:
        house = None
        sentence = str(error)
    if house is None:
        assert 20 < len(sentence) < 250
    else:
        assert tt.house_code(house) == text


@pytest.mark.parametrize(
    "code",
    [
        *(
            "",
            "D",
            "d-d",
            "o350-d",
            "o350-",
            "-o350",
            "o350--t5000",
            "t5000-o350",
            "o350-o350",
            "x1",
            "o",
            "o-350",
        ),
        *(
            "o0350",
            "o350 ",
            " o350",
            "O350",
            "o+350",
            "o3_5_0",
            "o1000",
            "o٣٥٠",
            "o1e3",
            "o350.0",
            "o9999999",
            "q2",
        ),
        *(
            "q0",
            "r1",
            "gdouble",
            "eshared",
            "k1000_200_300_400_500",
            "k1000_200_300_400_500_600",
            "o350\n",
            "b" * 5000,
        ),
    ],
)
def test_a_house_has_one_code(code):
    refused(lambda: tt.read_house(code))


@pytest.mark.parametrize(
    ("code", "fragment"),
    [
        ("o75", "multiples of 50"),
        ("t999900", "20000"),
        ("a0-f0", "single 1"),
        ("gtriple", "growth"),
        ("k1_2", "6 values"),
    ],
)
def test_rules_in_a_link_that_cannot_work_are_named(code, fragment):
    refused(lambda: tt.read_house(code), fragment)


NO_HOUSE = [None, "d", 5, HUGE, math.nan, mc.MIDNIGHT, naive_ten.House()]


@pytest.mark.parametrize("value", NO_HOUSE, ids=lambda value: str(named(value)))
@pytest.mark.parametrize(
    "call",
    [
        tt.house_code,
        lambda house: tt.score(house, (1,)),
        lambda house: tt.set_asides(house, (1,)),
        lambda house: tt.set_aside(house, (1,), (1,)),
        lambda house: tt.p_bust(house, 1),
    ],
)
def test_rules_are_house_rules(call, value):
    refused(lambda: call(value), " house ", "HouseRules", str(named(value)))


@pytest.mark.parametrize("code", [None, 5, b"d", ["d"], tt.DEFAULT, HUGE], ids=lambda code: str(named(code)))
def test_a_code_is_text(code):
    refused(lambda: tt.read_house(code), "code", "str")


# ------------------------------------------------------------------------------------------------------- dice

NO_DICE = [
    None,
    5,
    math.nan,
    {1: 1},
    (7,),
    (0,),
    (1.0,),
    ("1",),
    (True,),
    (None,),
    (math.nan,),
    (HUGE,),
    ((1,),),
]


@pytest.mark.parametrize("dice", NO_DICE, ids=lambda dice: str(named(dice)))
@pytest.mark.parametrize(
    "call",
    [
        lambda dice: tt.score(tt.DEFAULT, dice),
        lambda dice: tt.set_asides(tt.DEFAULT, dice),
        lambda dice: tt.set_aside(tt.DEFAULT, dice, (1,)),
        lambda dice: tt.set_aside(tt.DEFAULT, (1, 2), dice),
    ],
)
def test_dice_show_1_to_6(call, dice):
    refused(lambda: call(dice), "ice" if not isinstance(dice, tuple) else "1 to 6")


@pytest.mark.parametrize("dice", [(), (1,) * 7])
@pytest.mark.parametrize(
    "call", [tt.score, tt.set_asides, lambda house, dice: tt.set_aside(house, dice, (1,))]
)
def test_a_roll_has_1_to_6_dice(call, dice):
    refused(lambda: call(tt.DEFAULT, dice), "1 to 6", str(len(dice)))


@pytest.mark.parametrize(
    ("dice", "fragments"),
    [
        *(((), ("at least one",)), ((6,), ("6", "has to score")), ((1, 6), ("1 6", "has to score"))),
        *(((1, 1), ("1 1 is not in 1 4 5 6",)), ((2,), ("2 is not in 1 4 5 6",)), ((1,) * 7, ("not in",))),
    ],
)
def test_what_cannot_be_set_aside_is_named(dice, fragments):
    refused(lambda: tt.set_aside(tt.DEFAULT, (6, 5, 4, 1), dice), *fragments)


@pytest.mark.parametrize(
    "dice", [0, 7, -1, 1.0, "1", True, None, math.nan, HUGE], ids=lambda dice: str(named(dice))
)
def test_a_bust_is_asked_of_1_to_6_dice(dice):
    refused(lambda: tt.p_bust(tt.DEFAULT, dice), "1 to 6", str(named(dice)))
