"""Find the card to remember Midnight by: ``python scripts/index_card.py``.

Before you have both qualifiers nothing is lost by keeping missing ones at once and otherwise the single
highest die; that is checked first. So the family searched has these first steps, and every combination of

- when 4s, 5s and 6s are kept once both qualifiers are in: never, always, or if at most 0, 1 or 2 dice are
  left to throw, counted after the first die of the face or after all of them (at most 3 can be left);
- whether, if nothing fits, only the highest die is kept or the others are then looked at again.

Losses are exact, in points per turn, against the best mean score.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, product

from midnight_core import MIDNIGHT, Strategy, Turn, evaluate_counts, legal_keeps, solve
from midnight_core.dice import DICE, Dice
from midnight_core.goals import mean_score
from midnight_core.positions import denominator
from midnight_core.recipes import ALWAYS, INDEX_CARD, NEVER, Faces, Limit, Recipe, loss_per_turn, mistakes

LIMITS = (NEVER, ALWAYS, *(Limit(left, together) for left in (0, 1, 2) for together in (False, True)))

ENOUGH = Fraction(1, 100)
"""Points per turn that a card may lose."""


@dataclass(frozen=True)
class Card:
    """A recipe of the family, with its loss in points per turn."""

    recipe: Recipe
    loss: Fraction


def family() -> Iterator[Recipe]:
    """Return every recipe of the family."""
    for fours, fives, sixes, look_again in product(LIMITS, LIMITS, LIMITS, (False, True)):
        yield Recipe(after=Faces(fours, fives, sixes), look_again=look_again)


def search() -> list[Card]:
    """Return every card of the family, the best first; among equal ones the one with fewer lines."""
    cards = [Card(recipe, loss_per_turn(MIDNIGHT, recipe, mean_score())) for recipe in family()]
    return sorted(cards, key=lambda card: (card.loss, card.recipe.lines, card.recipe.code))


def loss_of_the_first_steps() -> Fraction:
    """Return what the first steps of every card lose if play is perfect once both qualifiers are in."""
    counts = evaluate_counts(MIDNIGHT, Strategy("perfect once qualified", _perfect_once_qualified)).tolist()
    mean = Fraction(sum(score * count for score, count in enumerate(counts)), denominator(DICE))
    return solve(MIDNIGHT, mean_score()).exact(Turn(MIDNIGHT)) - mean


def _perfect_once_qualified(turn: Turn, roll: Dice) -> Dice:
    """Keep missing qualifiers, else the highest die; with both in, what is best."""
    qualifiers = tuple(face for face in turn.missing if face in roll)
    if qualifiers != turn.missing:
        return qualifiers or (max(roll),)
    solution = solve(turn.rules, mean_score())
    keeps = [keep for keep in legal_keeps(roll) if set(qualifiers) <= set(keep)]
    return max(keeps, key=lambda keep: solution.exact(turn.keep(keep)))


def lines(recipe: Recipe) -> list[str]:
    """Return a card of the family in words."""
    faces = zip((6, 5, 4), recipe.after.limits[::-1], strict=True)
    ordered = sorted(faces, key=lambda pair: (-pair[1].left, pair[1].together))
    said = [
        _line([face for face, _ in group], limit)
        for limit, group in groupby(ordered, key=lambda pair: pair[1])
        if limit != NEVER
    ]
    again = " and look at the others again" if recipe.look_again else ""
    return [
        "Keep a missing 1 or 4 at once, and nothing else before you have both.",
        *said,
        f"If nothing fits, keep the highest die{again}.",
    ]


def _line(faces: list[int], limit: Limit) -> str:
    one, all_of_them = " or ".join(map(str, faces)), " and ".join(f"{face}s" for face in faces)
    if limit == ALWAYS:
        return f"With both, keep every {one}."
    if limit == Limit(0):
        return f"Keep a {one} only as the very last die."
    dice = "one die is" if limit.left == 1 else f"{limit.left} dice are"
    return (
        f"Keep {f'the {all_of_them}' if limit.together else f'a {one}'} if at most {dice} then left to throw."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Search the cards exhaustively and print the best.")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="how many cards to print (10)")
    shown = parser.parse_args().show
    cards = search()
    print(f"First steps, then perfect play: loses {loss_of_the_first_steps()}.")
    print(f"{len(cards)} cards; {sum(card.loss <= ENOUGH for card in cards)} lose at most {float(ENOUGH)}.")
    print("\nlines  loss       code                 exactly")
    for card in cards[:shown]:
        print(f"{card.recipe.lines:5}  {float(card.loss):.7f}  {card.recipe.code:19}  {card.loss}")
    print("\nThe best for each number of lines")
    for count in sorted({card.recipe.lines for card in cards}):
        best = next(card for card in cards if card.recipe.lines == count)
        print(f"{count:5}  {float(best.loss):.7f}  {best.recipe.code:19}  {best.loss}")
    winner = cards[0].recipe
    print(f"\n{winner.code}" + (" (INDEX_CARD)" if winner == INDEX_CARD else ""))
    for number, line in enumerate(lines(winner), start=1):
        print(f"{number}. {line}")
    print("\nWhere it loses most: roll, kept, best, chance of the roll, loss then")
    for row in mistakes(MIDNIGHT, winner, mean_score()):
        print(f"{row.roll}  {row.kept}  {row.best}  {row.probability}  {float(row.loss):.4f}")


if __name__ == "__main__":
    main()
