"""A turn is its code: round trips, links that stay valid, fair dice, undo, and whatever else arrives."""

import string
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from scipy import stats

import midnight_core as mc
from midnight_core import gamecode
from midnight_core.gamecode import (
    MAX_CODE,
    MAX_SEED,
    Position,
    TurnGame,
    mask_of,
    new_seed,
    picked,
    read_dice,
    read_position,
    read_turn,
    thrown_dice,
)
from tests.reference import philox

SEEDS = st.integers(1, MAX_SEED)
FACE = st.integers(1, 6)
RULES = st.permutations(range(1, 7)).map(lambda faces: mc.Rules(tuple(faces[:2])))
UNLIKELY = 1e-3


@st.composite
def games(draw):
    """Draw a turn played for a while, its dice thrown by the seed or typed."""
    game = TurnGame(draw(RULES), draw(SEEDS))
    for _ in range(draw(st.integers(0, 12))):
        if game.is_over:
            break
        if game.roll:
            game = game.keep(draw(st.integers(1, 2 ** len(game.roll) - 1)))
        elif draw(st.booleans()):
            game = game.throw()
        else:
            left = game.turn.dice_left
            game = game.enter(draw(st.lists(FACE, min_size=left, max_size=left)))
    return game


@st.composite
def positions(draw):
    """Draw a position of "what if"; its roll may be open, its pins are different keeps."""
    kept = draw(st.lists(FACE, max_size=6))
    left = 6 - len(kept)
    roll = draw(st.lists(FACE, min_size=left, max_size=left)) if draw(st.booleans()) else []
    ordered = sorted(roll)
    masks = st.integers(1, 2 ** max(left, 1) - 1)
    pins = st.lists(masks, max_size=3, unique_by=lambda mask: tuple(picked(ordered, mask)))
    return Position(draw(RULES), tuple(kept), tuple(roll), tuple(draw(pins)) if roll else ())


# ------------------------------------------------------------------------------------------------ round trips


@settings(max_examples=300)
@given(games())
def test_reading_a_code_gives_back_the_game(game):
    assert read_turn(game.code) == game
    assert len(game.code) <= MAX_CODE
    assert set(game.code) <= set(string.ascii_letters + string.digits + "-_.~")


@settings(max_examples=300)
@given(positions())
def test_reading_a_code_gives_back_the_position(position):
    assert read_position(position.code) == position
    assert len(position.code) <= MAX_CODE
    assert set(position.code) <= set(string.ascii_letters + string.digits + "-_.")


@given(games())
def test_a_game_is_the_sum_of_its_steps(game):
    turn = mc.Turn(game.rules)
    for number, step in enumerate(game.steps):
        if not step.typed:
            assert step.roll == thrown_dice(game.seed, number, turn.dice_left)
        if step.mask:
            turn = turn.keep(step.kept, step.roll)
    assert game.turn == turn
    assert tuple(sorted(game.kept)) == turn.kept
    assert game.is_over == turn.is_over


@given(games())
def test_a_game_cannot_be_changed(game):
    code = game.code
    if game.roll:
        game.keep(1)
    elif not game.is_over:
        game.throw()
    game.undo()
    assert game.code == code


# -------------------------------------------------------------------------------------- links that stay valid


@pytest.mark.parametrize(
    ("seed", "rolls"),
    [
        (1, [(6, 4, 3, 3, 5, 4), (5, 1, 6, 6, 1), (2, 6, 2, 5), (3, 1, 5), (1, 1), (4,)]),
        (2417, [(2, 2, 2, 2, 1, 2), (6, 3, 1, 5, 5), (4, 3, 6, 4), (5, 4, 2), (2, 6), (5,)]),
        (MAX_SEED, [(4, 6, 2, 6, 1, 1), (6, 1, 1, 5, 2), (6, 3, 6, 2), (4, 3, 6), (5, 6), (4,)]),
    ],
)
def test_a_seed_throws_the_same_dice_for_ever(seed, rolls):
    assert [thrown_dice(seed, roll, 6 - roll) for roll in range(6)] == rolls


