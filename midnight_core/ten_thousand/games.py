"""Whole games of 10 000 solved: the fewest turns to the target, and the race of two.

Turn by turn a game is a turn for stakes: what a score is worth once it is written down. What a lost turn is
worth depends on itself (the same score again, one turn later), so each score is a small fixed point, found by
secants: the worth of a turn is a convex, piecewise linear function of the worth of losing it.

``python -m midnight_core.ten_thousand.games`` computes the race that is shipped with the package.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from midnight_core.dice import DICE, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.rolls import IntArray, frozen
from midnight_core.ten_thousand.batch import start_values
from midnight_core.ten_thousand.house import DEFAULT, UNIT, HouseRules, house_code
from midnight_core.ten_thousand.tables import FloatArray, choices
from midnight_core.ten_thousand.turn import MOST_TOTAL, Stakes, TurnSolution

RESIDUAL = 1e-13
_ROUNDS = 60
_NUDGE = 1e-6


def _levels(house: HouseRules) -> int:
    return house.target // UNIT


def _floor(house: HouseRules, score: int) -> int:
    """Return the fewest units that somebody with a score in units may write down."""
    return house.floor(score) // UNIT


# ---------------------------------------------------------------------------------------------- fewest turns


@dataclass(frozen=True, eq=False)
class Solitaire:
    """The play that reaches the target in the fewest turns on average.

    Attributes
    ----------
    house : HouseRules
    turns : float64 array, shape (target / 50,)
        Expected turns still to go, by score in units of 50; index 0 is before the opening.
    """

    house: HouseRules
    turns: FloatArray

    @property
    def expected_turns(self) -> float:
        """Turns that a whole game takes on average."""
        return float(self.turns[0])

    def turn(self, score: int) -> TurnSolution:
        """Return the best play of a turn from a score, in points; its worth is minus the turns after it.

        Raises
        ------
        InputError
            If nobody who still plays can have that score.
        """
        return _solitaire_turn(self, checked_score(self.house, score))


@lru_cache(maxsize=512)
def _solitaire_turn(solitaire: Solitaire, level: int) -> TurnSolution:
    house, turns = solitaire.house, solitaire.turns
    bank = frozen(np.append(-turns[level:], 0.0))
    return TurnSolution(house, Stakes(bank, float(-turns[level]), _floor(house, level)))


Progress = Callable[[float], None]


def solve_solitaire(house: HouseRules, on_progress: Progress | None = None) -> Solitaire:
    """Return the play that reaches the target in the fewest turns; solved once for each house, then kept.

    Parameters
    ----------
    house : HouseRules
    on_progress : callable, optional
        Told the part of the work that is done, 0 to 1, now and then. What it raises ends the work.

    Examples
    --------
    >>> round(solve_solitaire(HouseRules(three_pairs=1500)).expected_turns, 6)
    18.5717
    """
    _check_progress(on_progress)
    if (known := known_solitaire(house)) is None:
        known = _SOLITAIRES[house] = Solitaire(house, _solved_turns(house, on_progress))
        for oldest in list(_SOLITAIRES)[:-_MOST_SOLITAIRES]:
            _SOLITAIRES.pop(oldest, None)
    return known


def known_solitaire(house: HouseRules) -> Solitaire | None:
    """Return the fewest turns by these rules if they need not be computed; None if they have to be."""
    check_kind("house", house, HouseRules)
    return _SOLITAIRES.get(house)


# A function's own cache would take `on_progress` for a part of the question.
_SOLITAIRES: dict[HouseRules, Solitaire] = {}
_MOST_SOLITAIRES = 64


def _check_progress(on_progress: Progress | None) -> None:
    if on_progress is not None:
        check_kind("on_progress", on_progress, Callable)  # type: ignore[arg-type]


def _solved_turns(house: HouseRules, on_progress: Progress | None) -> FloatArray:
    levels = _levels(house)
    worth = np.zeros(levels + 1)
    for level in range(levels - 1, -1, -1):
        worth[level] = _turns_to_go(house, worth, level)
        if on_progress is not None:
            # A turn goes on through all the scores above it.
            on_progress((1 - level / levels) ** 2)
    return frozen(-worth[:levels])


def _turns_to_go(house: HouseRules, worth: FloatArray, level: int) -> float:
    """Return minus the expected turns from a score, from those of the higher ones."""
    starts = np.full(2, level)
    floors = starts + _floor(house, level)
    top = max(len(worth) - 1, int(floors.max()))
    guess = worth[level + 1] - 0.1
    for _ in range(_ROUNDS):
        nudge = _NUDGE * max(1.0, abs(guess))
        # Counted from what a bust is worth: so a score that is seldom left keeps its digits.
        bank = worth[:, None] - np.array([guess, guess - nudge])
        gain, more = start_values(house, bank, np.zeros(2), starts, floors, top)
        better = guess + (gain - 1) * nudge / (more - gain)
        if abs(better - guess) <= RESIDUAL * max(1.0, abs(better)):
            break
        guess = better
    return float(better)


# --------------------------------------------------------------------------------------------- the last turn


@lru_cache(maxsize=32)
def last_turns(house: HouseRules) -> FloatArray:
    """Return the chance to win of whoever has one last turn and is so many units behind.

    Returns
    -------
    float64 array, shape (units,)
        Index is how many units the leader is ahead. It ends where nobody catches up any more, or where no
        turn's total goes on.
    """
    floor, most = _floor(house, 1), MOST_TOTAL // UNIT
    chances = np.ones(1)
    behind = max(_FIRST_TRY // UNIT, floor)
    while chances[-1] > _HOPELESS and len(chances) <= most:
        # A turn from far behind passes through every smaller distance.
        turn = _last_turn(house, behind, floor)
        chances = np.array([turn.roll_value(UNIT * (behind - left), DICE) for left in range(behind + 1)])
        behind = min(2 * behind, most)
    # Whoever has to write down more than it takes to win is always equally far from it.
    chances[:floor] = _last_turn(house, 1, floor).start
    return frozen(chances)


_FIRST_TRY = 30_000
_HOPELESS = 1e-13
"""A chance to catch up with the leader that is as good as none."""


def _last_turn(house: HouseRules, behind: int, floor: int) -> TurnSolution:
    bank = np.zeros(behind + 2)
    bank[behind:] = 0.5 if house.ties == "shared" else 0.0, 1.0
    return TurnSolution(house, Stakes(frozen(bank), 0.0, floor))


# ------------------------------------------------------------------------------------------- the race of two


class Race:
    """A race of two, both playing to win; made by `solve_race`.

    Attributes
    ----------
    house : HouseRules
    win : float64 array, shape (target / 50, target / 50)
        Chance to win of the one who is to play, with ``i`` units of 50 against ``j``; 0 is before the
        opening. A win shared counts half.
    """

    def __init__(self, house: HouseRules, win: FloatArray) -> None:
        self.house = house
        self.win = win

    def chance(self, mine: int, theirs: int) -> float:
        """Return the chance to win of the one who is to play, by points.

        Raises
        ------
        InputError
            If nobody who still plays can have one of the scores.
        """
        level = checked_score(self.house, mine)
        if _is_last_turn(self.house, theirs):
            chances = last_turns(self.house)
            return float(chances[min(_checked_high(theirs) - level, len(chances) - 1)])
        return float(self.win[level, checked_score(self.house, theirs)])

    def turn(self, mine: int, theirs: int) -> TurnSolution:
        """Return the best play of a turn, also of the last one, when the other has reached the target.

        Raises
        ------
        InputError
            If nobody who still plays can have one of the scores.
        """
        level = checked_score(self.house, mine)
        floor = _floor(self.house, level)
        if _is_last_turn(self.house, theirs):
            return _last_turn(self.house, _checked_high(theirs) - level, floor)
        other = checked_score(self.house, theirs)
        bank = 1 - self._opponent[other, level:]
        return TurnSolution(self.house, Stakes(frozen(bank), float(1 - self.win[other, level]), floor))

    @cached_property
    def _opponent(self) -> FloatArray:
        return opponents(self.house, self.win)

    def residual(self) -> float:
        """Return the largest difference between a chance and what the best turn from there makes of it."""
        levels = _levels(self.house)
        worst = 0.0
        for total in range(2 * levels - 2, -1, -1):
            mine = _pairs(levels, total)
            value = _turn_values(self.house, self._opponent, self.win, mine, total - mine, None)
            worst = max(worst, float(np.abs(value - self.win[mine, total - mine]).max()))
        return worst


def _is_last_turn(house: HouseRules, theirs: int) -> bool:
    return house.last_round and is_whole(theirs) and theirs >= house.target


def _checked_high(score: int) -> int:
    if score % UNIT or score > MOST_TOTAL:
        raise InputError(
            "A score is a multiple of {unit} from 0 to {most}, not {score}.",
            unit=UNIT,
            most=MOST_TOTAL,
            score=named(score),
        )
    return int(score) // UNIT


def checked_score(house: HouseRules, score: int) -> int:
    """Return the score, in units, of somebody who still plays.

    Raises
    ------
    InputError
        If it is not a multiple of 50 below the target.
    """
    if not is_whole(score) or not 0 <= score < house.target or score % UNIT:
        raise InputError(
            "A score in play is a multiple of {unit} from 0 to {most}, not {score}.",
            unit=UNIT,
            most=house.target - UNIT,
            score=named(score),
        )
    return int(score) // UNIT


def opponents(house: HouseRules, win: FloatArray) -> FloatArray:
    """Return the opponent's chance to win, by his score and by what the other has written down.

    Returns
    -------
    float64 array, shape (target / 50, levels)
    """
    levels = _levels(house)
    # Beyond the target there is his last turn, or nothing.
    if house.last_round:
        chances = last_turns(house)
        beyond = choices(house).most + len(chances)
        ahead = np.arange(levels, levels + beyond)[None, :] - np.arange(levels)[:, None]
        last = chances[np.minimum(ahead, len(chances) - 1)]
    else:
        last = np.zeros((levels, 1))
    return np.hstack([win, last])


def _pairs(levels: int, total: int) -> IntArray:
    """Return the first scores of all pairs of scores with a sum."""
    return np.arange(max(0, total - levels + 1), min(total, levels - 1) + 1)


def _turn_values(
    house: HouseRules,
    opponent: FloatArray,
    win: FloatArray,
    mine: IntArray,
    theirs: IntArray,
    pool: ThreadPoolExecutor | None,
) -> FloatArray:
    """Return what the best turn makes of each pair of scores, given every chance after it."""
    bust = 1 - win[theirs, mine]
    floors = mine + np.array([_floor(house, int(level)) for level in mine])
    top = max(_top(house, opponent, theirs, bust), int(floors.max()))
    used = min(top + choices(house).most, opponent.shape[1])

    def solved(part: slice) -> FloatArray:
        bank = 1 - opponent[theirs[part], :used].T
        return start_values(house, bank, bust[part], mine[part], floors[part], top)

    parts = [slice(start, start + _CHUNK) for start in range(0, len(mine), _CHUNK)]
    return np.concatenate(list(map(solved, parts) if pool is None else pool.map(solved, parts)))


_CHUNK = 100
"""Turns solved side by side; more would not stay in a processor's cache."""


