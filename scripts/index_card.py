"""Find the card to remember Midnight by: ``python scripts/index_card.py``.

The family searched, and why it is that one, stand in ``midnight_core/index_card.py``.
"""

from __future__ import annotations

import argparse

from midnight_core.dice import Dice
from midnight_core.goals import mean_score
from midnight_core.index_card import (
    ENOUGH,
    best_by_lines,
    family,
    loss_of_the_first_steps,
    search,
)
from midnight_core.recipes import ALWAYS, INDEX_CARD, Limit, Recipe, mistakes
from midnight_core.rules import MIDNIGHT


def lines(recipe: Recipe) -> list[str]:
    """Return a card of the family in words."""
    steps = recipe.after.steps
    again = ", then look at the rest again from line 2" if recipe.look_again and steps else ""
    return [
        "Keep a missing 1 or 4 at once. Until you have both, keep nothing else unless you must.",
        *(f"With both: {_kept(faces, limit)}." for limit, faces in steps),
        f"If nothing fits, keep the highest die{again}.",
    ]


def _kept(faces: Dice, limit: Limit) -> str:
    if limit == ALWAYS:
        return f"keep all {' and '.join(f'{face}s' for face in faces)}"
    (face,) = faces
    if limit == Limit(0):
        return f"keep a {face} only as the very last die"
    if not limit.left:
        return f"keep all {face}s if that ends the turn"
    which = "that" if limit.together else "the first of them"
    dice = "1 die" if limit.left == 1 else f"{limit.left} dice"
    return f"keep all {face}s if {which} leaves at most {dice} to throw"


def main() -> None:
    parser = argparse.ArgumentParser(description="Search the cards exhaustively and print the best.")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="how many cards to print (10)")
    shown = parser.parse_args().show
    cards = search()
    print(f"First steps, then perfect play: loses {loss_of_the_first_steps()}.")
    enough = sum(card.loss <= ENOUGH for card in cards)
    print(f"{len(tuple(family()))} cards; {enough} lose at most {float(ENOUGH)}.")
    print("\nlines  loss       code                 exactly")
    for card in cards[:shown]:
        print(f"{card.recipe.lines:5}  {float(card.loss):.7f}  {card.recipe.code:19}  {card.loss}")
    print("\nThe best for each number of lines")
    for count, best in best_by_lines(cards).items():
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