def test_another_turn_or_player_throws_other_dice_for_ever():
    assert thrown_dice(2417, 0, 6, turn=1) == (6, 1, 2, 5, 5, 1)
    assert thrown_dice(2417, 0, 6, player=1) == (5, 2, 3, 2, 3, 5)


@given(SEEDS, st.integers(0, 50), st.integers(0, 7))
def test_a_turn_of_a_match_has_the_dice_of_its_number_and_player_in_every_roll(seed, number, player):
    game = TurnGame(mc.MIDNIGHT, seed, number=number, player=player)
    for roll in range(6):
        game = game.throw()
        assert game.roll == thrown_dice(seed, roll, 6 - roll, number, player)
        game = game.keep(1)
        assert (game.number, game.player) == (number, player)
    assert (game.undo().number, game.restarted().player) == (number, player)


def test_the_code_of_a_turn_leaves_its_place_in_a_match_out():
    game = TurnGame(mc.MIDNIGHT, 2417, number=3, player=1)
    assert game.code == "m1.14.2417"
    assert read_turn(game.code) == TurnGame(mc.MIDNIGHT, 2417) != game
    assert game.enter((1, 2, 3, 4, 5, 6)).keep(1).moves == "123456B"


@pytest.mark.parametrize("place", ["number", "player"])
@pytest.mark.parametrize("value", [-1, 2**32, 1.0, "1", None, True])
def test_a_turns_place_in_a_match_is_a_number(place, value):
    with pytest.raises(mc.InputError, match="0 to 4294967295"):
        TurnGame(mc.MIDNIGHT, 5, **{place: value})


@pytest.mark.parametrize(
    ("code", "kept", "roll"),
    [
        ("m1.14.2417", (), ()),
        ("m1.14.2417.~", (), (2, 2, 2, 2, 1, 2)),
        ("m1.14.2417.~Q", (1,), ()),
        ("m1.24.2417.~G~B146", (2, 2, 6), (1, 4, 6)),
        ("m1.14.2417.~G~B146H", (2, 2, 6, 1, 4, 6), ()),
        ("m1.14.1.~_", (6, 4, 3, 3, 5, 4), ()),
    ],
)
def test_an_old_link_still_opens_the_same_game(code, kept, roll):
    game = read_turn(code)
    assert (game.kept, game.roll, game.code) == (kept, roll, code)


@pytest.mark.parametrize(
    ("code", "position"),
    [
        ("p1.14", Position()),
        ("p1.14.46.1235", Position(mc.MIDNIGHT, (4, 6), (1, 2, 3, 5))),
        ("p1.14.46.1235.CE", Position(mc.MIDNIGHT, (6, 4), (5, 3, 2, 1), (2, 4))),
        ("p1.24..123456._", Position(mc.TWO_FOUR_24, (), (1, 2, 3, 4, 5, 6), (63,))),
        ("p1.14.146666", Position(mc.MIDNIGHT, (1, 4, 6, 6, 6, 6))),
    ],
)
def test_an_old_link_still_opens_the_same_position(code, position):
    assert read_position(code) == position
    assert position.code == code


def test_the_alphabet_of_masks_is_the_url_safe_base_64():
    url_safe = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    assert url_safe == gamecode.MASKS


def test_the_example_of_the_modules_text_is_a_code():
    example_code = gamecode.__doc__.split("``")[1]
    assert read_turn(example_code).code == example_code


def test_the_reference_generator_gives_its_published_numbers():
    known = 0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B
    assert philox.block((0, 0, 0, 0), (0, 0)) == known


@given(SEEDS, st.integers(0, 5), st.integers(0, 50), st.integers(0, 7))
def test_dice_are_the_raw_numbers_of_the_counter_based_generator(seed, roll, turn, player):
    raw = [number for counter in (1, 2) for number in philox.block((counter, roll, turn, player), (seed, 0))]
    assert thrown_dice(seed, roll, 6, turn, player) == tuple(number % 6 + 1 for number in raw[:6])


