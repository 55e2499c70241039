"""A browser's half of Streamlit's websocket, as far as pressing buttons and choosing dice goes."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any, Self

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATIENCE = 60
TRAY, FOLLOWER = "midnight_tray", "midnight_follower"


@dataclass
class Widget:
    """The newest of what the server said of a widget."""

    id: str
    fragment: str
    run: int
    label: str = ""
    data: dict[str, Any] = field(default_factory=dict)


@dataclass
class Client:
    """One visitor. Like a browser, it says its address and its tray's state, and keeps large messages.

    Attributes
    ----------
    took : list of float
        Seconds of each rerun, from sending the message to ``script_finished``.
    exceptions : int
        Runs that showed one.
    drawn : dict
        Fragment -> the last run that drew it.
    """

    socket: websockets.ClientConnection
    widgets: dict[str, Widget] = field(default_factory=dict)
    drawn: dict[str, int] = field(default_factory=dict)
    states: dict[str, str] = field(default_factory=dict)
    large: dict[str, tuple[Element, str]] = field(default_factory=dict)
    query: str = ""
    page: str = ""
    runs: int = 0
    took: list[float] = field(default_factory=list)
    received: int = 0
    exceptions: int = 0

    @classmethod
    async def connect(cls, port: int) -> Self:
        """Open a session and see its first run through."""
        socket = await websockets.connect(
            f"ws://127.0.0.1:{port}/_stcore/stream",
            subprotocols=[websockets.Subprotocol("streamlit")],
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            origin=websockets.Origin(f"http://127.0.0.1:{port}"),
        )
        client = cls(socket)
        await client._rerun(BackMsg())
        client.took.clear()
        return client

    def button(self, *labels: str) -> Widget | None:
        """Return the first of these buttons that is on the page."""
        shown = {widget.label: widget for widget in self.widgets.values() if self._is_shown(widget)}
        return next((shown[label] for label in labels if label in shown), None)

    @property
    def tray(self) -> Widget:
        """The dice tray."""
        trays = [widget for widget in self.widgets.values() if "dice" in widget.data]
        assert trays, "There is no tray on the page."
        return trays[0]

    def _is_shown(self, widget: Widget) -> bool:
        """Tell whether the last run that drew anything of the widget's fragment drew it as well."""
        return widget.run == self.drawn[widget.fragment]

    async def press(self, button: Widget) -> None:
        """Press a button and wait for the run to finish."""
        message = BackMsg()
        message.rerun_script.fragment_id = button.fragment
        pressed = message.rerun_script.widget_states.widgets.add()
        pressed.id, pressed.trigger_value = button.id, True
        await self._rerun(message)

    def note_choice(self, mask: int) -> None:
        """Choose dice; the server hears of it with the next message."""
        tray = self.tray
        choice = {"code": tray.data["code"], "mask": mask, "version": tray.data["chosen_version"]}
        self.states[tray.id] = json.dumps({"choice": choice})

    async def choose(self, mask: int) -> None:
        """Choose dice, and wait for the run that a browser starts by telling of it."""
        self.note_choice(mask)
        message = BackMsg()
        message.rerun_script.fragment_id = self.tray.fragment
        await self._rerun(message)

    async def follow(self) -> None:
        """Ask for what follows the tray, as a browser does once the dice are on the screen."""
        followers = [widget for widget in self.widgets.values() if widget.label == FOLLOWER]
        assert followers, "Nothing on the page follows the tray."
        message = BackMsg()
        message.rerun_script.fragment_id = followers[0].fragment
        await self._rerun(message)

    async def _rerun(self, message: BackMsg) -> None:
        script = message.rerun_script
        script.query_string, script.page_script_hash = self.query, self.page
        script.cached_message_hashes.extend(self.large)
        for name, value in self.states.items():
            state = script.widget_states.widgets.add()
            state.id, state.json_value = name, value
        self.runs += 1
        start = time.perf_counter()
        await self.socket.send(message.SerializeToString())
        while not self._heard(await asyncio.wait_for(self.socket.recv(decode=False), PATIENCE)):
            pass
        self.took.append(time.perf_counter() - start)

    def _heard(self, raw: bytes) -> bool:
        """Take in one message; return whether it ends the run."""
        self.received += len(raw)
        message = ForwardMsg()
        message.ParseFromString(raw)
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.page = message.new_session.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "ref_hash":
            self._drew(*self.large[message.ref_hash])
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            element, fragment = message.delta.new_element, message.delta.fragment_id
            if message.metadata.cacheable:
                self.large[message.hash] = element, fragment
                # A browser forgets a message that two runs did not use; a few are always enough.
                while len(self.large) > 6:
                    del self.large[next(iter(self.large))]
            self._drew(element, fragment)
        return kind == "script_finished"

    def _drew(self, element: Element, fragment: str) -> None:
        kind = element.WhichOneof("type")
        self.drawn[fragment] = self.runs
        if kind == "exception":
            self.exceptions += 1
        elif kind == "button":
            button = element.button
            self.widgets[button.id] = Widget(button.id, fragment, self.runs, button.label)
        elif kind == "bidi_component" and element.bidi_component.component_name.endswith(FOLLOWER):
            self.widgets[element.bidi_component.id] = Widget(
                element.bidi_component.id, fragment, self.runs, FOLLOWER
            )
        elif kind == "bidi_component" and element.bidi_component.component_name.endswith(TRAY):
            tray = element.bidi_component
            said = json.loads(tray.json)
            data = said[0] if isinstance(said, list) else said
            self.widgets[tray.id] = Widget(tray.id, fragment, self.runs, data=data)
