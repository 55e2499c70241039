"""Every figure that the app draws is one that Plotly accepts: the app itself does not look, to save time."""

import json

import plotly.graph_objects as go
import pytest

from tests.ui.screen import LANGUAGES, opened

DRAWN = (
    ("pages/play/turn.py", {"turn": "m1.14.2417.~"}),
    ("pages/explore/what_if.py", {"position": "p1.14..234566.E0"}),
    ("pages/learn/throws_21.py", {"formula": "1"}),
    ("pages/learn/throws_21.py", {"formula": "4", "throws": "21", "played": "100"}),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("page", "address"), DRAWN)
def test_plotly_accepts_the_figures_of_a_page(page: str, address: dict[str, str], language: str) -> None:
    charts = opened(page, lang=language, **address).get("plotly_chart")
    assert charts
    for chart in charts:
        go.Figure(json.loads(chart.proto.spec))
        assert len(chart.proto.alt) > 40, "The text alternative states the finding."
