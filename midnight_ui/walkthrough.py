"""Two ways to play the same opening roll, to step through: the worked examples of the rules.

The dice are recorded for the standard game; other rules get the same luck, with the faces that they swap
for a 1 and a 4. All that is said of a keep is computed from the dice.
"""

from __future__ import annotations

from html import escape

import streamlit as st

from midnight_core import FACES, Goal, Rules, claims, goals, score
from midnight_core.claims import swapped
from midnight_core.dice import DICE, Dice
from midnight_core.gamecode import Position, Step, TurnGame, mask_of
from midnight_core.review import Decision, review
from midnight_core.turns import Turn
from midnight_ui import address, stepper, turn_view
from midnight_ui.dice_svg import dice_svg, qualifier_places
from midnight_ui.text import added, decimal, faces, listed, ntr, percent, tr
from midnight_ui.why import amount

CAREFUL, GREEDY = "careful", "greedy"

_RECORDED = {CAREFUL: claims.CAREFUL, GREEDY: claims.GREEDY}
"""Line -> roll and keep, in the order of the turn, as both rule texts tell them."""

_SEED = 1
_GOAL: Goal = goals.mean_score()


def opening(rules: Rules) -> Dice:
    """Return the roll that both lines start from."""
    first, _ = claims.CAREFUL[0]
    return swapped(rules, first)


def played(rules: Rules, line: str, steps: int | None = None) -> TurnGame:
    """Return a line as a turn: all of it, or only its first steps."""
    game = TurnGame(rules, _SEED)
    for recorded, kept in _RECORDED[line][:steps]:
        roll = swapped(rules, recorded)
        game = game.enter(roll).keep(mask_of(roll, swapped(rules, kept)))
    return game


@st.fragment
def walkthrough(rules: Rules) -> None:
    """Draw the choice of line, the buttons, and the step that they lead to."""
    line = address.segments(
        "line",
        tr("Who plays?"),
        (CAREFUL, GREEDY),
        _players().__getitem__,
        on_change=lambda _: stepper.go(0),
    )
    game = played(rules, line)
    last = len(game.steps)
    step = stepper.chosen(last)
    with st.container(border=True):
        result, roll = tr("**The result**"), tr("**Roll {number} of {rolls}**", number=step + 1, rolls=last)
        stepper.buttons(step, last, result if step == last else roll)
        if step < last:
            _draw_step(rules, line, game, step)
        else:
            _draw_end(rules, game)


def _players() -> dict[str, str]:
    return {CAREFUL: tr("The careful player"), GREEDY: tr("The greedy player")}


def in_words(rules: Rules) -> str:
    """Return both lines as Markdown, to be read instead of stepped through."""
    roll = tr("Both begin with {roll}.", roll=faces(opening(rules)))
    lines = (_line_in_words(rules, line, player) for line, player in _players().items())
    return "\n\n".join((roll, *lines, _where_they_parted(rules)))


def _line_in_words(rules: Rules, line: str, player: str) -> str:
    game = played(rules, line)
    steps = [
        f"{number}. {_thrown_and_kept(step)} {_judged(line, number - 1, decision)}"
        for number, (step, decision) in enumerate(
            zip(game.steps, review(game, _GOAL).decisions, strict=True), 1
        )
    ]
    end = [tr("In the end: {total}.", total=total(rules, game.kept))]
    if game.turn.missing:
        end.append(_missed_by_one_die(game))
    return "\n".join((f"**{player}**\n", *steps, "", *end))


def _draw_step(rules: Rules, line: str, game: TurnGame, step: int) -> None:
    before = played(rules, line, step)
    judged = review(game, _GOAL).decisions[step]
    st.html(_thrown(game.steps[step]) + _set_aside(played(rules, line, step + 1)))
    st.markdown(_judged(line, step, judged))
    with st.container(horizontal=True):
        _what_if_link(Position(rules, before.kept, judged.roll))
        _play_link(before.enter(judged.roll), tr("Take over in Play a turn"))


