"""A match of 10 000 by plain loops over lists: the naive twin of the engine's turns, codes and referee.

Written from the rule text. It plays a match from the moves of a code, one character after another, throws the
dice of the seed itself, and looks every set-aside up among all that a roll allows.
"""

from __future__ import annotations

from tests.reference import philox
from tests.reference.naive_ten import House, floor, set_asides

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class Illegal(Exception):  # noqa: N818 (it is a move, not an error of the program)
    """Somebody did what the rules forbid."""


class Table:
    """A match at a table, played on paper.

    `sheet` has a line (seat, points) for every turn, `totals` the sum of each seat, `lost` what was at stake
    in turns that came to nothing, and `winners` is filled in at the end.
    """

    def __init__(self, house: House, players: int, seed: int, first: int | None = None) -> None:
        self.house, self.seed = house, seed
        self.totals = [0] * players
        self.turns_of = [0] * players
        self.sheet: list[tuple[int, int]] = []
        self.lost: list[int] = []
        self.winners: list[int] = []
        beginner = self._thrown_for(players) if first is None else first
        self.everyone = [(beginner + step) % players for step in range(players)]
        self._last_turns: list[int] | None = None
        self._arrivals: list[tuple[int, int]] = []

    def play(self, moves: str) -> None:
        """Play the moves of a code to the end."""
        text = list(moves)
        while text:
            if self.winners:
                raise Illegal("the match is over")
            self._turn(self.everyone[len(self.sheet) % len(self.everyone)], text)

    def _turn(self, seat: int, text: list[str]) -> None:
        self.turns_of[seat] += 1
        at_stake, in_hand, rolls = 0, 6, 0
        least = floor(self.house, self.totals[seat])
        while text:
            sign = text.pop(0)
            if sign == "!" and rolls == 0:
                points = 50 * (64 * LETTERS.index(text.pop(0)) + LETTERS.index(text.pop(0)))
                if points > 0:
                    self._must_reach(least, points)
                self._write(seat, points)
                return
            if sign == "!":
                self._must_reach(least, at_stake)
                if in_hand == 6 and self.house.must_roll_hot:
                    raise Illegal("hot dice have to be rolled")
                self._write(seat, at_stake)
                return
            roll = self._rolled(seat, rolls, in_hand, sign, text)
            rolls += 1
            allowed = set_asides(self.house, tuple(sorted(roll)))
            if not allowed:
                self.lost.append(at_stake)
                self._write(seat, 0)
                return
            if not text:
                return
            bits = LETTERS.index(text.pop(0))
            aside = [roll[place] for place in range(in_hand) if bits // 2**place % 2 == 1]
            if tuple(sorted(aside)) not in allowed:
                raise Illegal(f"{aside} of {roll}")
            at_stake += allowed[tuple(sorted(aside))]
            in_hand -= len(aside)
            if in_hand == 0:
                in_hand = 6

    def _rolled(self, seat: int, rolls: int, in_hand: int, sign: str, text: list[str]) -> list[int]:
        if sign == "~":
            return self._thrown(seat, rolls, in_hand)
        return [int(sign)] + [int(text.pop(0)) for _ in range(in_hand - 1)]

    def _must_reach(self, least: int, points: int) -> None:
        if points < least:
            raise Illegal(f"{points} written down, it takes {least}")

    def _write(self, seat: int, points: int) -> None:
        self.totals[seat] += points
        self.sheet.append((seat, points))
        if self._last_turns is not None:
            self._last_turns.remove(seat)
            self._arrivals.append((seat, self.totals[seat]))
        elif self.totals[seat] >= self.house.target:
            others = [other for other in self.everyone if other != seat]
            self._last_turns = others if self.house.last_round else []
            self._arrivals.append((seat, self.totals[seat]))
        if self._last_turns == []:
            best = max(self.totals)
            level = [each for each, total in self._arrivals if total == best]
            self.winners = level[:1] if self.house.ties == "first" else sorted(level)

    def _thrown(self, seat: int, roll: int, dice: int) -> list[int]:
        raw = philox.block((1, roll, self.turns_of[seat], seat), (self.seed, 0))
        if dice > 4:
            raw += philox.block((2, roll, self.turns_of[seat], seat), (self.seed, 0))
        return [number % 6 + 1 for number in raw[:dice]]

    def _thrown_for(self, players: int) -> int:
        throw, tied = 0, list(range(players))
        while len(tied) > 1:
            dice = [philox.block((1, throw, 0, seat), (self.seed, 0))[0] % 6 + 1 for seat in tied]
            tied = [seat for seat, face in zip(tied, dice, strict=True) if face == max(dice)]
            throw += 1
        return tied[0]
