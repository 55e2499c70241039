"""A match by plain loops over lists: the naive twin of `midnight_core.sheet`.

Written from the rule texts. It plays a match from the start to its end, asks for one score after another, and
knows of nothing else; chips lie on the table in piles that are moved one pile at a time.
"""

from __future__ import annotations

from collections.abc import Iterable


class OutOfScores(Exception):  # noqa: N818 (the match goes on, nothing is wrong)
    """The match is not over yet."""


class Table:
    """A match at a table, played on paper.

    `chips`, `pot`, `totals` and `won` are counted while it is played, `winners` is filled in at the end, and
    `asked` lists the seats that had a turn.
    """

    def __init__(self, players: int, beginner: int, ante: int, scores: Iterable[int]) -> None:
        self.ante = ante
        self.pot = 0
        self.chips = [0] * players
        self.pots_taken = [0] * players
        self.totals = [0] * players
        self.won = [0] * players
        self.winners: list[int] = []
        self.asked: list[int] = []
        self.everyone = [(beginner + step) % players for step in range(players)]
        self._scores = iter(scores)

    def play_rounds(self, rounds: int, tie: str) -> None:
        """Play for pots. `tie` is what the table agreed on: rollover, extra or again."""
        pots_in_it = 0
        for _ in range(rounds):
            self._everyone_pays()
            pots_in_it += 1
            winner = None
            while winner is None:
                results = self._turns(self.everyone, count=True)
                best = max(points for _, points in results)
                level = [seat for seat, points in results if points == best]
                if best > 0 and len(level) == 1:
                    winner = level[0]
                elif tie == "rollover":
                    break
                elif tie == "extra" and best > 0:
                    winner = self._extra_turns(level)
                else:
                    for seat, points in results:
                        self.totals[seat] -= points
            if winner is not None:
                self.won[winner] += 1
                self.pots_taken[winner] += pots_in_it
                self.chips[winner] += self.pot
                self.pot = pots_in_it = 0
        while self.pot > 0:
            for seat in self.everyone:
                self.chips[seat] += self.ante
                self.pot -= self.ante
        # Pots and not chips, so that it also tells who won when nothing was at stake.
        self.winners = [seat for seat, pots in enumerate(self.pots_taken) if pots == max(self.pots_taken)]

    def play_race(self, target: int, finish: str) -> None:
        """Play to a number of points; `finish` is round or immediate."""
        self._everyone_pays()
        while not self.winners:
            if finish == "immediate":
                for seat in self.everyone:
                    self._turns([seat], count=True)
                    if self.totals[seat] >= target:
                        self.winners = [seat]
                        break
                continue
            self._turns(self.everyone, count=True)
            if max(self.totals) >= target:
                level = [seat for seat in self.everyone if self.totals[seat] == max(self.totals)]
                self.winners = level if len(level) == 1 else [self._extra_turns(level)]
        self.chips[self.winners[0]] += self.pot
        self.pot = 0

    def _everyone_pays(self) -> None:
        for seat in self.everyone:
            self.chips[seat] -= self.ante
            self.pot += self.ante

    def _turns(self, seats: list[int], *, count: bool) -> list[tuple[int, int]]:
        results = []
        for seat in seats:
            points = next(self._scores, None)
            if points is None:
                raise OutOfScores
            self.asked.append(seat)
            results.append((seat, points))
            if count:
                self.totals[seat] += points
        return results

    def _extra_turns(self, level: list[int]) -> int:
        while len(level) > 1:
            results = self._turns(level, count=False)
            best = max(points for _, points in results)
            level = [seat for seat, points in results if points == best]
        return level[0]