def _top(house: HouseRules, opponent: FloatArray, theirs: IntArray, bust: FloatArray) -> int:
    """Return a level from which writing down is best.

    Rolling wins with at most (1 - p) + p b, where p is the chance of a bust and b what is left after one;
    so once the other's chance in his last turn is below p (1 - b), nothing can be gained any more. Where hot
    dice have to be rolled, the level lies so high that nobody catches up.
    """
    levels = _levels(house)
    if not house.last_round:
        return levels
    last = opponent[theirs, levels:]
    if house.must_roll_hot:
        return int(levels + last.shape[1] - choices(house).most)
    bound = _SAFE * choices(house).p_bust.min() * (1 - bust)
    return int(levels + (last > bound[:, None]).sum(axis=1).max())


_SAFE = 0.5
"""Part of the bound that is used while the worth of a bust is still a guess."""


def solve_race(house: HouseRules, on_progress: Progress | None = None, *, folder: Path | None = None) -> Race:
    """Return the race of two; the default's comes as data, others take a minute or more.

    Parameters
    ----------
    house : HouseRules
    on_progress : callable, optional
        Told the part of the work that is done, 0 to 1, now and then. What it raises ends the work.
    folder : Path, optional
        Where races are kept for the next time.
    """
    _check_progress(on_progress)
    if (known := known_race(house, folder)) is not None:
        return known
    race = Race(house, _solved_race(house, on_progress))
    if folder is not None:
        # What took a minute to compute is not lost because there is no room for it.
        with suppress(OSError):
            _write(_file(house, folder), race)
    return race


