"""Every strategy that a page can name: its words, and its looks, which are the same in every chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from midnight_core import DICE, MAX_SCORE, MIN_SCORE, InputError, Rules, Strategy, evaluate, goals
from midnight_core.analysis import FloatArray
from midnight_core.positions import denominator
from midnight_core.recipes import INDEX_CARD, Recipe, read_recipe, recipe_counts
from midnight_core.rolls import frozen
from midnight_core.strategies import FREE_DICE, NAMED, perfect
from midnight_ui.charts import PALETTE
from midnight_ui.text import tr

PERFECT, QUALIFY, AT_LEAST, BEAT, CARD = "perfect", "qualify", "at-least", "beat", "card"


@dataclass(frozen=True)
class Look:
    """How a strategy is drawn: no two known strategies have the same.

    Attributes
    ----------
    colour : str
        A stand-in for a colour of the theme. Strategies of one kind share it.
    marker, dash : str
        Plotly's names.
    """

    colour: str
    marker: str
    dash: str


@dataclass(frozen=True)
class Listed:
    """A strategy as a page shows it.

    Attributes
    ----------
    key : str
        Names it in the address.
    label, says : str
        Its name and what it does, in the reader's language.
    strategy : Strategy
    look : Look
    recipe : Recipe or None
        The settings that make up the strategy, if it is the reader's own.
    """

    key: str
    label: str
    says: str
    strategy: Strategy
    look: Look
    recipe: Recipe | None = None

    def chances(self, rules: Rules) -> FloatArray:
        """Return the exact distribution of the final score, shape (25,)."""
        if self.recipe is None:
            return _evaluated(rules, self.strategy)
        return frozen(recipe_counts(rules, self.recipe) / denominator(DICE))


@lru_cache(maxsize=256)
def _evaluated(rules: Rules, strategy: Strategy) -> FloatArray:
    return frozen(evaluate(rules, strategy))


_LOOKS = {
    PERFECT: Look(PALETTE[0], "circle", "solid"),
    AT_LEAST: Look(PALETTE[0], "triangle-up", "dash"),
    BEAT: Look(PALETTE[0], "star", "dot"),
    "throws-21": Look(PALETTE[1], "circle", "solid"),
    QUALIFY: Look(PALETTE[1], "triangle-up", "dash"),
    "one-at-a-time": Look(PALETTE[1], "square", "dot"),
    "qualifiers-then-sixes": Look(PALETTE[2], "diamond", "solid"),
    "qualifiers-then-fives-and-sixes": Look(PALETTE[2], "cross", "dash"),
    "greedy": Look(PALETTE[3], "x", "solid"),
    "greedy-with-fives": Look(PALETTE[3], "pentagon", "dash"),
    "semi-greedy": Look(PALETTE[3], "hexagram", "dot"),
    CARD: Look(PALETTE[4], "square", "solid"),
}
_OWN = Look(PALETTE[5], "bowtie", "solid")


def _words() -> dict[str, tuple[str, str]]:
    return {
        PERFECT: (tr("Best average"), tr("Perfect play for the highest average score.")),
        QUALIFY: (
            tr("Best chance to qualify"),
            tr("Perfect play for qualifying; of equal keeps the one with the higher average."),
        ),
        "throws-21": (
            tr("21 throws"),
            tr("Qualifiers when they come, otherwise the single highest die, to the end."),
        ),
        "one-at-a-time": (
            tr("One at a time"),
            tr("Always exactly one die: a qualifier if there is one, else the highest."),
        ),
        "qualifiers-then-sixes": (
            tr("Qualifiers, then sixes"),
            tr("Qualifiers; with both in, every 6; when nothing fits, the highest die."),
        ),
        "qualifiers-then-fives-and-sixes": (
            tr("Qualifiers, then 5s and 6s"),
            tr("Qualifiers; with both in, every 5 and 6; when nothing fits, the highest die."),
        ),
        "greedy": (
            tr("Greedy"),
            tr("Qualifiers and every 6 from the start; when nothing fits, the highest die."),
        ),
        "greedy-with-fives": (
            tr("Greedy with fives"),
            tr("Qualifiers and every 5 and 6 from the start; when nothing fits, the highest die."),
        ),
        "semi-greedy": (
            tr("Half greedy"),
            tr(
                "Qualifiers, and 6s as long as {free} free dice stay for each qualifier still missing.",
                free=FREE_DICE,
            ),
        ),
        CARD: (tr("The index card"), tr("Five lines to remember, found by search.")),
    }


def by_kind(target: int) -> dict[str, Listed]:
    """Return every known strategy by a name that stays the same for all targets, the perfect ones first.

    Parameters
    ----------
    target : int
        4 to 24: the score of "at least" and "beat".
    """
    kinds = (PERFECT, QUALIFY, AT_LEAST, BEAT, *(key for key in NAMED if key != PERFECT), CARD)
    return {kind: listed(f"{kind}-{target}" if kind in _AIMED else kind) for kind in kinds}


def known(target: int) -> tuple[Listed, ...]:
    """Return the strategies of `by_kind`."""
    return tuple(by_kind(target).values())


def listed(key: str) -> Listed:
    """Return the strategy that a key names: a known one or the code of a recipe.

    Raises
    ------
    InputError
        If there is no such strategy.
    """
    words = _words()
    if key in words:
        label, says = words[key]
        return Listed(key, label, says, _strategy(key), _LOOKS[key])
    kind, _, score = key.rpartition("-")
    if kind in _AIMED and score in _SCORES:
        return _aimed(kind, int(score))
    recipe = read_recipe(key)
    return Listed(
        recipe.code, tr("Your own"), tr("The settings that you chose."), recipe.strategy, _OWN, recipe
    )


def _strategy(key: str) -> Strategy:
    if key == QUALIFY:
        return perfect(goals.qualify())
    return INDEX_CARD.strategy if key == CARD else NAMED[key]


_AIMED: dict[str, Callable[[int], goals.Goal]] = {AT_LEAST: goals.at_least, BEAT: goals.beat}
_SCORES = tuple(map(str, range(MIN_SCORE, MAX_SCORE + 1)))


def _aimed(kind: str, target: int) -> Listed:
    if kind == AT_LEAST:
        label = tr("Best chance of {target}", target=target)
        says = tr("Perfect play for a score of at least {target}.", target=target)
    else:
        label = tr("Best against {target}", target=target)
        says = tr("Perfect play for beating {target}, a tie counting half.", target=target)
    return Listed(f"{kind}-{target}", label, says, perfect(_AIMED[kind](target)), _LOOKS[kind])


def is_listed(key: str) -> bool:
    """Say whether a key, which may come from anywhere, names a strategy."""
    try:
        listed(key)
    except InputError:
        return False
    return True


def own(recipe: Recipe) -> Listed:
    """Return a strategy that the reader has built."""
    return listed(recipe.code)
