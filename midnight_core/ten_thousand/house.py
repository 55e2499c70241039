"""The rules of 10 000 as a house plays them: what dice score, what it takes to open, and how the game ends.

Point values differ from home to home, so every one of them is a rule that can be changed. All are multiples
of 50, the unit in which everything here is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from midnight_core.dice import DICE, FACES, is_series, is_whole
from midnight_core.errors import InputError, check_kind, is_choice, named

UNIT = 50
"""Points in which everything is counted."""

MOST_POINTS = 10_000
"""The most that a combination may be worth."""

LEAST_TARGET, MOST_TARGET = 1000, 20_000

GROWTHS = {"double": (1, 2, 4, 8), "add": (1, 2, 3, 4), "same": (1, 1, 1, 1)}
"""How three of a kind grows with every further die: factor for three, four, five and six."""

TIES = ("shared", "first")
"""Equal totals after the last round share the win, or whoever got there first has won."""

TRIPLE = 3


@dataclass(frozen=True)
class HouseRules:
    """One house's rules.

    Parameters
    ----------
    one, five : int
        Points of a single 1 and a single 5; 0 when it does not score alone.
    triples : tuple of int
        Points of three 1s, three 2s, ... three 6s in one roll.
    growth : {"double", "add", "same"}
        What four, five and six of a kind are worth.
    straight : int
        Points of 1 to 6 in one roll; 0 when it does not count.
    three_pairs : int
        Points of three pairs in one roll; 0 when they do not count.
    four_plus_two : bool
        Whether four of a kind and a pair, or six of a kind, count as three pairs too, if that is worth more.
    opening : int
        Points in one turn that it takes to write down anything at all; 0 for no such rule.
    target : int
        Points at which somebody's turn ends the game.
    last_round : bool
        Whether everybody else has one more turn then.
    ties : {"shared", "first"}
        Who wins on equal totals.
    least : int
        The fewest points that may be written down in any turn; 0 for no such rule.
    must_roll_hot : bool
        Whether six scoring dice have to be thrown again.

    Raises
    ------
    InputError
        If the rules do not make a game; the sentence says why.
    """

    one: int = 100
    five: int = 50
    triples: tuple[int, ...] = (1000, 200, 300, 400, 500, 600)
    growth: str = "double"
    straight: int = 1500
    three_pairs: int = 1000
    four_plus_two: bool = False
    opening: int = 1000
    target: int = 10_000
    last_round: bool = True
    ties: str = "shared"
    least: int = 0
    must_roll_hot: bool = False

    def __post_init__(self) -> None:
        if not is_series(self.triples):
            raise InputError(
                "Three of a kind has {faces} values, one for each face, not {triples}.",
                faces=FACES,
                triples=named(self.triples),
            )
        object.__setattr__(self, "triples", tuple(self.triples))
        if len(self.triples) != FACES:
            raise InputError(
                "Three of a kind has {faces} values, one for each face, not {triples}.",
                faces=FACES,
                triples=len(self.triples),
            )
        for name in ("four_plus_two", "last_round", "must_roll_hot"):
            check_kind(name, getattr(self, name), bool)
        _check_words(self)
        _check_points((self.one, self.five, self.straight, self.three_pairs, *self.triples))
        if not self.one and not self.five:
            raise InputError("A single 1 or a single 5 has to score: else one die left could never score.")
        _check_course(self)

    @property
    def kinds(self) -> tuple[tuple[int, ...], ...]:
        """Points of three, four, five and six of a kind, one row for each face."""
        return tuple(tuple(points * factor for factor in GROWTHS[self.growth]) for points in self.triples)

    def floor(self, score: int) -> int:
        """Return the fewest points that somebody with `score` may write down after a turn."""
        return max(self.least, UNIT, 0 if score else self.opening)


def _check_words(house: HouseRules) -> None:
    for name, words in (("growth", tuple(GROWTHS)), ("ties", TIES)):
        word = getattr(house, name)
        if not is_choice(word, words):
            raise InputError(
                "The house rule {name} is one of {words}, not {word}.",
                name=name,
                words=", ".join(words),
                word=named(word),
            )


def _check_points(values: Iterable[Any]) -> None:
    for points in values:
        if not _is_points(points, 0, MOST_POINTS):
            raise InputError(
                "Points are multiples of {unit} from 0 to {most}, not {points}.",
                unit=UNIT,
                most=MOST_POINTS,
                points=named(points),
            )


def _check_course(house: HouseRules) -> None:
    if not _is_points(house.target, LEAST_TARGET, MOST_TARGET):
        raise InputError(
            "A game goes to a multiple of {unit} from {least} to {most} points, not {target}.",
            unit=UNIT,
            least=LEAST_TARGET,
            most=MOST_TARGET,
            target=named(house.target),
        )
    for points in (house.opening, house.least):
        if not _is_points(points, 0, house.target):
            raise InputError(
                "What it takes to open, and the least to write down, are multiples of {unit} up to the "
                "target of {target}, not {points}.",
                unit=UNIT,
                target=house.target,
                points=named(points),
            )


def _is_points(value: Any, least: int, most: int) -> bool:
    return is_whole(value) and least <= value <= most and value % UNIT == 0


DEFAULT = HouseRules()

PRESETS: dict[str, HouseRules] = {
    "table": DEFAULT,
    "quick": HouseRules(opening=350, target=5000),
    "500": HouseRules(opening=500),
    "open": HouseRules(opening=0),
    "generous": HouseRules(three_pairs=1500, four_plus_two=True, opening=500),
    "strict": HouseRules(growth="add", three_pairs=0, least=300, must_roll_hot=True, ties="first"),
}
"""Name -> rules that many houses play by; "table" is the default."""

HOUSE_DEFAULT = "d"
_LETTERS = {
    "one": "a",
    "five": "f",
    "triples": "k",
    "growth": "g",
    "straight": "s",
    "three_pairs": "p",
    "four_plus_two": "q",
    "opening": "o",
    "target": "t",
    "last_round": "r",
    "ties": "e",
    "least": "b",
    "must_roll_hot": "h",
}
_LONGEST = 120


def house_code(house: HouseRules) -> str:
    """Return rules as text for a link: what differs from the default, or ``d``.

    Examples
    --------
    >>> house_code(HouseRules(opening=350, target=5000)), house_code(HouseRules())
    ('o350-t5000', 'd')
    """
    check_kind("house", house, HouseRules)
    parts = [
        _LETTERS[rule.name] + _written(getattr(house, rule.name))
        for rule in fields(house)
        if getattr(house, rule.name) != getattr(DEFAULT, rule.name)
    ]
    return "-".join(parts) or HOUSE_DEFAULT


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return "_".join(map(str, value))
    return str(int(value)) if isinstance(value, bool) else str(value)


def read_house(code: str) -> HouseRules:
    """Return the rules that a text gives.

    Raises
    ------
    InputError
        If the text is not one of ours, or the rules do not make a game.
    """
    check_kind("code", code, str)
    return _house(code)


# A history names the same rules thousands of times.
@lru_cache(maxsize=256)
def _house(code: str) -> HouseRules:
    changes: dict[str, Any] = {}
    if code != HOUSE_DEFAULT:
        names = {letter: name for name, letter in _LETTERS.items()}
        for part in code[:_LONGEST].split("-"):
            name = names.get(part[:1])
            if name is None or name in changes:
                raise _unreadable()
            changes[name] = _read(part[1:], getattr(DEFAULT, name))
    house = HouseRules(**changes)
    # One text for each set of rules: another spelling would be another link to the same game.
    if house_code(house) != code:
        raise _unreadable()
    return house


def _read(text: str, like: Any) -> Any:
    if isinstance(like, str):
        return text
    numbers = text.split("_")
    if not all(number.isascii() and number.isdigit() and len(number) <= DICE for number in numbers):
        raise _unreadable()
    values = tuple(map(int, numbers))
    if isinstance(like, tuple):
        return values
    return bool(values[0]) if isinstance(like, bool) else values[0]


def _unreadable() -> InputError:
    return InputError(
        "The house rules in this link cannot be read: they look like {example}.", example="o350-t5000"
    )
