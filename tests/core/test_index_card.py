"""The search for the index card, by other rules as well, and how a card's limits are grouped."""

from fractions import Fraction

import pytest

import midnight_core as mc
from midnight_core import index_card
from midnight_core.recipes import ALWAYS, INDEX_CARD, NEVER, Faces, Limit, Recipe


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


@pytest.mark.parametrize(
    ("faces", "groups"),
    [
        (Faces(), ()),
        (INDEX_CARD.after, ((ALWAYS, (6,)), (Limit(1, together=True), (5,)), (Limit(0), (4,)))),
        (Faces(Limit(2), Limit(2), ALWAYS), ((ALWAYS, (6,)), (Limit(2), (5, 4)))),
        (Faces(ALWAYS, NEVER, Limit(1)), ((ALWAYS, (4,)), (Limit(1), (6,)))),
        (Faces(Limit(1, together=True), Limit(1)), ((Limit(1), (5,)), (Limit(1, together=True), (4,)))),
    ],
)
def test_faces_are_grouped_by_their_limits(faces: Faces, groups: tuple[object, ...]) -> None:
    assert index_card.grouped(faces) == groups
    assert Recipe(after=faces).lines == 2 + len(groups)
