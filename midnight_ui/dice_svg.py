"""Dice drawn as SVG images, for tables and prose; the tray that can be clicked draws its own."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

from midnight_core.dice import Dice
from midnight_ui.text import faces as spoken

_LEFT, _MIDDLE, _RIGHT = 27, 50, 73
_PIPS = {
    1: [(_MIDDLE, _MIDDLE)],
    2: [(_LEFT, _LEFT), (_RIGHT, _RIGHT)],
    3: [(_LEFT, _LEFT), (_MIDDLE, _MIDDLE), (_RIGHT, _RIGHT)],
    4: [(_LEFT, _LEFT), (_RIGHT, _LEFT), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)],
    5: [(_LEFT, _LEFT), (_RIGHT, _LEFT), (_MIDDLE, _MIDDLE), (_LEFT, _RIGHT), (_RIGHT, _RIGHT)],
    6: [(x, y) for x in (_LEFT, _RIGHT) for y in (_LEFT, _MIDDLE, _RIGHT)],
}
_BODY, _EDGE, _PIP, _RING = "#f6ead2", "#8a7350", "#2b2118", "#d97b12"


def dice_svg(dice: Iterable[int], *, size: int = 28, ringed: Iterable[int] = (), label: str = "") -> str:
    """Return dice in a row as one image, an HTML element.

    Parameters
    ----------
    dice : iterable of int
        Faces, in the order drawn.
    size : int
        Side of a die in pixels.
    ringed : iterable of int
        Indices of dice with a ring around them, for instance the qualifiers.
    label : str
        Text alternative; the faces themselves when empty.
    """
    row = tuple(dice)
    rings = set(ringed)
    drawn = "".join(_die(face, 110 * place, place in rings) for place, face in enumerate(row))
    width = 110 * len(row)
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 100">{drawn}</svg>'
    # As an image, since Streamlit takes SVG elements out of HTML.
    return (
        f'<img alt="{escape(label or spoken(row))}" src="data:image/svg+xml,{quote(drawing)}" '
        f'height="{size}" width="{size * width / 100:.0f}" style="vertical-align:middle">'
    )


def qualifier_places(required: Dice, kept: Dice) -> tuple[int, ...]:
    """Return the indices in `kept` of the dice that serve as qualifiers: the first of each required face."""
    return tuple(sorted(kept.index(face) for face in required if face in kept))


def _die(face: int, left: int, is_ringed: bool) -> str:
    edge, width = (_RING, 9) if is_ringed else (_EDGE, 4)
    pips = "".join(f'<circle cx="{left + x}" cy="{y}" r="9.5" fill="{_PIP}"/>' for x, y in _PIPS[face])
    return (
        f'<rect x="{left + 5}" y="5" width="90" height="90" rx="20" fill="{_BODY}" '
        f'stroke="{edge}" stroke-width="{width}"/>{pips}'
    )
