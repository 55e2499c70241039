"""Every figure that the app draws is one that Plotly accepts: the app itself does not look, to save time."""

import json
from unittest.mock import Mock

import plotly.graph_objects as go
import pytest

from midnight_ui import charts, text
from tests.ui.screen import LANGUAGES, opened

DRAWN = (
    ("pages/play/turn.py", {"turn": "m1.14.2417.~"}),
    ("pages/explore/what_if.py", {"position": "p1.14..234566.E0"}),
    ("pages/learn/throws_21.py", {"formula": "1"}),
    ("pages/learn/throws_21.py", {"formula": "4", "throws": "21", "played": "100"}),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_percent_is_written_as_the_language_does(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Mock()
    monkeypatch.setattr(charts, "projector", Mock(scale=lambda: 1))
    monkeypatch.setattr(charts, "st", Mock(plotly_chart=shown))
    monkeypatch.setattr(text, "language", lambda: language)
    monkeypatch.setattr(charts, "language", lambda: language)
    hover = "%{x}: %{y:.2%}, 95% of %{customdata[0]:.1%}; %{z:.1f}"
    figure = {
        "data": [{"hovertemplate": hover, "y": [0.5, 0.25]}],
        "layout": {
            "yaxis": {"tickformat": ".1~%", "title": {"text": "5.0%"}},
            "xaxis": {"tickformat": ".2f"},
        },
    }
    charts.show(figure, key="one", alt="")
    drawn, config = shown.call_args.args[0].to_dict(), shown.call_args.kwargs["config"]
    if language == "en":
        assert drawn == figure
        assert "locale" not in config
        return
    assert drawn["data"] == [
        {"hovertemplate": "%{x}: %{y:$.2%}, 95% of %{customdata[0]:$.1%}; %{z:.1f}", "y": [0.5, 0.25]}
    ]
    assert drawn["layout"]["yaxis"] == {"tickformat": "$.1~%", "title": {"text": "5.0%"}}
    assert drawn["layout"]["xaxis"] == {"tickformat": ".2f"}
    assert config["locales"][config["locale"]]["format"]["currency"] == ["", "\N{NO-BREAK SPACE}%"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("page", "address"), DRAWN)
def test_plotly_accepts_the_figures_of_a_page(page: str, address: dict[str, str], language: str) -> None:
    drawn = opened(page, lang=language, **address).get("plotly_chart")
    assert drawn
    for chart in drawn:
        go.Figure(json.loads(chart.proto.spec))
        assert len(chart.proto.alt) > 40, "The text alternative states the finding."
