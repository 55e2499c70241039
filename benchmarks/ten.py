"""10 000: what is worked out while somebody waits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, count

from benchmarks.rows import Row, in_turn, medians, quantile, seconds
from midnight_core import DICE, FACES
from midnight_core.ten_thousand import DEFAULT, UNIT, HouseRules, games, solve_solitaire, solve_turn

ROLLS = [
    roll for dice in range(1, DICE + 1) for roll in combinations_with_replacement(range(1, FACES + 1), dice)
]


def options() -> list[Row]:
    """Every option of every roll, for house rules whose rolls nobody has asked about yet."""
    solution = solve_turn(next(_HOUSES))
    took = [seconds(lambda roll=roll: solution.options(300, len(roll), roll)) for roll in ROLLS]
    worst, middle = max(took), quantile(took, 0.5)
    return [
        Row(
            "ten options: the slowest of all rolls",
            f"{1e3 * worst:.2f} ms, median {1e3 * middle:.2f} ms",
            "<= 20 ms",
            worst <= 20e-3,
        )
    ]


def solve() -> list[Row]:
    """A turn and a game alone, for new house rules from nothing."""
    turn = medians(5, lambda: seconds(lambda: solve_turn(next(_HOUSES))))[0]
    alone = seconds(lambda: solve_solitaire(next(_HOUSES)))
    return [
        Row("ten turn solve: new house rules, median", f"{turn:.3f} s", "<= 0.2 s", turn <= 0.2),
        Row("ten fewest turns: new house rules", f"{alone:.2f} s", "<= 5 s", alone <= 5),
    ]


def race_load() -> list[Row]:
    """The race that is shipped, read from its file."""

    def load() -> None:
        games._shipped.cache_clear()
        games.known_race(DEFAULT)

    took = in_turn(20, lambda: seconds(load))[0]
    middle = quantile(took, 0.5)
    return [
        Row("ten race load: the shipped table, median", f"{1e3 * middle:.1f} ms", "<= 50 ms", middle <= 50e-3)
    ]


def _houses() -> Iterator[HouseRules]:
    """Yield house rules that no cache has met."""
    return (HouseRules(straight=DEFAULT.straight + UNIT * more) for more in count(1))


_HOUSES = _houses()
