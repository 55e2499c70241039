"""The keeps of a roll as a CSV table, for spreadsheets and notebooks."""

from __future__ import annotations

import csv
from io import StringIO

from midnight_core import MAX_SCORE, MIN_SCORE, Option


def options_csv(options: tuple[Option, ...]) -> str:
    """Return one line for each keep, best first; numbers in full precision with a decimal point.

    The columns ``p_0`` and ``p_4`` to ``p_24`` are the chances of each final score.
    """
    scores = (0, *range(MIN_SCORE, MAX_SCORE + 1))
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["keep", "value", "loss", "p_qualify", "mean_score", *(f"p_{score}" for score in scores)])
    for option in options:
        keep = " ".join(map(str, option.keep))
        numbers = (option.value, option.loss, option.p_qualify, option.mean_score)
        table.writerow([keep, *numbers, *option.distribution[list(scores)].tolist()])
    return text.getvalue()
