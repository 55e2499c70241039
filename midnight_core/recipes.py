"""Recipes: strategies made of a few settings that a person understands, and how much each loses.

A recipe looks at three things only: how many dice were thrown, which qualifiers are missing, and the roll.
So its tables are filled with a few array operations for each number of dice, not with a call for every roll
of every position. Losses are counted in whole numbers like everything else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import DICE, FACES, Dice, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.goals import Goal
from midnight_core.policies import counts_of, ways_to
from midnight_core.positions import (
    denominator,
    growth,
    position_number,
    successors,
    with_dice_left,
)
from midnight_core.rolls import (
    IntArray,
    all_rolls,
    counts_code,
    frozen,
    keep_table,
    legal_keeps,
    multiplicities,
    roll_counts,
    roll_numbers,
)
from midnight_core.rules import Rules
from midnight_core.solver import solve_payoff
from midnight_core.strategies import Strategy
from midnight_core.turns import Turn

MOST_LEFT = DICE - 1
"""The most dice that a keep leaves to throw: as a limit it never binds."""

MOST_FREE = DICE - 1
"""The most free dice that a recipe can ask for."""

NEVER_LEFT = -1
"""The limit that nothing meets."""


def _check_left(left: object) -> None:
    if not is_whole(left) or not NEVER_LEFT <= left <= MOST_LEFT:  # type: ignore[operator]
        raise InputError(
            "A limit is 0 to {most} dice left to throw, or {never} for never, not {left}.",
            most=MOST_LEFT,
            never=NEVER_LEFT,
            left=named(left),
        )


@dataclass(frozen=True)
class Limit:
    """When dice of one face are kept: only if at most so many dice are then left to throw.

    Parameters
    ----------
    left : int, default 5
        Dice left to throw, 0 to 5; 5 is always. -1 is never.
    together : bool, default False
        Whether `left` counts what all dice of the face leave, not only the first of them. Without meaning,
        and stored as False, for always and never.

    Raises
    ------
    InputError
        If `left` is out of range or `together` is not a truth value.
    """

    left: int = MOST_LEFT
    together: bool = False

    def __post_init__(self) -> None:
        _check_left(self.left)
        check_kind("together", self.together, bool)
        object.__setattr__(self, "left", int(self.left))
        object.__setattr__(self, "together", self.together and NEVER_LEFT < self.left < MOST_LEFT)


ALWAYS = Limit()
NEVER = Limit(NEVER_LEFT)


@dataclass(frozen=True)
class Faces:
    """What is kept besides qualifiers: a limit for each face worth keeping, NEVER where none is given.

    Parameters
    ----------
    fours, fives, sixes : Limit

    Raises
    ------
    InputError
        If one of them is not a Limit.
    """

    fours: Limit = NEVER
    fives: Limit = NEVER
    sixes: Limit = NEVER

    def __post_init__(self) -> None:
        for field in fields(self):
            check_kind(field.name, getattr(self, field.name), Limit)

    @property
    def limits(self) -> tuple[Limit, Limit, Limit]:
        """The limits of 4, 5 and 6."""
        return self.fours, self.fives, self.sixes

    @property
    def steps(self) -> tuple[tuple[Limit, Dice], ...]:
        """What is kept, in the order in which it is looked at: a limit and the faces that it holds for.

        Faces that are always kept are one step if nothing stands between them. Every other face is a step of
        its own: what it leaves depends on the steps before.
        """
        steps: list[tuple[Limit, Dice]] = []
        for face, limit in zip((6, 5, 4), reversed(self.limits), strict=True):
            if limit == ALWAYS and steps and steps[-1][0] == ALWAYS:
                steps[-1] = limit, (*steps[-1][1], face)
            elif limit != NEVER:
                steps.append((limit, (face,)))
        return tuple(steps)


HIGHEST_ONLY = Faces()
SIXES = Faces(sixes=ALWAYS)


@dataclass(frozen=True)
class Recipe:
    """A strategy from a few settings; it has a legal keep for every position and roll of any rules.

    A roll is treated in this order:

    1. Missing qualifiers in it are kept, unless more than `qualifiers` dice would be left to throw. If both
       are in it, both are kept or neither.
    2. Of the other dice 6s, 5s and 4s are looked at in turn, each with its limit: the one in `before` as
       long as a qualifier is still missing, otherwise (so also in the roll that brings the last) in `after`.
    3. If nothing fits, one die is kept: the highest, or with `rather_qualifier` a missing qualifier (the
       lower of two) if there is one. With `look_again` the other dice are then looked at as in 2.

    Parameters
    ----------
    before, after : Faces
        What is kept besides qualifiers before and after qualifying.
    qualifiers : int, default 5
        Keep missing qualifiers only if at most so many dice are then left to throw, 0 to 5: 5 is at once.
        -1 is never. A qualifier not kept in step 1 is an ordinary die in step 2.
    free_dice : int, default 0
        Free dice that stay for each qualifier still missing, 0 to 5: as many other dice are kept in step 2 as
        leave these.
    rather_qualifier, look_again : bool, default False
        What happens if nothing fits.

    Raises
    ------
    InputError
        If a setting is out of range or of the wrong kind.

    Examples
    --------
    >>> recipe = Recipe(after=Faces(fives=Limit(1), sixes=ALWAYS))
    >>> recipe.code
    'r1.5.---.-15.0.0'
    >>> recipe.strategy.keep(Turn(kept=(1, 4)), (2, 3, 5, 6))
    (6,)
    >>> read_recipe(recipe.code) == recipe
    True
    """

    before: Faces = HIGHEST_ONLY
    after: Faces = SIXES
    qualifiers: int = MOST_LEFT
    free_dice: int = 0
    rather_qualifier: bool = False
    look_again: bool = False

    def __post_init__(self) -> None:
        check_kind("before", self.before, Faces)
        check_kind("after", self.after, Faces)
        _check_left(self.qualifiers)
        if not is_whole(self.free_dice) or not 0 <= self.free_dice <= MOST_FREE:
            raise InputError(
                "The free dice for each missing qualifier are 0 to {most}, not {free}.",
                most=MOST_FREE,
                free=named(self.free_dice),
            )
        check_kind("rather_qualifier", self.rather_qualifier, bool)
        check_kind("look_again", self.look_again, bool)
        object.__setattr__(self, "qualifiers", int(self.qualifiers))
        object.__setattr__(self, "free_dice", int(self.free_dice))

    @property
    def strategy(self) -> Strategy:
        """The recipe as a strategy, named by its code; equal recipes give equal strategies."""
        return Strategy(self.code, _Played(self))

    @property
    def code(self) -> str:
        """The recipe as a short text that is safe in a URL; `read_recipe` reads it.

        ``r1.5.---.0b5.0.1``: format 1; qualifiers; before and after for 4, 5 and 6; free dice; what happens
        if nothing fits (1 for `look_again` plus 2 for `rather_qualifier`). A limit is a digit, or a letter
        from ``a`` for 0 upwards when the dice count together, or ``-`` for never.
        """
        before, after = ("".join(map(_sign, part.limits)) for part in (self.before, self.after))
        otherwise = self.look_again + 2 * self.rather_qualifier
        return f"{FORMAT}.{_sign(Limit(self.qualifiers))}.{before}.{after}.{self.free_dice}.{otherwise}"

    @property
    def lines(self) -> int:
        """How many lines the recipe takes on a card.

        One for the qualifiers and that nothing else is kept before them, one for what happens if nothing
        fits. One for each of the `Faces.steps` before and after; they count once if they are the same from
        the start. One for free dice if anything is kept that they could hold back.
        """
        said = len(self.after.steps) + (len(self.before.steps) if self.before != self.after else 0)
        return 2 + said + self.holds_back

    @property
    def holds_back(self) -> bool:
        """Whether free dice can hold back anything that would be kept without them."""
        return self.free_dice > 0 and self.before != HIGHEST_ONLY


FORMAT = "r1"

_SIGNS = {NEVER: "-"}
_SIGNS |= {Limit(left): str(left) for left in range(MOST_LEFT + 1)}
_SIGNS |= {Limit(left, together=True): "abcde"[left] for left in range(MOST_LEFT)}
_LIMITS = {sign: limit for limit, sign in _SIGNS.items()}
_CODE = re.compile(rf"{FORMAT}\.([-0-5])\.([-0-5a-e]{{3}})\.([-0-5a-e]{{3}})\.([0-5])\.([0-3])")


def _sign(limit: Limit) -> str:
    return _SIGNS[limit]


def read_recipe(text: str) -> Recipe:
    """Return the recipe that a code stands for; the opposite of `Recipe.code`.

    Raises
    ------
    InputError
        If the text is not the code of a recipe.
    """
    check_kind("text", text, str)
    found = _CODE.fullmatch(text)
    if not found:
        raise InputError(
            "The code of a recipe looks like {example}, not {text}.",
            example=INDEX_CARD.code,
            text=named(text),
        )
    qualifiers, before, after, free_dice, otherwise = found.groups()
    return Recipe(
        before=Faces(*(_LIMITS[sign] for sign in before)),
        after=Faces(*(_LIMITS[sign] for sign in after)),
        qualifiers=_LIMITS[qualifiers].left,
        free_dice=int(free_dice),
        rather_qualifier=int(otherwise) >= 2,
        look_again=int(otherwise) % 2 == 1,
    )


INDEX_CARD = Recipe(
    after=Faces(fours=Limit(0), fives=Limit(1, together=True), sixes=ALWAYS),
    look_again=True,
)
"""A strategy for an index card; loses 1202797345/352638738432 = 0.0034 points per turn against perfect play.