def _draw_end(rules: Rules, game: TurnGame) -> None:
    st.html(_finished(game))
    turn_view.worked_out(game.turn)
    if game.turn.missing:
        st.markdown(_missed_by_one_die(game))
    st.markdown(_where_they_parted(rules))
    _play_link(game, tr("Open this turn in Play a turn"))


def _what_if_link(position: Position) -> None:
    st.page_link(
        "pages/explore/what_if.py",
        label=tr("Open this roll in What if"),
        icon=":material/fork_right:",
        query_params={"position": position.code},
    )


def _play_link(game: TurnGame, label: str) -> None:
    st.page_link(
        "pages/play/turn.py", label=label, icon=":material/casino:", query_params={"turn": game.code}
    )


# ------------------------------------------------------------------------------------------------- pictures

_ROW = "display:flex;flex-wrap:wrap;align-items:flex-end;gap:.4rem;padding:.35rem 0 .6rem"
_CAPTION = "font-size:.875rem"


def _thrown(step: Step) -> str:
    """Return a roll as HTML: the dice kept are raised and underlined, the others pale."""
    drawn = "".join(_thrown_die(face, bool(step.mask >> bit & 1)) for bit, face in enumerate(step.roll))
    return _row(tr("Thrown; the underlined dice are kept"), _thrown_and_kept(step), drawn)


def _thrown_die(face: int, is_kept: bool) -> str:
    style = "border-bottom:4px solid currentColor" if is_kept else "opacity:.5"
    return f'<span style="display:inline-block;padding-bottom:5px;{style}">{dice_svg([face], size=40)}</span>'


def _set_aside(game: TurnGame) -> str:
    """Return the six places for kept dice as HTML: qualifiers ringed, a missing one named in its place."""
    turn = game.turn
    places = qualifier_places(game.rules.required, game.kept)
    kept = "".join(
        dice_svg([face], size=36, ringed=[0] if place in places else ())
        for place, face in enumerate(game.kept)
    )
    empty = [*map(str, turn.missing), *[""] * DICE][: turn.dice_left]
    if turn.missing:
        caption = tr("Set aside so far, still without {missing}", missing=listed(turn.missing))
    else:
        caption = tr("Set aside so far; both qualifiers are in")
    return _row(caption, f"{caption}: {faces(game.kept)}", kept + "".join(map(_place, empty)))


def _finished(game: TurnGame) -> str:
    """Return six kept dice as HTML, the qualifiers first and ringed."""
    places = qualifier_places(game.rules.required, game.kept)
    others = [face for place, face in enumerate(game.kept) if place not in places]
    dice = [*sorted(game.kept[place] for place in places), *sorted(others, reverse=True)]
    return dice_svg(dice, size=44, ringed=range(len(places)))


def _place(missing: str) -> str:
    line = (
        "2px dashed currentColor"
        if missing
        else "1.5px dashed color-mix(in srgb,currentColor 45%,transparent)"
    )
    return (
        f'<span style="display:inline-grid;place-items:center;box-sizing:border-box;width:33px;height:33px;'
        f'margin:1.5px;border:{line};border-radius:8px;font-weight:600">{missing}</span>'
    )


def _row(caption: str, label: str, drawn: str) -> str:
    return (
        f'<div style="{_CAPTION}">{escape(caption)}</div>'
        f'<div role="img" aria-label="{escape(label)}" style="{_ROW}">{drawn}</div>'
    )


# ---------------------------------------------------------------------------------------------------- words


def _thrown_and_kept(step: Step) -> str:
    return tr("Thrown: {roll}. Kept: {keep}.", roll=faces(step.roll), keep=faces(step.kept))


def _judged(line: str, step: int, judged: Decision) -> str:
    """Return what the player thinks at a step, what that is worth, and whether it is best."""
    after = judged.turn.keep(judged.kept.keep)
    return f"{_told(line, step, judged, after)} {_worth(judged, after)} {_verdict(judged)}"


