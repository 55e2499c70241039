"""Races of 10 000 kept on disk: a file that is damaged, in whatever way, is no race."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from midnight_core.ten_thousand import HouseRules, house_code, solve_race
from midnight_core.ten_thousand.games import known_race

SMALL = HouseRules(opening=0, target=1000)


def test_a_damaged_file_is_no_race(tmp_path: Path) -> None:
    race = solve_race(SMALL, folder=tmp_path)
    file = tmp_path / f"race-{house_code(SMALL)}.npz"
    whole = file.read_bytes()
    chance = random.Random(2417)
    ignored = 0
    for _ in range(1500):
        damaged = bytearray(whole)
        # Most of all in what says how the file is packed: at its beginning and at its end.
        for _ in range(chance.randrange(1, 4)):
            places = chance.randrange(len(whole)), chance.randrange(60), -1 - chance.randrange(200)
            damaged[chance.choice(places)] = chance.randrange(256)
        file.write_bytes(damaged[: chance.choice((len(whole), len(whole), chance.randrange(len(whole))))])
        found = known_race(SMALL, tmp_path)
        assert found is None or np.array_equal(found.win, race.win)
        ignored += found is None
    assert ignored > 1000
    assert np.array_equal(solve_race(SMALL, folder=tmp_path).win, race.win)
