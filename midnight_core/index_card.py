"""The search for a card to remember Midnight by: a family of recipes, and what each of them loses.

Before you have both qualifiers nothing is lost by keeping missing ones at once and otherwise the single
highest die, see `loss_of_the_first_steps`. So the family searched has these first steps, and every
combination of

- when 4s, 5s and 6s are kept once both qualifiers are in: never, always, or if at most 0, 1 or 2 dice are
  left to throw, counted after the first die of the face or after all of them (at most 3 can be left);
- whether, if nothing fits, only the highest die is kept or the others are then looked at again.

Losses are exact, in points per turn, against the best mean score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from midnight_core.dice import DICE, Dice
from midnight_core.errors import check_kind
from midnight_core.goals import mean_score
from midnight_core.policies import evaluate_counts
from midnight_core.positions import denominator
from midnight_core.recipes import ALWAYS, NEVER, Faces, Limit, Recipe, loss_per_turn
from midnight_core.rolls import legal_keeps
from midnight_core.rules import MIDNIGHT, Rules
from midnight_core.solver import solve
from midnight_core.strategies import Strategy
from midnight_core.turns import Turn

LIMITS = (NEVER, ALWAYS, *(Limit(left, together) for left in (0, 1, 2) for together in (False, True)))
"""When the family keeps a face."""

ENOUGH = Fraction(1, 100)
"""Points per turn that a card may lose."""


@dataclass(frozen=True)
class Card:
    """A recipe with what it loses.

    Attributes
    ----------
    recipe : Recipe
    loss : Fraction
        Points per turn against the best mean score.
    """

    recipe: Recipe
    loss: Fraction


def family() -> Iterator[Recipe]:
    """Return every recipe of the family, 1024 of them."""
    for fours, fives, sixes, look_again in product(LIMITS, LIMITS, LIMITS, (False, True)):
        yield Recipe(after=Faces(fours, fives, sixes), look_again=look_again)


def search(rules: Rules = MIDNIGHT) -> list[Card]:
    """Return every card of the family, the best first; among equal ones the one with fewer lines.

    It takes seconds.

    Raises
    ------
    InputError
        If `rules` is something else.
    """
    cards = [Card(recipe, loss_per_turn(rules, recipe, mean_score())) for recipe in family()]
    return sorted(cards, key=lambda card: (card.loss, card.recipe.lines, card.recipe.code))


def best_by_lines(cards: Iterable[Card]) -> dict[int, Card]:
    """Return the first card of each number of lines, the shortest first.

    Raises
    ------
    InputError
        If `cards` is something else.

    Examples
    --------
    >>> cards = [Card(Recipe(after=Faces()), Fraction(2)), Card(Recipe(), Fraction(1))]
    >>> {lines: int(card.loss) for lines, card in best_by_lines(cards).items()}
    {2: 2, 3: 1}
    """
    check_kind("cards", cards, Iterable)
    best: dict[int, Card] = {}
    for card in cards:
        check_kind("card", card, Card)
        best.setdefault(card.recipe.lines, card)
    return dict(sorted(best.items()))


def loss_of_the_first_steps(rules: Rules = MIDNIGHT) -> Fraction:
    """Return what the first steps of every card lose if play is perfect once both qualifiers are in.

    Raises
    ------
    InputError
        If `rules` is something else.
    """
    counts = evaluate_counts(rules, Strategy("perfect once qualified", _perfect_once_qualified)).tolist()
    mean = Fraction(sum(score * count for score, count in enumerate(counts)), denominator(DICE))
    return solve(rules, mean_score()).exact(Turn(rules)) - mean


def _perfect_once_qualified(turn: Turn, roll: Dice) -> Dice:
    """Keep missing qualifiers, else the highest die; with both in, what is best."""
    qualifiers = tuple(face for face in turn.missing if face in roll)
    if qualifiers != turn.missing:
        return qualifiers or (max(roll),)
    solution = solve(turn.rules, mean_score())
    keeps = [keep for keep in legal_keeps(roll) if set(qualifiers) <= set(keep)]
    return max(keeps, key=lambda keep: solution.exact(turn.keep(keep)))
