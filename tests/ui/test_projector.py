"""Projector mode without a browser: the switch, what it draws larger, and what goes along with a link."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.ui.screen import TURN, click, opened

PAGE = "pages/learn/throws_21.py"


def charts(app: Any) -> list[Any]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def heights(app: Any) -> list[float]:
    return [chart["layout"]["height"] for chart in charts(app)]


def test_charts_are_drawn_larger_in_all_that_is_measured_in_pixels() -> None:
    usual, large = opened(PAGE), opened(PAGE, projector="on")
    scale = {round(b / a, 6) for a, b in zip(heights(usual), heights(large), strict=True)}
    assert len(scale) == 1
    assert scale.pop() > 1.2
    for before, after in zip(charts(usual), charts(large), strict=True):
        assert after["layout"]["font"]["size"] > before["layout"]["font"]["size"]
        assert [trace["y"] for trace in after["data"]] == [trace["y"] for trace in before["data"]]


def test_the_switch_leads_in_and_out_and_leaves_no_trace_in_the_address() -> None:
    app = opened(PAGE)
    before = heights(app)
    click(app, "projector")
    assert "projector" in app.query_params
    assert heights(app) != before
    assert not app.sidebar.get("page_link")
    click(app, "projector")
    assert "projector" not in app.query_params
    assert heights(app) == before
    assert app.sidebar.get("page_link")


@pytest.mark.parametrize("said", ["", "yes", "ON", "<b>on</b>"])
def test_anything_but_on_is_off(said: str) -> None:
    assert opened(TURN, projector=said).sidebar.get("page_link")


def test_a_link_in_a_table_stays_in_projector_mode_and_in_the_language() -> None:
    page = "pages/learn/safe_or_greedy.py"

    def links(**address: str) -> str:
        return "".join(html.proto.body for html in opened(page, **address).get("html"))

    assert "projector=on" in links(projector="on", lang="nb")
    assert "lang=nb" in links(lang="nb")
    assert "what-if?position=" in links()
    assert "projector" not in links()
