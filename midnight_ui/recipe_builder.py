"""A strategy from a few settings: the controls, the settings in words, and a card to write them on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from html import escape
from typing import Any, TypeVar

import streamlit as st

from midnight_core import InputError, Rules
from midnight_core.dice import Dice
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
from midnight_ui.text import faces, listed, ntr, tr

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

    st.markdown(_how_it_works(rules))
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
        return tr("never: it is a die like any other")
    return _if_that_leaves(left)


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


def _how_it_works(rules: Rules) -> str:
    """Return what the settings mean, as a paragraph of Markdown with an example."""
    roll = (5, 5, 3, 2)
    one, both = len(roll) - 1, len(roll) - roll.count(5)
    said = tr(
        "6s are looked at first, then 5s, then 4s; all dice of a face are kept, or none. An example: with "
        "both qualifiers in you roll {roll}. Keeping one 5 leaves {one} dice to throw, keeping all 5s leaves "
        "{both}. So **{all_leave}** keeps the 5s here, and **{one_leaves}** does not.",
        roll=faces(roll),
        one=one,
        both=both,
        all_leave=_limit(Limit(both, together=True)),
        one_leaves=_limit(Limit(both)),
    )
    qualifying = [face for face in rules.required if face in _KEPT]
    if not qualifying:
        return said
    spare = tr(
        "A {face} that you still need is up to the first setting; if that leaves it, it is a {face} like any "
        "other.",
        face=listed(qualifying),
    )
    return f"{said} {spare}"


# ------------------------------------------------------------------------------------------------ in words
def lines(recipe: Recipe, rules: Rules) -> list[str]:
    """Return a recipe in words, as many lines as it counts itself.

    Read from the top for every roll, they say exactly what the recipe plays.
    """
    if recipe.before == recipe.after:
        said = _lines(tr("From the start"), recipe.after, held_back=recipe.holds_back)
    else:
        # Those with both first: a die kept before cannot bring them into play in the same roll.
        said = _lines(tr("With both"), recipe.after, held_back=False)
        said += _lines(tr("Before you have both"), recipe.before, held_back=recipe.holds_back)
    if recipe.holds_back:
        free = ntr(
            "Of the other dice, keep at most as many as leave {count} die to throw for each qualifier still "
            "missing now.",
            "Of the other dice, keep at most as many as leave {count} dice to throw for each qualifier still "
            "missing now.",
            recipe.free_dice,
        )
        said.insert(0, free)
    return [
        _first_line(recipe, rules),
        *said,
        _last_line(recipe, looks_again=recipe.look_again and bool(said)),
    ]


def _first_line(recipe: Recipe, rules: Rules) -> str:
    a, b = rules.required
    if recipe.qualifiers == MOST_LEFT:
        first = tr("Keep a missing {a} or {b} at once.", a=a, b=b)
    elif recipe.qualifiers == NEVER_LEFT:
        first = tr("Treat a missing {a} or {b} like any other die.", a=a, b=b)
    else:
        when = _if_that_leaves(recipe.qualifiers)
        first = tr("Keep a missing {a} or {b}, or both together, {when}.", a=a, b=b, when=when)
    if recipe.before != HIGHEST_ONLY:
        return first
    return first + " " + tr("Until you have both, keep nothing else unless you must.")


def _lines(phase: str, part: Faces, *, held_back: bool) -> list[str]:
    return [
        tr("{phase}: {keep}.", phase=phase, keep=_keep(limit, dice, held_back=held_back))
        for limit, dice in part.steps
    ]


def _keep(limit: Limit, dice: Dice, *, held_back: bool) -> str:
    between = tr(", then ") if held_back else tr(" and ")
    many = between.join(tr("{face}s", face=face) for face in dice)
    if limit == ALWAYS and held_back:
        return tr("keep as many {faces} as you may", faces=many)
    if limit == ALWAYS:
        return tr("keep all {faces}", faces=many)
    if limit == Limit(0):
        return tr("keep a {face} only as the very last die", face=dice[0])
    when = _if_that_leaves(limit.left) if limit.together else _if_the_first_leaves(limit.left)
    if held_back:
        return tr("keep as many {faces} as you may, {when}", faces=many, when=when)
    return tr("keep all {faces} {when}", faces=many, when=when)


def _if_that_leaves(left: int) -> str:
    if not left:
        return tr("if that ends the turn")
    return ntr(
        "if that leaves at most {count} die to throw", "if that leaves at most {count} dice to throw", left
    )


def _if_the_first_leaves(left: int) -> str:
    return ntr(
        "if the first of them leaves at most {count} die to throw",
        "if the first of them leaves at most {count} dice to throw",
        left,
    )


def _last_line(recipe: Recipe, *, looks_again: bool) -> str:
    if recipe.rather_qualifier and recipe.qualifiers != MOST_LEFT:
        if looks_again:
            return tr(
                "If nothing fits, keep a missing qualifier (the lower of two), else the highest die, then "
                "look at the rest again from line 2."
            )
        return tr("If nothing fits, keep a missing qualifier (the lower of two), else the highest die.")
    if looks_again:
        return tr("If nothing fits, keep the highest die, then look at the rest again from line 2.")
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
