"""The search for the index card, by other rules as well, and its cards in words."""

from fractions import Fraction
from typing import Any

import pytest

import midnight_core as mc
from midnight_core import index_card
from midnight_core.recipes import ALWAYS, INDEX_CARD, Faces, Limit, Recipe
from scripts import index_card as script


def test_the_same_card_is_the_best_by_the_rules_of_2_4_24() -> None:
    cards = index_card.search(mc.TWO_FOUR_24)
    assert cards[0].recipe == INDEX_CARD
    assert [card.recipe for card in cards if card.loss <= index_card.ENOUGH] == [INDEX_CARD]
    assert [card.loss for card in cards] == sorted(card.loss for card in cards)
    best = index_card.best_by_lines(cards)
    assert list(best) == [2, 3, 4, 5]
    for lines, card in best.items():
        assert card.loss == min(other.loss for other in cards if other.recipe.lines == lines)
    perfect = mc.solve(mc.TWO_FOUR_24, mc.goals.mean_score()).exact(mc.Turn(mc.TWO_FOUR_24))
    for card in best.values():
        counts = mc.evaluate_counts(mc.TWO_FOUR_24, card.recipe.strategy).tolist()
        mean = Fraction(sum(score * count for score, count in enumerate(counts)), 6**21)
        assert card.loss == perfect - mean


def test_the_first_steps_lose_nothing_by_the_rules_of_2_4_24() -> None:
    assert index_card.loss_of_the_first_steps(mc.TWO_FOUR_24) == 0


def test_the_first_steps_are_not_free_by_any_rules() -> None:
    assert index_card.loss_of_the_first_steps(mc.Rules((5, 6))) >= 0


def test_the_first_steps_lose_nothing() -> None:
    assert mc.solve(mc.MIDNIGHT, mc.goals.mean_score()).exact(mc.Turn()) == Fraction(
        409701887206784739, 6**21
    )
    assert index_card.loss_of_the_first_steps() == 0


def test_the_search_finds_nothing_as_good_as_the_index_card_and_nothing_simpler() -> None:
    cards = index_card.search()
    assert len({card.recipe for card in cards}) == len(cards) == 1024
    assert cards[0].recipe == INDEX_CARD
    assert [card for card in cards if card.loss <= index_card.ENOUGH] == cards[:1]
    assert min(card.loss for card in cards if card.recipe.lines < INDEX_CARD.lines) > 7 * index_card.ENOUGH
    best = index_card.best_by_lines(cards)
    assert {lines: card.recipe for lines, card in best.items()} == {
        2: Recipe(after=Faces()),
        3: Recipe(after=Faces(fives=ALWAYS, sixes=ALWAYS)),
        4: Recipe(after=Faces(fives=Limit(1, together=True), sixes=ALWAYS)),
        5: INDEX_CARD,
    }
    assert [round(float(card.loss), 4) for card in best.values()] == [1.1278, 0.1985, 0.0784, 0.0034]


@pytest.mark.parametrize("cards", [None, 5, [INDEX_CARD], [None], "cards"])
def test_what_is_no_card_is_refused(cards: Any) -> None:
    with pytest.raises(mc.InputError, match="must be of type"):
        index_card.best_by_lines(cards)


def test_a_card_is_written_in_as_many_lines_as_it_counts() -> None:
    for recipe in index_card.family():
        assert len(script.lines(recipe)) == recipe.lines
    assert script.lines(INDEX_CARD) == [
        "Keep a missing 1 or 4 at once. Until you have both, keep nothing else unless you must.",
        "With both: keep all 6s.",
        "With both: keep all 5s if that leaves at most 1 die to throw.",
        "With both: keep a 4 only as the very last die.",
        "If nothing fits, keep the highest die, then look at the rest again from line 2.",
    ]
