"""Impatient fingers at 10 000: of two ways to go on, pressed at the same moment, the first one counts."""

from __future__ import annotations

import pytest

from midnight_core.gamecode import mask_of
from midnight_core.ten_thousand.gamecode import read_ten
from tests.browser.conftest import Opener
from tests.browser.test_ten_play import FIRST, PLAY, choose, shows

pytestmark = pytest.mark.browser

DICE = (1, 1, 5)


@pytest.mark.parametrize(
    ("keys", "is_written"), [(("Enter", "w", "Enter"), False), (("w", "Enter", "w"), True)]
)
def test_the_first_of_two_keys_at_the_same_moment_counts(
    page: Opener, keys: tuple[str, ...], is_written: bool
) -> None:
    there, game = page(PLAY, ten=FIRST), read_ten(FIRST)
    shows(there, game)
    choose(there, game, DICE)
    there.evaluate(
        "(keys) => { for (const key of keys) document.body.dispatchEvent("
        "new KeyboardEvent('keydown', { key, bubbles: true, composed: true })); }",
        list(keys),
    )
    kept = game.keep(mask_of(game.roll, DICE))
    shows(there, kept.bank() if is_written else kept.throw())
    assert there.evaluate("midnight.idle()")
    assert there.evaluate("midnight.state().alerts") == []
    shows(there, kept.bank() if is_written else kept.throw())