def known_race(house: HouseRules, folder: Path | None = None) -> Race | None:
    """Return a race that need not be computed; None if it has to be."""
    check_kind("house", house, HouseRules)
    if house == DEFAULT:
        return _shipped()
    return None if folder is None else _read(_file(house, folder), house)


SHIPPED = "race.npz"


@lru_cache(maxsize=1)
def _shipped() -> Race:
    with as_file(files("midnight_core.ten_thousand") / SHIPPED) as path:
        race = _read(path, DEFAULT)
    assert race is not None, "the package comes with its race"
    return race


def _file(house: HouseRules, folder: Path) -> Path:
    return folder / f"race-{house_code(house)}.npz"


def _write(path: Path, race: Race) -> None:
    """Write a race to a file, which is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    with unfinished.open("wb") as file:
        np.savez_compressed(file, win=race.win, house=np.array(house_code(race.house)))
    unfinished.replace(path)


def _read(path: Path, house: HouseRules) -> Race | None:
    """Return the race in a file; None if there is none, or the file is not what we would have written."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as tables:
            win, code = tables["win"], str(tables["house"])
    except (OSError, ValueError, TypeError, KeyError, EOFError, RuntimeError, BadZipFile, zlib.error):
        return None
    is_ours = win.shape == (_levels(house),) * 2 and win.dtype == np.float64 and code == house_code(house)
    return Race(house, frozen(win)) if is_ours and bool(((win >= 0) & (win <= 1)).all()) else None


