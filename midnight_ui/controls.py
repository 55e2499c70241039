"""The choice between dice to click and plain buttons, and the settings that every table has."""

from __future__ import annotations

from collections.abc import Callable

from midnight_core import Rules
from midnight_ui import address
from midnight_ui.text import tr
from midnight_ui.variant import variant

_RICH, _PLAIN = "rich", "plain"

ALWAYS, AFTER, OFF = "always", "after", "off"
"""When hints are given."""


def pick_hints() -> str:
    """Draw the choice of when hints are given, and return it."""
    labels = {ALWAYS: tr("Always"), AFTER: tr("After I decide"), OFF: tr("Off")}
    return address.segments("hints", tr("Hints"), tuple(labels), labels.__getitem__)


def table_settings(rules: Rules, on_rules: Callable[[Rules], None], key: str) -> bool:
    """Draw the choice of controls and of the variant.

    Parameters
    ----------
    rules : Rules
        The rules now played by.
    on_rules : callable
        Called with other rules when the reader picks them.
    key : str
        Streamlit key of the variant's widget.

    Returns
    -------
    bool
        Whether plain buttons are wanted instead of the dice tray.
    """
    is_plain = pick_controls()
    variant(rules, on_rules, key=key)
    return is_plain


def is_plain() -> bool:
    """Say whether plain buttons are wanted instead of the dice tray, before the choice is drawn."""
    return address.choice("controls", (_RICH, _PLAIN), _RICH) == _PLAIN


def pick_controls() -> bool:
    """Draw the choice of controls, and return whether plain buttons are wanted instead of the dice tray."""
    controls = address.segments(
        "controls",
        tr("Controls"),
        (_RICH, _PLAIN),
        {_RICH: tr("Dice to click"), _PLAIN: tr("Plain buttons")}.__getitem__,
    )
    return controls == _PLAIN
