"""The figure of a drill: what each answer lost, and the mean so far."""

from __future__ import annotations

from typing import Any

from midnight_core.series import Series
from midnight_ui.charts import PALETTE, layout
from midnight_ui.text import tr
from midnight_ui.units import Unit


def losses(series: Series[Any, Any, Any], unit: Unit) -> dict[str, Any]:
    """Return the loss of every answer as bars, and the mean loss after each as a line."""
    scale = unit.scale
    numbers = list(range(1, len(series.answers) + 1))
    bars = {
        "type": "bar",
        "name": tr("each answer"),
        "x": numbers,
        "y": [scale * float(decision.loss) for decision in series.judged],
        "marker": {"color": PALETTE[0]},
    }
    line = {
        "type": "scatter",
        "mode": "lines+markers",
        "name": tr("average so far"),
        "x": numbers,
        "y": [scale * float(mean) for mean in series.mean_losses],
        "line": {"color": PALETTE[1], "width": 2},
        "marker": {"symbol": "diamond", "size": 7, "color": PALETTE[1]},
    }
    for trace in (bars, line):
        trace["hovertemplate"] = f"%{{y:.{unit.digits}f}}"
    figure = layout(tr("Question"), tr("Loss, {unit}", unit=unit.name), height=230)
    # Room for ten, so that the picture keeps its shape while it fills.
    figure["xaxis"] |= {"range": [0.4, max(10, len(numbers)) + 0.6], "tickformat": "d", "nticks": 12}
    figure["showlegend"] = True
    return {"data": [bars, line], "layout": figure}
