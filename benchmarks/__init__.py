"""Midnight's speed, measured: ``python -m benchmarks``, or ``python -m benchmarks NAME...`` for some of it.

It prints one table: what was measured, the figure, the bar, and whether it is met. A bar that is missed is a
line in the table, not a failure; the exit code is 1 only when a benchmark itself broke.

======== ==================================================================== ===========
name     what                                                                 takes about
======== ==================================================================== ===========
solve    one goal solved, against the naive twin in ``tests/reference``              25 s
options  every keep of the worst roll with its distribution                           5 s
import   a fresh interpreter up to the first solution, against ``import numpy``      15 s
simulate turns with every die thrown, against numpy's bare random dice                5 s
rounds   a table of eight solved for each kind of tie, against the naive twin        15 s
race     both races to 100 from nothing on one core, with their residual             10 s
equity   every keep of the worst roll at a table of eight, the sheet new             10 s
overlay  Chromium: from choosing a die to its numbers, with no message sent          15 s
roll     Chromium: from Roll to dice and numbers, against one button -> count        60 s
reruns   20 clients without a pause, against the trivial app                         70 s
load     100 clients at two seconds' thought                                         60 s
memory   the server's memory over 2,000 turns                                       120 s
======== ==================================================================== ===========

The machine is never quiet, so a bar is a ratio within one run wherever it can be: both sides are measured in
turn, A B A B, and medians are compared. The app and the trivial app (``trivial_app.py``) are started from the
same directory, so with the same ``.streamlit/config.toml``, and with the options of ``make run``. Clients run
in a process of their own (``load.py``); browsers are headless Chromium, found as the tests find it.

Nothing here asserts a time. What is asserted is that the work was really done: that both solvers agree, that
the overlay shows the solver's numbers, that a played turn's code is what the core gets by the same keeps.
"""
