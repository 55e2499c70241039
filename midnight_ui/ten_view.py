"""A turn of 10 000 on the screen: what the dice chosen score, both ways to go on from there, the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

import streamlit as st

from midnight_core.dice import Dice
from midnight_core.rolls import legal_keeps
from midnight_core.ten_thousand import BANK, ROLL, HouseRules, Option, SetAside, set_asides
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_ui import turn_view
from midnight_ui.ranking import ranking as ranking_component
from midnight_ui.ten_aim import MEAN, TURNS, Aim, meaning
from midnight_ui.ten_words import parts_named, points, summed
from midnight_ui.text import decimal, faces, language, ntr, percent, tr, whole

ACTS = (ROLL, BANK)

ACTS_STYLE = """<style>
.st-key-ten_acts { gap: .6rem }
.st-key-ten_acts > * { flex: 1 1 0 !important; min-width: 0 }
.st-key-ten_acts:not(:has(.st-key-bank)) button { animation: late .6s }
</style>"""
"""The buttons of the container ``ten_acts`` stand below the cards of the tray, as wide as they.

A single one also stands where there were two: a double click on the other is not meant for it.
"""

_KEYS = {"w": BANK, "s": BANK}
"""Each is the first letter of the words on the button, in English and in Norwegian."""

_COLUMNS = (
    ("rank", 7, "plain"),
    ("keep", 0, "keep"),
    ("act", 8, "plain"),
    ("value", 3, "value"),
    ("loss", 4, "loss"),
    ("p_bust", 5, "percent"),
    ("mean_turn", 6, "tenths"),
)


def tray_data(game: TenGame, options: tuple[Option, ...], aim: Aim | None) -> dict[str, Any]:
    """Return what the tray needs to know of a turn; the caller adds whose table it is, and what it waits for.

    Parameters
    ----------
    game : TenGame
    options : tuple of Option
        What can be done with the roll; none hide their numbers.
    aim : Aim or None
        None only without options.
    """
    return hand_data(game, options, aim) | {"slots": _slots(game), "over": game.is_over}


class Hand(Protocol):
    """Dice to set aside from, in a turn or alone."""

    @property
    def house(self) -> HouseRules:
        """The house rules."""

    @property
    def roll(self) -> Dice:
        """The dice on the table."""

    @property
    def total(self) -> int:
        """The turn's total before them."""

    @property
    def floor(self) -> int:
        """The fewest points that may be written down."""


def hand_data(game: Hand, options: tuple[Option, ...], aim: Aim | None) -> dict[str, Any]:
    """Return what the tray needs to know of dice, whatever lies beside them; else as for `tray_data`."""
    data: dict[str, Any] = {
        "dice": list(game.roll),
        "wanted": [],
        "bare": not game.roll,
        "keeps": [_numbers(options, option) for option in options] or None,
        "acts": list(ACTS),
        # Until there is a goal, as much room as the numbers will take.
        "tiles": _tiles(TURNS if aim is None else aim.kind),
        "columns": [],
        "value_is": None,
        "notes": notes(game),
        "keys": _KEYS,
        "lang": language(),
        "text": turn_view.tray_text()
        | {
            "nothing_chosen": tr("Choose dice that score."),
            "tray_label": tr("Dice thrown: choose what to set aside"),
            "slots_label": tr("Set aside · {total} points in this turn", total=whole(game.total)),
            "best": tr("Best"),
            "act_roll": tr("Roll on"),
            "act_bank": tr("Write down"),
            "keys_hint": tr("Keys 1–6 choose, Enter rolls, W writes down"),
        },
    }
    if aim is None:
        return data | {"said": [], "goal_unit": "points", "digits": 1, "loss_digits": 1}
    data["text"]["value_alone"] = aim.meaning
    data["said"] = [tile["metric"] for tile in data["tiles"]]
    columns = _COLUMNS[:-1] if aim.kind == MEAN else _COLUMNS
    data["columns"] = [{"name": name, "at": at, "as": manner} for name, at, manner in columns]
    return data | turn_view.numbers_of(aim.unit)


def _tiles(kind: str) -> list[dict[str, str | int]]:
    return [
        {"metric": metric, "name": name, "at": at, "as": manner, "act": act}
        for act in ACTS
        for metric, name, at, manner in _told(act, kind)
    ]


def _told(act: str, kind: str) -> list[tuple[str, str, int, str]]:
    """Return what is told of an option: its mark, its name, its place in a row, and how it is written."""
    value = (f"{act}-value", meaning(kind), 3, "value")
    return [
        (f"{act}-p-bust", tr("Chance of a bust"), 5, "percent"),
        (f"{act}-mean-turn", tr("Points on average"), 6, "tenths"),
        # The average is the value itself when it is the goal.
        *([] if kind == MEAN else [value]),
        (f"{act}-loss", tr("Loss"), 4, "loss"),
    ]


def _slots(game: TenGame) -> list[turn_view.Slot]:
    aside = [face for choice in game.beside for face in choice.dice]
    return turn_view.six_slots([("kept", face, tr("Set aside: {face}", face=face)) for face in aside])


