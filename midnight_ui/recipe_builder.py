"""A strategy from a few settings: the controls, the settings in words, and a card to write them on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from html import escape
from typing import Any, TypeVar

import streamlit as st

from midnight_core import InputError, Rules
from midnight_core.dice import Dice
from midnight_core.index_card import grouped
from midnight_core.recipes import (
    ALWAYS,
    HIGHEST_ONLY,
    MOST_FREE,
    MOST_LEFT,
    NEVER,
    NEVER_LEFT,
    Faces,
    Limit,
    Mistake,
    Recipe,
)
from midnight_ui.dice_svg import dice_svg
from midnight_ui.text import listed, ntr, tr

LIMITS = (
    NEVER,
    *(Limit(left, together) for left in range(MOST_LEFT) for together in (False, True)),
    ALWAYS,
)
"""When dice of a face are kept, as the controls offer it."""

_KEPT = (6, 5, 4)
"""The faces that a recipe looks at, in its order."""

_FACES = tuple(f"{part}_{face}" for part in ("before", "after") for face in _KEPT)

T = TypeVar("T", bound=Hashable)


# --------------------------------------------------------------------------------------------- the controls
def build(recipe: Recipe, rules: Rules, on_change: Callable[[Recipe], None]) -> None:
    """Draw the controls of a recipe.

    Parameters
    ----------
    recipe : Recipe
        What they show.
    rules : Rules
    on_change : callable
        Called with the new recipe after the reader changed a setting.
    """

    def changed() -> None:
        try:
            new = _built()
        except InputError:
            # Only a browser that makes up its own options gets here; what is shown stays.
            return
        on_change(new)

    limits = (MOST_LEFT, *range(MOST_LEFT - 1, -1, -1), NEVER_LEFT)
    _select("qualifiers", tr("A missing qualifier"), limits, recipe.qualifiers, _qualifier_limit, changed)
    labels = (
        *(tr("{face}s, while a qualifier is missing", face=face) for face in _KEPT),
        *(tr("{face}s, with both qualifiers in", face=face) for face in _KEPT),
    )
    shown = (*recipe.before.limits[::-1], *recipe.after.limits[::-1])
    before, after = st.columns(2)
    for place, (name, label, limit) in enumerate(zip(_FACES, labels, shown, strict=True)):
        with before if place < len(_KEPT) else after:
            _select(name, label, LIMITS, limit, _limit, changed)
    st.caption(_spare_dice(rules))
    _select(
        "free_dice",
        tr("Free dice left for each qualifier still missing"),
        range(MOST_FREE + 1),
        recipe.free_dice,
        str,
        changed,
        disabled=recipe.before == HIGHEST_ONLY,
        help=tr("Holds back what you keep while a qualifier is missing."),
    )
    _select(
        "rather_qualifier",
        tr("If nothing fits, keep"),
        (False, True),
        recipe.rather_qualifier,
        lambda rather: tr("a missing qualifier, else the highest die") if rather else tr("the highest die"),
        changed,
        disabled=recipe.qualifiers == MOST_LEFT,
        help=tr("There is a choice only if missing qualifiers are not kept at once."),
    )
    st.session_state[_key("look_again")] = recipe.look_again
    st.toggle(tr("With that die kept, look at the others again"), key=_key("look_again"), on_change=changed)


def _key(name: str) -> str:
    return f"recipe_{name}"


def _select(
    name: str,
    label: str,
    options: Sequence[T],
    value: T,
    shown: Callable[[T], str],
    changed: Callable[[], None],
    **more: Any,
) -> None:
    words = {option: shown(option) for option in options}
    st.session_state[_key(name)] = value
    st.selectbox(label, options, key=_key(name), format_func=words.__getitem__, on_change=changed, **more)


def _built() -> Recipe:
    """Return the recipe that the controls make up now."""

    def now(name: str) -> Any:
        return st.session_state[_key(name)]

    limits = [now(name) for name in _FACES]
    return Recipe(
        before=Faces(*limits[: len(_KEPT)][::-1]),
        after=Faces(*limits[len(_KEPT) :][::-1]),
        qualifiers=now("qualifiers"),
        free_dice=now("free_dice"),
        rather_qualifier=now("rather_qualifier"),
        look_again=now("look_again"),
    )


def _qualifier_limit(left: int) -> str:
    if left == MOST_LEFT:
        return tr("at once")
    if left == NEVER_LEFT:
        return tr("never on purpose")
    return _leaving(left)


def _limit(limit: Limit) -> str:
    """Return a limit in words short enough for a control on a phone."""
    if limit == NEVER:
        return tr("never")
    if limit == ALWAYS:
        return tr("always")
    if not limit.left:
        return tr("if all of them end the turn") if limit.together else tr("only as the very last die")
    if limit.together:
        return ntr("if all leave at most {count} die", "if all leave at most {count} dice", limit.left)
    return ntr("if one leaves at most {count} die", "if one leaves at most {count} dice", limit.left)


def _leaving(left: int) -> str:
    if not left:
        return tr("if that ends the turn")
    return ntr("if at most {count} die is then left", "if at most {count} dice are then left", left)


def _spare_dice(rules: Rules) -> str:
    said = tr(
        "6s are looked at first, then 5s, then 4s. “If one leaves” counts the dice still to throw once the "
        "first die of that face is kept, “if all leave” once all of them are. Then all of them are kept."
    )
    qualifying = [face for face in rules.required if face in _KEPT]
    if not qualifying:
        return said
    spare = tr("A {face} that you still need is a qualifier and is not meant here.", face=listed(qualifying))
    return f"{said} {spare}"


# ------------------------------------------------------------------------------------------------ in words
def lines(recipe: Recipe, rules: Rules) -> list[str]:
    """Return a recipe in words, as many lines as it counts itself."""
    before, after = grouped(recipe.before), grouped(recipe.after)
    if recipe.before == recipe.after:
        said = [_line(tr("From the start"), *one) for one in after]
    else:
        said = [_line(tr("Before you have both"), *one) for one in before]
        said += [_line(tr("With both"), *one) for one in after]
    if before and recipe.free_dice:
        said.append(
            ntr(
                "Leave {count} free die for each qualifier still missing.",
                "Leave {count} free dice for each qualifier still missing.",
                recipe.free_dice,
            )
        )
    return [_first_line(recipe, rules), *said, _last_line(recipe)]


def _first_line(recipe: Recipe, rules: Rules) -> str:
    either = tr(" or ").join(map(str, rules.required))
    if recipe.qualifiers == MOST_LEFT:
        first = tr("Keep a missing {either} at once.", either=either)
    elif recipe.qualifiers == NEVER_LEFT:
        first = tr("Keep no {either} for the sake of qualifying.", either=either)
    else:
        first = tr("Keep a missing {either} {when}.", either=either, when=_leaving(recipe.qualifiers))
    if recipe.before != HIGHEST_ONLY:
        return first
    return first + " " + tr("Keep nothing else before you have both.")


def _line(phase: str, limit: Limit, faces: Dice) -> str:
    if limit == ALWAYS:
        return tr("{phase}: keep every {faces}.", phase=phase, faces=tr(" and ").join(map(str, faces)))
    either = tr(" or ").join(map(str, faces))
    if limit == Limit(0):
        return tr("{phase}: keep a {faces} only as the very last die.", phase=phase, faces=either)
    many = tr(" and ").join(tr("{face}s", face=face) for face in faces)
    when = _leaving(limit.left)
    if limit.together:
        return tr("{phase}: keep all {faces} {when}.", phase=phase, faces=many, when=when)
    return tr("{phase}: keep {faces} {when}.", phase=phase, faces=many, when=when)


def _last_line(recipe: Recipe) -> str:
    if recipe.rather_qualifier and recipe.qualifiers != MOST_LEFT:
        if recipe.look_again:
            return tr(
                "If nothing fits, keep a missing qualifier, else the highest die, and look at the others "
                "again."
            )
        return tr("If nothing fits, keep a missing qualifier, else the highest die.")
    if recipe.look_again:
        return tr("If nothing fits, keep the highest die and look at the others again.")
    return tr("If nothing fits, keep the highest die.")


# -------------------------------------------------------------------------------------------------- as HTML
def card(heading: str, said: Sequence[str]) -> str:
    """Return an index card with numbered lines on it, as HTML."""
    items = "".join(f"<li>{escape(line)}</li>" for line in said)
    return f"<style>{_CARD_STYLE}</style><div class='card'><p>{escape(heading)}</p><ol>{items}</ol></div>"


# Paper is paper, in light and in dark.
_CARD_STYLE = """
.card { max-width: 30rem; padding: .75rem 1.1rem .9rem; border: 1px solid #cfc4ab; border-radius: 4px;
  background: #fffdf4; color: #2b2118; box-shadow: 0 2px 8px #0003 }
.card p { margin: 0 0 .25rem; padding-bottom: .35rem; border-bottom: 2px solid #c0392b; font-weight: 700 }
.card ol { margin: 0; padding-left: 1.5rem }
.card li { padding: .4rem 0; border-bottom: 1px solid #9dbbda }
"""


def mistake_dice(mistake: Mistake) -> str:
    """Return what lay on the table, what a recipe keeps of it, and what is best, as HTML."""
    rows = (
        (tr("Kept before"), mistake.turn.kept),
        (tr("Roll"), mistake.roll),
        (tr("You keep"), mistake.kept),
        (tr("Best keep"), mistake.best),
    )
    drawn = "".join(
        f"<div><span>{name}</span>{dice_svg(dice, size=24) if dice else '–'}</div>" for name, dice in rows
    )
    return f"<style>{_MISTAKE_STYLE}</style><div class='mistake'>{drawn}</div>"


_MISTAKE_STYLE = """
.mistake div { display: flex; flex-wrap: wrap; gap: .1rem .5rem; align-items: center; padding: .2rem 0 }
.mistake span { min-width: 5.75rem }
"""
