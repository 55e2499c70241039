"""The dice game 10 000 by any house's rules, solved exactly: turns, whole games alone, and the race of two.

Examples
--------
>>> from midnight_core import ten_thousand as tt
>>> house = tt.HouseRules(three_pairs=1500)
>>> turn = tt.solve_turn(house)
>>> round(turn.mean_turn, 6), round(turn.roll_value(300, 1), 6)
(582.317214, 300.38562)
>>> best = turn.options(0, 6, (1, 1, 2, 4, 5, 6))[0]
>>> best.dice, best.action
((1,), 'roll')
"""

from midnight_core.ten_thousand.games import Race, Solitaire, solve_race, solve_solitaire
from midnight_core.ten_thousand.house import DEFAULT, PRESETS, UNIT, HouseRules, house_code, read_house
from midnight_core.ten_thousand.scoring import Part, SetAside, score, set_aside, set_asides
from midnight_core.ten_thousand.turn import BANK, ROLL, Option, Stakes, TurnSolution, p_bust, solve_turn

__all__ = [
    "BANK",
    "DEFAULT",
    "PRESETS",
    "ROLL",
    "UNIT",
    "HouseRules",
    "Option",
    "Part",
    "Race",
    "SetAside",
    "Solitaire",
    "Stakes",
    "TurnSolution",
    "house_code",
    "p_bust",
    "read_house",
    "score",
    "set_aside",
    "set_asides",
    "solve_race",
    "solve_solitaire",
    "solve_turn",
]
