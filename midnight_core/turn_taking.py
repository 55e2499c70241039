"""What matches of either game have in common: seats that take turns, a referee, and one text for it all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, Self

from midnight_core.dice import is_whole
from midnight_core.errors import InputError, named
from midnight_core.sheet import Seats


class Sheet(Protocol):
    """What a referee's sheet of either game says."""

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""

    @property
    def winners(self) -> Seats:
        """Who has won."""

    @property
    def mover(self) -> int | None:
        """The seat whose turn it is."""

    @property
    def order(self) -> Seats:
        """The seats from the one that begins, clockwise."""


@dataclass(frozen=True)
class TurnTaking:
    """A match as played so far. Every move returns a new one; `code` is all of it as text.

    A game's own match says what stands on its sheet, what a finished turn does to it, and how a turn begins.

    Parameters
    ----------
    setup : object
        What is agreed before a match: its seats, and its own code.
    turns : tuple
        The finished turns, in order, each with the sheet after it.
    game : object or None
        The mover's turn; None when the match is over.
    """

    setup: Any
    turns: tuple[Any, ...] = ()
    game: Any = None

    longest: ClassVar[int]
    """Characters that a code has at the most."""

    @property
    def standing(self) -> Sheet:
        """The sheet after the finished turns."""
        raise NotImplementedError

    def _finished(self, game: Any) -> Any:
        """Return a turn that is over as a finished one."""
        raise NotImplementedError

    def _noted(self, score: int) -> Any:
        """Return a finished turn of which only the score was noted."""
        raise NotImplementedError

    # ---------------------------------------------------------------------------------------- as text

    @property
    def code(self) -> str:
        """The match as text."""
        moves = "".join(turn.moves for turn in self.turns) + (self.game.moves if self.game else "")
        return f"{self.setup.code}.{moves}" if moves else str(self.setup.code)

    # -------------------------------------------------------------------------------------- its state

    @property
    def is_over(self) -> bool:
        """Whether the match is won."""
        return self.standing.is_over

    @property
    def winners(self) -> Seats:
        """Who won, in the order of the seats; nobody yet while the match goes on."""
        return self.standing.winners

    @property
    def mover(self) -> int | None:
        """The seat whose turn it is; None when the match is over."""
        return self.standing.mover

    @property
    def kind(self) -> str | None:
        """Who moves: "person" or a bot; None when the match is over."""
        return None if self.mover is None else str(self.setup.seats[self.mover])

    @property
    def order(self) -> Seats:
        """The seats from the one that begins, clockwise."""
        return self.standing.order

    # -------------------------------------------------------------------------------------- its moves

    def throw(self) -> Self:
        """Return the match after the seed throws the mover's dice.

        Raises
        ------
        InputError
            If no roll is due, or the match is over or too long.
        """
        return self._with(self._open_game().throw())

    def enter(self, dice: Iterable[int]) -> Self:
        """Return the match after somebody entered what the mover's real dice show.

        Raises
        ------
        InputError
            If no roll is due, the dice are not a roll of those left, or the match is over or too long.
        """
        return self._with(self._open_game().enter(dice))

    def keep(self, mask: int) -> Self:
        """Return the match after the mover set aside the dice that a bit mask picks.

        Raises
        ------
        InputError
            If there is no roll, the mask picks nothing or dice that cannot be set aside, or the match is over
            or too long.
        """
        return self._with(self._open_game().keep(mask))

    def note(self, score: int) -> Self:
        """Return the match after somebody noted what the mover's turn with real dice came to.

        Raises
        ------
        InputError
            If the turn has begun, no turn comes to that, or the match is over or too long.
        """
        return self._turned(self._noted(score))

    def restarted(self) -> Self:
        """Return the match before its first move; the same seed, so the same dice."""
        return type(self)(self.setup)

    def after(self, turns: int) -> Self:
        """Return the match as it stood after so many finished turns.

        Raises
        ------
        InputError
            If it has not had so many.
        """
        if not is_whole(turns) or not 0 <= turns <= len(self.turns):
            raise InputError(
                "The number of finished turns is 0 to {most}, not {turns}.",
                most=len(self.turns),
                turns=named(turns),
            )
        return type(self)(self.setup, self.turns[:turns])

    def _open_game(self) -> Any:
        if self.game is None:
            raise InputError("The match is over.")
        return self.game

    def _with(self, game: Any) -> Self:
        if game.is_over:
            return self._turned(self._finished(game))
        return self._short_enough(replace(self, game=game))

    def _turned(self, turn: Any) -> Self:
        return self._short_enough(type(self)(self.setup, (*self.turns, turn)))

    def _short_enough(self, match: Self) -> Self:
        if len(match.code) > self.longest:
            raise InputError(
                "This match has grown too long for its link: a code has at most {most} characters.",
                most=self.longest,
            )
        return match