def _solved_race(house: HouseRules, on_progress: Progress | None) -> FloatArray:
    levels = _levels(house)
    win = np.full((levels, levels), 0.5)
    slope = np.full((levels, levels), 0.3)
    opponent = opponents(house, win)
    work = _work(levels)
    with ThreadPoolExecutor(_THREADS) as pool:
        for total in range(2 * levels - 2, -1, -1):
            mine = _pairs(levels, total)
            theirs = total - mine
            win[mine, theirs] = _guess(win, mine, theirs)
            slope[mine, theirs] = slope[np.minimum(mine + 1, levels - 1), np.minimum(theirs + 1, levels - 1)]
            _settle(house, opponent, win, slope, mine, pool)
            opponent[mine, theirs] = win[mine, theirs]
            if on_progress is not None:
                on_progress(float(work[total]))
    return frozen(win)


_THREADS = 2


def _work(levels: int) -> FloatArray:
    """Return the part of the work that is done once all pairs with a sum are, index = sum."""
    cost = np.array([float((levels + 100 - _pairs(levels, total)).sum()) for total in range(2 * levels - 1)])
    done: FloatArray = cost[::-1].cumsum()[::-1] / cost.sum()
    return done


def _guess(win: FloatArray, mine: IntArray, theirs: IntArray) -> FloatArray:
    """Return a first guess from the pairs one and two units further on, along a straight line."""
    levels = len(win)

    def further(units: int) -> FloatArray:
        found: FloatArray = win[np.minimum(mine + units, levels - 1), np.minimum(theirs + units, levels - 1)]
        return found

    return np.clip(2 * further(1) - further(2), 0, 1)


def _settle(
    house: HouseRules,
    opponent: FloatArray,
    win: FloatArray,
    slope: FloatArray,
    mine: IntArray,
    pool: ThreadPoolExecutor,
) -> None:
    """Make the chances of all pairs of scores with one sum agree with each other, in `win` and `slope`.

    A bust leaves both scores as they are, so the chances of a pair and of the same scores the other way round
    are two equations; the slopes say how much a turn's worth changes with that of a bust.
    """
    theirs = mine[::-1]
    before: tuple[FloatArray, FloatArray] | None = None
    for _ in range(_ROUNDS):
        guess = win[mine, theirs].copy()
        bust = 1 - guess[::-1]
        value = _turn_values(house, opponent, win, mine, theirs, pool)
        if float(np.abs(value - guess).max()) <= RESIDUAL:
            return
        if before is not None:
            changed = np.abs(bust - before[0]) > _CLEAR
            steep = np.divide(value - before[1], bust - before[0], out=slope[mine, theirs], where=changed)
            slope[mine, theirs] = np.clip(steep, 0, 1)
        before = bust, value
        steep, other = slope[mine, theirs], slope[theirs, mine]
        free, other_free = value + steep * (1 - bust), value[::-1] + other * guess
        win[mine, theirs] = np.clip((free - steep * other_free) / (1 - steep * other), 0, 1)


_CLEAR = 1e-9
"""Changes that are large enough for a slope."""


if __name__ == "__main__":
    _write(Path(__file__).with_name(SHIPPED), Race(DEFAULT, _solved_race(DEFAULT, None)))
