"""Run the benchmarks, all or those named, and print their table."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Callable

from benchmarks import browser, core, crowds, lab, playing_together, ten
from benchmarks.rows import Row, table

BENCHMARKS: dict[str, Callable[[], list[Row]]] = {
    "solve": core.solve,
    "options": core.options,
    "import": core.start_up,
    "simulate": core.simulate,
    "drill": core.drill,
    "rounds": playing_together.solve_rounds,
    "race": playing_together.solve_races,
    "equity": playing_together.equity,
    "ten options": ten.options,
    "ten turn solve": ten.solve,
    "ten race load": ten.race_load,
    "overlay": browser.overlay,
    "roll": browser.roll,
    "reruns": crowds.reruns,
    "load": crowds.lesson,
    "memory": crowds.memory,
    "lab": lab.lab,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"one of {', '.join(BENCHMARKS)}; all unless said"
    )
    names = parser.parse_args().names
    if unknown := set(names) - set(BENCHMARKS):
        parser.error(
            f"There is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}."
        )
    rows: list[Row] = []
    broken = []
    for name in names or BENCHMARKS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        try:
            found = BENCHMARKS[name]()
            rows += found
            for row in found:
                print(f"  {row.what}: {row.figure}", file=sys.stderr, flush=True)
        except Exception:  # noqa: BLE001 - one broken benchmark is not to hide what the others measured
            traceback.print_exc()
            broken.append(name)
    load = ", ".join(f"{minutes:.1f}" for minutes in os.getloadavg())
    print(f"{os.cpu_count()} processors; load average over 1, 5 and 15 minutes: {load}\n")
    print(table([*rows, *(Row(name, "broken") for name in broken)]))
    return int(bool(broken))


if __name__ == "__main__":
    # A run that is stopped still stops its servers and its browser.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