1. Keep a missing 1 or 4 at once. Until you have both, keep nothing else unless you must.
2. With both: keep all 6s.
3. With both: keep all 5s if that leaves at most 1 die to throw.
4. With both: keep a 4 only as the very last die.
5. If nothing fits, keep the highest die, then look at the rest again from line 2.

The only card of the family in ``midnight_core/index_card.py`` that loses at most 0.01.
"""


@dataclass(frozen=True)
class _Played:
    """Keep what the settings of a recipe say."""

    recipe: Recipe

    def __call__(self, turn: Turn, roll: Dice) -> Dice:
        if turn.rules not in self._tables:
            self._tables[turn.rules] = recipe_policy(turn.rules, self.recipe)
        dice = turn.dice_left
        number = roll_numbers(dice)[roll]
        row = position_number(turn.kept) - with_dice_left(dice).start
        pair = self._tables[turn.rules][dice][row, number]
        return legal_keeps(roll)[pair - keep_table(dice).starts[number]]

    @cached_property
    def _tables(self) -> dict[Rules, tuple[IntArray, ...]]:
        # Asking `recipe_policy` again for every roll would hash all settings every time.
        return {}


def recipe_policy(rules: Rules, recipe: Recipe) -> tuple[IntArray, ...]:
    """Return which keep a recipe makes, for every position, reached or not.

    Returns
    -------
    tuple of int64 array, shape (positions, rolls) each
        One array for 0 to 6 dice left; entries are pairs of ``keep_table(dice)``.

    Raises
    ------
    InputError
        If `rules` or `recipe` is something else.
    """
    check_kind("rules", rules, Rules)
    check_kind("recipe", recipe, Recipe)
    return _policy(rules, recipe)


@lru_cache(maxsize=64)
def _policy(rules: Rules, recipe: Recipe) -> tuple[IntArray, ...]:
    tables = [np.empty((0, 0), dtype=np.int64)]
    for dice in range(1, DICE + 1):
        kept = _kept(rules, recipe, dice)
        keys, pairs = _pair_keys(dice)
        wanted = np.arange(len(all_rolls(dice))) * _CODES + counts_code(kept)
        found = pairs[np.searchsorted(keys, wanted)]
        required = np.array(rules.required) - 1
        is_missing = roll_counts(DICE - dice)[:, required] == 0
        tables.append(frozen(found[is_missing @ np.array([1, 2])]))
    return tuple(tables)


_CODES = (DICE + 1) ** FACES


@cache
def _pair_keys(dice: int) -> tuple[IntArray, IntArray]:
    """Return a sorted number for each (roll, keep), and the pair of the keep table that it stands for."""
    table = keep_table(dice)
    keys = table.rolls * _CODES + counts_code(table.counts)
    order = np.argsort(keys)
    return frozen(keys[order]), frozen(order)


def _kept(rules: Rules, recipe: Recipe, dice: int) -> IntArray:
    """Return how often each face is kept of each roll, shape (4, rolls, 6).

    The first axis is what is missing: bit 0 the lower required face, bit 1 the higher.
    """
    missing = np.zeros((4, 1, FACES), dtype=np.int64)
    for bit, face in enumerate(rules.required):
        missing[:, 0, face - 1] = np.arange(4) >> bit & 1
    rolls = roll_counts(dice)
    qualifiers = np.minimum(rolls, missing)
    wanted = qualifiers.sum(axis=2, keepdims=True)
    kept = np.where(dice - wanted <= recipe.qualifiers, qualifiers, 0)
    kept = _with_others(recipe, rolls, missing, kept)
    # One die where nothing fits; argmax finds the first, so the faces are turned round for the highest.
    best = np.broadcast_to(FACES - 1 - (rolls[:, ::-1] > 0).argmax(axis=1), kept.shape[:2])
    if recipe.rather_qualifier:
        best = np.where(wanted[:, :, 0] > 0, qualifiers.argmax(axis=2), best)
    nothing = kept.sum(axis=2, keepdims=True) == 0
    single = (best[:, :, None] == np.arange(FACES)).astype(np.int64)
    if recipe.look_again:
        single = _with_others(recipe, rolls, missing, single)
    return np.where(nothing, single, kept)


def _with_others(recipe: Recipe, rolls: IntArray, missing: IntArray, kept: IntArray) -> IntArray:
    """Return what is kept, with the other dice that fit, the high faces first."""
    kept = kept.copy()
    still_missing = ((missing > 0) & (kept == 0)).sum(axis=2)
    left = rolls.sum(axis=1) - kept.sum(axis=2)
    spare = np.maximum(left - recipe.free_dice * still_missing, 0)
    limits = zip(recipe.before.limits, recipe.after.limits, strict=True)
    for face, (before, after) in reversed(list(enumerate(limits, start=4))):
        here = kept[:, :, face - 1]
        count = np.minimum(rolls[:, face - 1] - here, spare)
        limit = np.where(still_missing, before.left, after.left)
        together = np.where(still_missing, before.together, after.together)
        taken = np.where(left - np.where(together, count, 1) <= limit, count, 0)
        here += taken
        left, spare = left - taken, spare - taken
    return kept


def recipe_counts(rules: Rules, recipe: Recipe) -> IntArray:
    """Return the exact distribution of the final score in whole parts of 6**21.

    The same as ``evaluate_counts(rules, recipe.strategy)``, many times as fast.

    Returns
    -------
    int64 array, shape (25,)
        Index = final score; the entries sum to 6**21.

    Raises
    ------
    InputError
        If `rules` or `recipe` is something else.
    """
    return counts_of(rules, ways_to(recipe_policy(rules, recipe)))


@dataclass(frozen=True)
class _Perfect:
    """Perfect play of a goal, in whole numbers.

    Attributes
    ----------
    payoff : tuple of int
        The goal's payoffs times `scale`.
    scale : int
    values : array of whole numbers, shape (924,)
        In parts of ``scale * denominator(dice left)``.
    chosen : tuple of int64 array, shape (positions, rolls) each
        Pairs of ``keep_table(dice)``, for 0 to 6 dice left.
    """

    payoff: tuple[int, ...]
    scale: int
    values: NDArray[Any]
    chosen: tuple[IntArray, ...]


@lru_cache(maxsize=32)
def _perfect(rules: Rules, payoff: tuple[float, ...]) -> _Perfect:
    fractions = [Fraction(value) for value in payoff]
    scale = lcm(*(value.denominator for value in fractions))
    whole = tuple(int(value * scale) for value in fractions)
    solved = solve_payoff(rules, whole)
    return _Perfect(whole, scale, solved.values, solved.chosen)


def loss_per_turn(rules: Rules, recipe: Recipe, goal: Goal) -> Fraction:
    """Return what a recipe loses per turn against perfect play of a goal, in the goal's payoff (>= 0).

    Raises
    ------
    InputError
        If `rules`, `recipe` or `goal` is something else.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT, goals
    >>> loss_per_turn(MIDNIGHT, INDEX_CARD, goals.mean_score())
    Fraction(1202797345, 352638738432)
    """
    counts = recipe_counts(rules, recipe).tolist()
    check_kind("goal", goal, Goal)
    perfect = _perfect(rules, goal.payoff)
    reached = sum(count * value for count, value in zip(counts, perfect.payoff, strict=True))
    return Fraction(int(perfect.values[0]) - reached, perfect.scale * denominator(DICE))


@dataclass(frozen=True)
class Mistake:
    """A roll of which a recipe keeps something worse than the best.

    Attributes
    ----------
    turn : Turn
        The position before the roll.
    roll, kept, best : tuple of int
        The roll, what the recipe keeps and the best keep, sorted.
    probability : Fraction
        Chance that a turn played by the recipe comes to this position and roll.
    loss : Fraction
        Value of the best keep minus that of the kept one, both played on perfectly, in the goal's payoff.
    """

    turn: Turn
    roll: Dice
    kept: Dice
    best: Dice
    probability: Fraction
    loss: Fraction

    @property
    def cost(self) -> Fraction:
        """What the mistake costs per turn; the costs of all mistakes add up to `loss_per_turn`."""
        return self.probability * self.loss


def mistakes(rules: Rules, recipe: Recipe, goal: Goal, most: int = 3) -> tuple[Mistake, ...]:
    """Return where a recipe loses most against perfect play of a goal, the costliest first.

    Parameters
    ----------
    rules : Rules
    recipe : Recipe
    goal : Goal
    most : int, default 3
        How many at most, 0 or more; fewer are returned if the recipe makes fewer.

    Raises
    ------
    InputError
        If `most` is negative or not a whole number, or another argument is something else.
    """
    if not is_whole(most) or most < 0:
        raise InputError("The number of mistakes is a whole number, 0 or more, not {most}.", most=named(most))
    tables = recipe_policy(rules, recipe)
    check_kind("goal", goal, Goal)
    perfect = _perfect(rules, goal.payoff)
    ways = ways_to(tables)
    found: list[tuple[int, int, int, int]] = []
    for dice in range(DICE, 0, -1):
        lost = _lost(dice, tables[dice], perfect)
        costs = ways[with_dice_left(dice), None] * multiplicities(dice) * lost
        places = np.argwhere(costs).tolist()
        found += ((-int(costs[row, roll]), -dice, row, roll) for row, roll in places)
    # Among equal costs the earlier position, then the earlier roll.
    return tuple(
        _mistake(rules, (-minus_dice, row, roll), tables, ways, perfect)
        for _, minus_dice, row, roll in sorted(found)[:most]
    )


def _lost(dice: int, pairs: IntArray, perfect: _Perfect) -> NDArray[Any]:
    """Return what each keep loses in parts of ``scale * denominator(dice - 1)``, shape (positions, rolls)."""
    best, kept = (
        perfect.values[np.take_along_axis(successors(dice), made, axis=1)] * growth(dice)[made]
        for made in (perfect.chosen[dice], pairs)
    )
    lost: NDArray[Any] = best - kept
    return lost


def _mistake(
    rules: Rules,
    place: tuple[int, int, int],
    tables: tuple[IntArray, ...],
    ways: IntArray,
    perfect: _Perfect,
) -> Mistake:
    dice, row, number = place
    roll = all_rolls(dice)[number]
    kept, best = (
        legal_keeps(roll)[made[dice][row, number] - keep_table(dice).starts[number]]
        for made in (tables, perfect.chosen)
    )
    here = int(ways[with_dice_left(dice)][row]) * int(multiplicities(dice)[number])
    lost = int(_lost(dice, tables[dice], perfect)[row, number])
    return Mistake(
        turn=Turn(rules, all_rolls(DICE - dice)[row]),
        roll=roll,
        kept=kept,
        best=best,
        probability=Fraction(here * denominator(dice - 1), denominator(DICE)),
        loss=Fraction(lost, perfect.scale * denominator(dice - 1)),
    )