def _told(line: str, step: int, judged: Decision, after: Turn) -> str:
    """Return what the player thinks at a step."""
    first, second = after.rules.required
    values = {
        "first": first,
        "second": second,
        "high": FACES,
        "keep": faces(judged.kept.keep),
        "left": after.dice_left,
        "points": after.points,
        "mean": decimal((1 + FACES) / 2, 1),
    }
    return (_careful if line == CAREFUL else _greedy)(values)[step]


def _careful(values: dict[str, object]) -> tuple[str, ...]:
    return (
        tr(
            "Only the {second} stays, since the turn cannot score without it. Even the {high}s go back in: "
            "that makes {left} dice to search for the {first}.",
            **values,
        ),
        tr("There is the {first}. It is set aside alone, and {left} dice remain to make points.", **values),
        tr("Nothing beats a {high}, so both stay. The low dice go back in.", **values),
        tr(
            "Both dice show more than the {mean} that a die thrown again shows on average, so both stay.",
            **values,
        ),
    )


def _greedy(values: dict[str, object]) -> tuple[str, ...]:
    return (
        tr(
            "The {second} stays, and both {high}s with it: {points} points already, but only {left} dice to "
            "search for the {first}.",
            **values,
        ),
        tr("No {first}. Something has to stay, and that is the {keep}; {left} dice go back in.", **values),
        tr("Again no {first}. The {keep} is too good to let go, so all hangs on the last die.", **values),
        tr("The last die had to show a {first}. It shows a {keep}, and it has to be kept.", **values),
    )


def _worth(judged: Decision, after: Turn) -> str:
    """Return what the keep is worth when the rest is played as well as possible."""
    if after.is_over:
        return tr("The turn is over.")
    mean = decimal(judged.kept.mean_score)
    if not after.missing:
        return tr("The turn is sure to score, **{mean}** points on average from here.", mean=mean)
    return tr(
        "From here the turn qualifies with a chance of **{chance}** and averages **{mean}** points.",
        chance=percent(judged.kept.p_qualify),
        mean=mean,
    )


def _verdict(judged: Decision) -> str:
    if judged.is_forced:
        return tr("There was nothing to choose.")
    if not judged.kept.loss:
        return tr("No other keep of this roll is better.")
    return tr(
        "Keeping **{best}** would have been better by {loss}.",
        best=faces(judged.best.keep),
        loss=amount(judged.kept.loss, _GOAL),
    )


def _missed_by_one_die(game: TurnGame) -> str:
    """Return what the turn would have scored, had its last die been the missing qualifier."""
    (missing,) = game.turn.missing
    wanted = (*game.kept[:-1], missing)
    return tr(
        "Had the last die shown a {missing}, which is one chance in {faces}, the same turn would have scored "
        "{sum} = **{score}**.",
        missing=missing,
        faces=FACES,
        sum=sum_of_points(game.rules, wanted),
        score=score(game.rules, wanted),
    )


def _where_they_parted(rules: Rules) -> str:
    careful, greedy = (review(played(rules, line, 1), _GOAL).decisions[0].kept for line in (CAREFUL, GREEDY))
    return tr(
        "The two lines part at the first roll. On average, keeping **{careful}** leads to {careful_mean} "
        "points and keeping **{greedy}** to {greedy_mean}. The dice that followed could have fallen either "
        "way; the difference of {gap} was the players’ own doing.",
        careful=faces(careful.keep),
        careful_mean=decimal(careful.mean_score),
        greedy=faces(greedy.keep),
        greedy_mean=decimal(greedy.mean_score),
        gap=amount(abs(careful.mean_score - greedy.mean_score), _GOAL),
    )


def sum_of_points(rules: Rules, dice: Dice) -> str:
    """Return the dice that give points as a sum, the highest first, for example ``6 + 5 + 5 + 3``."""
    places = qualifier_places(rules.required, dice)
    others = [face for place, face in enumerate(dice) if place not in places]
    return added(sorted(others, reverse=True))


def total(rules: Rules, dice: Dice) -> str:
    """Return the score of finished dice with the sum that makes it."""
    points = score(rules, dice)
    counted = ntr("{count} point", "{count} points", points)
    return f"{sum_of_points(rules, dice)} = {counted}" if points else counted