def _numbers(options: tuple[Option, ...], option: Option) -> list[str | float]:
    return [
        turn_view.key_of(option.dice),
        option.action,
        act_name(option),
        option.value,
        option.loss,
        option.p_bust,
        option.mean_turn,
        turn_view.rank_of(options, option),
        _act_short(option),
    ]


def act_name(option: Option) -> str:
    """Return what is done after dice are set aside."""
    if option.action == BANK:
        return tr("Write down {total}", total=whole(option.total))
    return ntr("Roll {count} die", "Roll {count} dice", option.dice_left)


def _act_short(option: Option) -> str:
    if option.action == BANK:
        return tr("Write {total}", total=whole(option.total))
    return tr("Roll {count}", count=option.dice_left)


def notes(game: Hand) -> dict[str, str]:
    """Return for all dice that could be chosen, by their digits, what they score, or which of them do not."""
    if not game.roll:
        return {}
    choices = {choice.dice: choice for choice in set_asides(game.house, game.roll)}
    return {
        turn_view.key_of(dice): _scored(game, choices[dice]) if dice in choices else _unscored(choices, dice)
        for dice in legal_keeps(tuple(sorted(game.roll)))
    }


def is_legal(game: Hand, dice: Dice) -> bool:
    """Say whether these dice, in any order, may be set aside of the roll."""
    return any(choice.dice == tuple(sorted(dice)) for choice in set_asides(game.house, game.roll))


def note(game: Hand, dice: Dice) -> str:
    """Return the same of some dice, nothing for none."""
    return notes(game).get(turn_view.key_of(dice), "")


def _scored(game: Hand, choice: SetAside) -> str:
    total = game.total + choice.points
    named = parts_named(choice)
    said = [
        tr(
            "{parts}: {sum}. The turn stands at {total}.",
            parts=named[0].upper() + named[1:],
            sum=summed(choice),
            total=points(total),
        )
    ]
    if len(choice.dice) == len(game.roll):
        said.append(_hot(game.house))
    if total < game.floor:
        said.append(tr("It takes {floor} in one turn to write down.", floor=whole(game.floor)))
    return " ".join(said)


def _hot(house: HouseRules) -> str:
    if house.must_roll_hot:
        return tr("All six have scored and have to be rolled again.")
    return tr("All six have scored: six fresh dice.")


def _unscored(choices: dict[Dice, SetAside], dice: Dice) -> str:
    """Return which of some dice score nothing: those beyond the most that can be set aside of them."""
    scoring = [each for each in choices if not Counter(each) - Counter(dice)]
    most = max(scoring, key=len) if scoring else ()
    left = Counter(dice) - Counter(most)
    spoken = tr(" and ").join(map(str, sorted(left)))
    return ntr(
        "The {faces} does not score on its own.",
        "The {faces} do not score on their own.",
        len(left),
        faces=spoken,
    )


def ranking(key: str) -> None:
    """Draw every option, best first, following the tray and setting the choice in it."""
    ranking_component(
        _headings()
        | {
            "percentage_points": tr("{n} pp"),
            "caption": tr("Everything you can do, best first"),
            "choose": tr("Choose {keep}"),
        },
        key=key,
    )


def _headings() -> dict[str, str]:
    return {
        "rank": tr("Rank"),
        "keep": tr("Set aside"),
        "act": tr("Then"),
        "loss": tr("Loss"),
        "p_bust": tr("Bust"),
        "mean_turn": tr("Average"),
    }


def plain_overlay(options: tuple[Option, ...], dice: Dice, aim: Aim) -> None:
    """Draw the numbers of both ways to go on with the dice chosen as plain text."""
    for act in ACTS:
        option = option_of(options, dice, act)
        if option is None:
            continue
        numbers = _numbers(options, option)
        written: dict[str, Callable[[Any], str]] = {
            "percent": percent,
            "tenths": lambda number: decimal(number, 1),
            "value": aim.unit.worth,
            "loss": aim.unit.amount,
        }
        st.markdown(f"**{act_name(option)}**")
        turn_view.overlay(
            (metric, name, numbers[at], written[how](numbers[at]))
            for metric, name, at, how in _told(act, aim.kind)
        )


def plain_ranking(options: tuple[Option, ...], aim: Aim) -> None:
    """Draw every option, best first, as a plain table."""
    shown = {
        tr("Rank"): [turn_view.rank_of(options, option) for option in options],
        tr("Set aside"): [faces(option.dice) for option in options],
        tr("Then"): [act_name(option) for option in options],
        aim.meaning: [aim.unit.worth(option.value) for option in options],
        tr("Loss"): [aim.unit.amount(option.loss) for option in options],
        tr("Bust"): [percent(option.p_bust) for option in options],
    }
    if aim.kind != MEAN:
        shown[tr("Average")] = [decimal(option.mean_turn, 1) for option in options]
    st.dataframe(shown, hide_index=True, height=320)


def option_of(options: tuple[Option, ...], dice: Dice, act: str) -> Option | None:
    """Return the option with these dice, in any order, and what is done then; None when there is none."""
    wanted = tuple(sorted(dice)), act
    return next((option for option in options if (option.dice, option.action) == wanted), None)
