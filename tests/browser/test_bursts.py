"""Impatient fingers: bursts of clicks and keys with no waiting; once idle, nothing on the screen is torn."""

# ruff: noqa: E501 - JavaScript in a string
from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.conftest import Opener, Server, settled
from tests.browser.reading import assert_whole

pytestmark = pytest.mark.browser

DO = """async (actions) => {
  const act = {
    die: (n) => midnight.dice()[n % midnight.dice().length]?.click(),
    row: (n) => { const rows = midnight.all('tr[data-key]'); rows[n % rows.length]?.click(); },
    button: (name) => midnight.named(name)?.click(),
    main: () => (midnight.named('Keep and roll') ?? midnight.named('Keep and finish') ?? midnight.named('Roll'))?.click(),
    key: (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true })),
  };
  for (const [what, which, gap] of actions) {
    act[what](which);
    if (gap) await midnight.pause(gap);
  }
}"""


def action(chance: random.Random) -> list[Any]:
    kind = chance.choices(["die", "key", "main", "enter", "undo", "row", "new"], [6, 4, 4, 3, 2, 2, 1])[0]
    gap = chance.choice([0, 0, 5, 15, 40])
    what, which = {
        "die": ("die", chance.randrange(6)),
        "row": ("row", chance.randrange(12)),
        "key": ("key", str(chance.randrange(1, 7))),
        "main": ("main", 0),
        "enter": ("key", "Enter"),
        "undo": ("button", "Undo"),
        "new": ("button", chance.choice(["New turn", "Same dice"])),
    }[kind]
    return [what, which, gap]


@pytest.mark.parametrize("part", range(4))
def test_no_burst_of_actions_tears_the_screen(page: Opener, part: int) -> None:
    chance = random.Random(part)
    there = page(turn=f"m1.14.{part + 1}")
    seen = set()
    for _ in range(30):
        actions = [action(chance) for _ in range(chance.randrange(2, 7))]
        there.evaluate(DO, actions)
        try:
            seen.add(assert_whole(there)["code"])
        except AssertionError as error:
            raise AssertionError(f"after {actions}: {error}") from None
    assert len(seen) > 5, "the bursts do play"


def test_the_same_roll_again_at_once_keeps_words_and_chart_with_the_dice(page: Opener) -> None:
    """Table and dice are the same again, only their version is new; no burst made Streamlit lose more."""
    chance = random.Random(3)
    there = page(turn="m1.14.3.~")
    for _ in range(25):
        gap, pause = chance.choice([0, 5, 20, 40]), chance.choice([0, 5, 15])
        there.evaluate(
            DO,
            [["key", "Enter", 0], ["die", 0, gap], ["button", "Same dice", 0], ["main", 0, pause]],
        )
        assert_whole(there)


def test_an_undo_that_overtakes_the_address_of_its_move_is_in_the_address(
    opener: Opener, server: Server
) -> None:
    """The browser says with every click what its address is; that of a fast second click is one move old."""
    wait: list[bytes | str] | None = None

    def slow(socket: WebSocketRoute) -> None:
        app = socket.connect_to_server()
        app.on_message(lambda message: socket.send(message) if wait is None else wait.append(message))
        sockets.append(socket)

    sockets: list[WebSocketRoute] = []
    there = opener("about:blank", wait=False)
    there.route_web_socket("**/_stcore/stream", slow)
    there.goto(f"{server.url}/?turn=m1.14.2417.~")
    settled(there)
    there.keyboard.press("5")
    assert_whole(there)
    wait = []
    there.evaluate("() => { midnight.named('Keep and roll').click(); }")
    there.wait_for_timeout(300)
    there.evaluate("() => { midnight.named('Undo').click(); }")
    there.wait_for_timeout(300)
    held, wait = wait, None
    for message in held:
        sockets[-1].send(message)
    assert_whole(there, "m1.14.2417.~")


@pytest.mark.parametrize(
    ("first", "then"),
    [([], [["die", 4, 0], ["main", 0, 0]]), ([["die", 4, 0]], [["main", 0, 0]])],
    ids=["followed", "followed by nothing"],
)
def test_a_board_that_was_lost_on_the_way_is_drawn_anew(
    opener: Opener, server: Server, first: list[Any], then: list[Any]
) -> None:
    """Streamlit throws away what a run has drawn when the next message comes just as that run ends."""
    board: set[str] = set()
    lost: list[str] = []
    losing = False

    def lossy(socket: WebSocketRoute) -> None:
        app = socket.connect_to_server()

        def passed_on(message: bytes | str) -> None:
            nonlocal losing
            said = ForwardMsg.FromString(message)
            if said.WhichOneof("type") == "delta":
                fragment, element = said.delta.fragment_id, said.delta.new_element
                if element.bidi_component.component_name.endswith("midnight_tray"):
                    board.add(fragment)
                if losing and fragment in board:
                    lost.append(fragment)
                    return
            elif said.WhichOneof("type") == "script_finished" and lost:
                losing = False
            socket.send(message)

        app.on_message(passed_on)

    there = opener("about:blank", wait=False)
    there.route_web_socket("**/_stcore/stream", lossy)
    there.goto(f"{server.url}/?turn=m1.14.2417.~")
    settled(there)
    there.evaluate(DO, first)
    assert_whole(there)
    losing = True
    there.evaluate(DO, then)
    assert_whole(there, "m1.14.2417.~Q~")
    assert lost


def test_two_clicks_on_the_main_button_keep_once(page: Opener) -> None:
    there = page(turn="m1.14.2417.~")
    there.evaluate(DO, [["die", 4, 0], ["main", 0, 0], ["main", 0, 0]])
    assert_whole(there, "m1.14.2417.~Q~")


def test_two_enters_keep_once(page: Opener) -> None:
    there = page(turn="m1.14.2417.~")
    there.evaluate(DO, [["die", 4, 0], ["key", "Enter", 0], ["key", "Enter", 0]])
    assert_whole(there, "m1.14.2417.~Q~")


def test_a_die_clicked_just_before_the_button_counts(page: Opener) -> None:
    for seed in range(1, 4):
        there = page(turn=f"m1.14.{seed}.~")
        expect(there.get_by_role("button", name="Keep and roll")).to_be_visible()
        there.evaluate(DO, [["die", 0, 0], ["die", 2, 0], ["main", 0, 0]])
        assert_whole(there, f"m1.14.{seed}.~F~")
