"""10 000 in words: house rules, and what dice score."""

from __future__ import annotations

from midnight_core import FACES
from midnight_core.ten_thousand import HouseRules, Part, SetAside
from midnight_ui.text import NO_BREAK, decimal, faces, ntr, tr, whole

TRIPLES = tuple(f"three_{face}" for face in range(1, FACES + 1))
"""Names of the six rules that say what three of a kind is worth."""


def dice_count(count: int) -> str:
    """Return a number of dice, for example ``3 dice``."""
    return ntr("{count} die", "{count} dice", count)


def points(count: int) -> str:
    """Return points as a reader writes them; a dash when there are none."""
    return whole(count) if count else "–"


def turns_named(turns: float) -> str:
    """Return a number of turns; one that nobody will ever play is not written out."""
    return tr("over {many}", many=whole(_MANY)) if turns > _MANY else decimal(turns)


_MANY = 1_000_000


def rule_name(rule: str) -> str:
    """Return what a house rule is called: a field of `HouseRules`, or one of `TRIPLES`."""
    if rule in TRIPLES:
        return tr("Three {face}s in one roll", face=TRIPLES.index(rule) + 1)
    return {
        "one": tr("A single 1"),
        "five": tr("A single 5"),
        "growth": tr("Every die more of the same"),
        "straight": tr("Straight, 1 to 6"),
        "three_pairs": tr("Three pairs"),
        "four_plus_two": tr("Four of a kind and a pair count as three pairs"),
        "opening": tr("Opening, in one turn"),
        "least": tr("Least to write down"),
        "target": tr("Points to reach"),
        "last_round": tr("A last round for everybody else"),
        "ties": tr("Equal totals at the end"),
        "must_roll_hot": tr("Six scoring dice must be thrown again"),
    }[rule]


def growth_name(growth: str) -> str:
    """Return how three of a kind grows."""
    return {
        "double": tr("doubles the points"),
        "add": tr("adds the three’s points once more"),
        "same": tr("adds nothing"),
    }[growth]


def ties_name(ties: str) -> str:
    """Return who wins on equal totals."""
    return {"shared": tr("share the win"), "first": tr("whoever got there first wins")}[ties]


def rule_value(house: HouseRules, rule: str) -> str:
    """Return what a house says about a rule, short enough for a table."""
    value = house.triples[TRIPLES.index(rule)] if rule in TRIPLES else getattr(house, rule)
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, str):
        return growth_name(value) if rule == "growth" else ties_name(value)
    return points(value)


def preset_name(name: str, house: HouseRules) -> str:
    """Return what a preset is called."""
    return {
        "table": tr("Standard"),
        "quick": tr("Quick game"),
        "500": tr("Opening {points}", points=whole(house.opening)),
        "open": tr("No opening"),
        "generous": tr("Generous"),
        "strict": tr("Strict"),
    }[name]


def in_short(house: HouseRules) -> str:
    """Return the rules that differ most from table to table, as one line."""
    said = [
        tr("straight {points}", points=whole(house.straight)) if house.straight else tr("no straight"),
        tr("three pairs {points}", points=whole(house.three_pairs))
        if house.three_pairs
        else tr("no three pairs"),
        tr("opening {points}", points=whole(house.opening)) if house.opening else tr("no opening"),
        tr("to {points} points", points=whole(house.target)),
    ]
    if house.least:
        said.append(tr("at least {points} a turn", points=whole(house.least)))
    if house.must_roll_hot:
        said.append(tr("hot dice must be thrown"))
    if not house.last_round:
        said.append(tr("no last round"))
    return " · ".join(said)


def part_name(part: Part) -> str:
    """Return what a combination is called, for example ``three 6s``."""
    if part.kind == "straight":
        return tr("straight")
    if part.kind == "pairs":
        return tr("three pairs")
    face = part.dice[0]
    return {
        1: tr("one {face}", face=face),
        2: tr("two {face}s", face=face),
        3: tr("three {face}s", face=face),
        4: tr("four {face}s", face=face),
        5: tr("five {face}s", face=face),
        6: tr("six {face}s", face=face),
    }[len(part.dice)]


def parts_named(choice: SetAside) -> str:
    """Return the combinations among dice set aside, for example ``two 1s, one 5``."""
    names = (part_name(part).replace(" ", NO_BREAK).replace("-", _HYPHEN) for part in choice.parts)
    return ", ".join(names)


_HYPHEN = "\N{NON-BREAKING HYPHEN}"


def summed(choice: SetAside) -> str:
    """Return how the points of dice set aside come about, for example ``200 + 50 = 250``."""
    if len(choice.parts) == 1:
        return whole(choice.points)
    terms = f"{NO_BREAK}+{NO_BREAK}".join(whole(part.points) for part in choice.parts)
    return f"{terms}{NO_BREAK}={NO_BREAK}{whole(choice.points)}"


def set_aside_sentence(choice: SetAside) -> str:
    """Return dice set aside with what they score, as a sentence."""
    return tr(
        "Set aside {dice}: {parts}, {sum}.",
        dice=faces(choice.dice),
        parts=parts_named(choice),
        sum=summed(choice),
    )