def test_raw_numbers_that_would_favour_low_faces_are_passed_over(monkeypatch):
    class Rigged:
        raw = iter([2**64 - 1, 2**64 - 4, 2**64 - 5, 0])

        def __init__(self, **_kwargs):
            pass

        def random_raw(self):
            return next(self.raw)

    monkeypatch.setattr(np.random, "Philox", Rigged)
    assert thrown_dice.__wrapped__(1, 0, 2) == (6, 1)


# -------------------------------------------------------------------------------------------------- fair dice


@given(SEEDS, st.integers(0, 5))
def test_throwing_fewer_dice_gives_the_first_of_the_same_row(seed, roll):
    row = thrown_dice(seed, roll, 6)
    assert [thrown_dice(seed, roll, dice) for dice in range(1, 6)] == [row[:dice] for dice in range(1, 6)]


@given(games())
def test_the_same_code_always_shows_the_same_dice(game):
    assume(not game.roll and not game.is_over)
    thrown_dice.cache_clear()
    first = game.throw()
    thrown_dice.cache_clear()
    assert read_turn(first.code).roll == first.roll == game.throw().roll


@pytest.fixture(scope="module")
def table():
    """Return the dice of many seeds, shape (seeds, rolls, dice)."""
    return np.array([[thrown_dice(seed, roll, 6) for roll in range(2)] for seed in range(1, 10_001)])


def evenly(cells, count):
    return stats.chisquare(np.bincount(np.ravel(cells), minlength=count)).pvalue


@pytest.mark.parametrize("die", range(6))
def test_every_die_shows_every_face_equally_often(table, die):
    assert evenly(table[:, 0, die] - 1, 6) > UNLIKELY


@pytest.mark.parametrize(("first", "second"), [*pairwise(range(6)), (0, 5)])
def test_every_pair_of_dice_is_equally_likely(table, first, second):
    assert evenly(table[:, 0, first] * 6 + table[:, 0, second] - 7, 36) > UNLIKELY


@pytest.mark.parametrize("die", range(6))
def test_a_roll_says_nothing_about_the_next_one(table, die):
    assert evenly(table[:, 0, die] * 6 + table[:, 1, die] - 7, 36) > UNLIKELY


@pytest.mark.parametrize("die", range(6))
def test_a_seed_says_nothing_about_the_next_one(table, die):
    assert evenly(table[0::2, 0, die] * 6 + table[1::2, 0, die] - 7, 36) > UNLIKELY


def test_new_seeds_are_short_and_different():
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(1 <= seed < 10**9 for seed in seeds)


# ------------------------------------------------------------------------------------------ keeps and undoing


@given(st.lists(FACE, min_size=1, max_size=6), st.data())
def test_a_mask_picks_the_dice_that_it_is_the_mask_of(roll, data):
    mask = data.draw(st.integers(1, 2 ** len(roll) - 1))
    keep = picked(tuple(roll), mask)
    assert list(keep) == [roll[die] for die in range(len(roll)) if f"{mask:06b}"[5 - die] == "1"]
    assert sorted(picked(tuple(roll), mask_of(tuple(roll), keep))) == sorted(keep)
    assert mask_of(tuple(roll), (*keep, *roll)) == 0


@given(games())
def test_a_turn_reopened_at_a_decision_meets_the_same_dice_again(game):
    for decision, step in enumerate(game.steps):
        reopened = game.reopened(decision)
        assert reopened.roll == step.roll
        again = reopened.keep((1 << len(step.roll)) - 1)
        assert again.is_over
        assert again.steps[:decision] == game.steps[:decision]
    for wrong in (-1, len(game.steps), True, 0.0):
        with pytest.raises(mc.InputError, match=f"has {len(game.steps)} decisions"):
            game.reopened(wrong)


def test_the_mask_of_a_keep_is_of_its_first_dice():
    assert mask_of((6, 4, 6, 6), (6, 6)) == 0b101
    assert mask_of((6, 4, 6, 6), (5,)) == 0


@given(games())
def test_undo_leads_back_to_the_start_through_prefixes(game):
    decisions = sum(step.mask > 0 for step in game.steps)
    before = game
    for left in range(decisions, 0, -1):
        undone = before.undo()
        assert before.code.startswith(undone.code)
        assert undone.roll == before.steps[left - 1].roll
        assert undone.steps[: left - 1] == before.steps[: left - 1]
        assert undone.steps[-1].typed == before.steps[left - 1].typed
        before = undone
    assert before.undo() == TurnGame(game.rules, game.seed)
    assert before.undo().undo() == TurnGame(game.rules, game.seed)


@given(games())
def test_undoing_a_keep_and_making_it_again_changes_nothing(game):
    assume(game.steps and game.steps[-1].mask)
    assert game.undo().keep(game.steps[-1].mask) == game


@given(games())
def test_restarting_gives_the_same_dice_again(game):
    fresh = game.restarted()
    assert fresh == TurnGame(game.rules, game.seed)
    assert fresh.throw().roll == thrown_dice(game.seed, 0, 6)


def test_typed_dice_stay_in_the_order_in_which_they_fell():
    assert TurnGame(mc.MIDNIGHT, 1).enter((6, 1, 5, 2, 4, 3)).roll == (6, 1, 5, 2, 4, 3)


# -------------------------------------------------------------------------------------- whatever else arrives

HOSTILE = [
    "",
    ".",
    "m1",
    "m1.",
    "m1.14",
    "m1.14.",
    "m1.14.0",
    "m1.14.01",
    "m1.14.1234567890123",
    "m1.14.-5",
    "m1.14.+5",
    "m1.14. 5",
    "m1.14.5\n",
    "m1.14.٥",
    "m1.１４.5",
    "m1.1４.5",
    "m1.14.5.~~",
    "m1.14.5.A",
    "m1.14.5.~A",
    "m1.14.5.~_~",
    "m1.14.5.~_A",
    "m1.14.5.12345",
    "m1.14.5.12345٦",
    "m1.14.5.123457B",
    "m1.14.5.123456_1",
    "m1.14.5.~B~g",
    "m1.14.5.~.B",
    "m1.14.5.~é",
    "m1.11.5",
    "m1.1.5",
    "m1.124.5",
    "m1..5",
    "m1.04.5",
    "m1.17.5",
    "m2.14.5",
    "M1.14.5",
    "m1.{0}.5",
    "m1.14.{seed}",
    "m1.14.5.{__class__}",
    "m1.14.5.%7E",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "m1.14.5.\x00",
    "\ufeffm1.14.5",
    "m1.14.5." + "~B" * 40,
    "m1.14." + "9" * 10_000,
    "p1",
    "p1.",
    "p1.11",
    "p1.14.7",
    "p1.14.1111111",
    "p1.14.111111.1",
    "p1.14.1.1234",
    "p1.14.1.123456",
    "p1.14...B",
    "p1.14..123456.A",
    "p1.14..123456.BB",
    "p1.14..123456.BCDE",
    "p1.14.1.12345.g",
    "p1.14..12345٦",
    "p1.14.....",
]


def is_sentence(error):
    text = str(error)
    return text[:1].isupper() and text.endswith(".") and not set("{}") & set(text)


def survives(read, code):
    """Read a text that may be anything: a game whose own code reads back as itself, or a sentence."""
    found = read_or_refused(read, code)
    if found is not None:
        assert read(found.code) == found
        assert len(found.code) <= MAX_CODE


def read_or_refused(read, text):
    """Return what is read, or None when the text is refused in a sentence."""
    try:
        return read(text)
    except mc.InputError as error:
        if not is_sentence(error):
            raise
        return None


@st.composite
def mangled(draw, codes):
    """Draw a valid code with a few characters changed, lost, doubled or added."""
    code = draw(codes)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(code)))
        added = draw(
            st.one_of(st.sampled_from("~.ABg_-0123456789"), st.characters(exclude_categories=["Cs"]))
        )
        lost = draw(st.integers(0, 2))
        code = code[:at] + draw(st.sampled_from(["", added, code[at : at + 2]])) + code[at + lost :]
    return code


ANYTHING = st.text(st.characters(exclude_categories=["Cs"]))
LIKE_A_CODE = st.text("~.mp1234567890ABCDg_-", max_size=70)


@pytest.mark.parametrize("code", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("read", [read_turn, read_position])
def test_a_hostile_code_gets_a_sentence(read, code):
    with pytest.raises(mc.InputError) as caught:
        read(code)
    assert is_sentence(caught.value)


@pytest.mark.parametrize(
    ("code", "move"),
    [
        ("m1.14.5.~A", "Keep number 1"),
        ("m1.14.5.~B12345g", "Keep number 2"),
        ("m1.14.5.12345", "Roll number 1"),
        ("m1.14.5.~B1234", "Roll number 2"),
    ],
)
def test_a_move_that_is_not_legal_is_named_by_its_number(code, move):
    with pytest.raises(mc.InputError, match=move):
        read_turn(code)


@settings(max_examples=1_000)
@given(mangled(games().map(lambda game: game.code)))
def test_a_mangled_turn_is_read_or_refused_in_a_sentence(code):
    survives(read_turn, code)


@settings(max_examples=1_000)
@given(mangled(positions().map(lambda position: position.code)))
def test_a_mangled_position_is_read_or_refused_in_a_sentence(code):
    survives(read_position, code)


@settings(max_examples=1_000)
@given(
    st.sampled_from([read_turn, read_position]),
    st.sampled_from(["", "m1.14.5.", "p1.14."]),
    ANYTHING | LIKE_A_CODE,
)
def test_any_text_is_read_or_refused_in_a_sentence(read, head, text):
    survives(read, head + text)


@settings(max_examples=500)
@given(games(), st.data())
def test_a_truncated_code_is_read_or_refused_in_a_sentence(game, data):
    survives(read_turn, game.code[: data.draw(st.integers(0, len(game.code)))])


@settings(max_examples=500)
@given(st.sampled_from([read_turn, read_position]), games() | positions(), ANYTHING)
def test_a_code_that_is_too_long_is_refused(read, game, text):
    code = f"{game.code}{text}".ljust(MAX_CODE + 1, "1")
    with pytest.raises(mc.InputError, match="too long"):
        read(code)


# ------------------------------------------------------------------------------------------------- typed dice


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("146", (1, 4, 6)),
        (" 1 4  6 ", (1, 4, 6)),
        ("1,4, 6", (1, 4, 6)),
        ("6+5;4", (6, 5, 4)),
        ("1\t4\n6", (1, 4, 6)),
        ("1\N{NO-BREAK SPACE}4", (1, 4)),
        ("6 1 1", (6, 1, 1)),
        ("", ()),
        ("  ", ()),
    ],
)
def test_typed_dice_may_be_set_apart_as_people_do(text, dice):
    assert read_dice(text) == dice


@pytest.mark.parametrize("text", ["7", "0", "1.4", "one", "1 4 x", "٤", "４", "²", "1_4", "{face}"])
def test_anything_else_typed_gets_a_sentence(text):
    with pytest.raises(mc.InputError, match="1 to 6") as caught:
        read_dice(text)
    assert is_sentence(caught.value)


@settings(max_examples=500)
@given(ANYTHING | st.text("123456 ,;+-7x"))
@example("6" + " " * 63 + "x")
@example("6" * 70)
def test_typed_dice_are_all_read_or_none(text):
    dice = read_or_refused(read_dice, text)
    if dice is not None:
        assert "".join(map(str, dice)) == "".join(sign for sign in text if sign in "123456")
        assert not set(text) & (set(string.ascii_letters) | set("0789."))


def test_the_same_dice_picked_in_two_ways_are_one_pin():
    first, second = read_position("p1.14..234566.Q"), read_position("p1.14..234566.g")
    assert first == second
    with pytest.raises(mc.InputError, match="different"):
        read_position("p1.14..234566.Qg")
