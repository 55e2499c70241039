"""The look back on a match of 10 000: every decision judged by what the coach goes by at that point."""

from __future__ import annotations

import streamlit as st

from midnight_core.match_review import Costly
from midnight_core.ten_thousand import TurnSolution
from midnight_core.ten_thousand import match_review as ten_match_review
from midnight_core.ten_thousand.match import Match
from midnight_core.ten_thousand.review import Measure, Review
from midnight_ui import (
    bands,
    match_review_parts,
    review_parts,
    ten_aim,
    ten_match_words,
    ten_races,
    ten_solving,
    units,
)
from midnight_ui.match_words import Names
from midnight_ui.ten_aim import Aim
from midnight_ui.ten_review import luck_in_words
from midnight_ui.ten_why import named, why
from midnight_ui.text import escaped, faces, tr


def look_back(match: Match, names: Names, kind: str) -> None:
    """Draw it when the match is over, or when it is opened.

    Parameters
    ----------
    match : Match
    names : tuple of str
        As typed.
    kind : {"mean", "turns", "win"}
        The goal that is picked.
    """
    place = match_review_parts.place(match)
    if place is None:
        return
    with place:
        with st.spinner(tr("Looking back on every turn")):
            aims = _aims(match, kind)
        if aims is None:
            if ten_aim.unsolved(kind, match) is None:
                # Nothing else on the page waits for it: the last round is solved by itself.
                ten_solving.at_hand(ten_races.TURNS, (match.setup.house,), key="ten_look_back")
            st.markdown(tr("It comes as soon as the fewest turns are worked out."))
            return

        def judged_by(before: Match) -> tuple[TurnSolution, Measure]:
            aim = aims[len(before.turns)]
            return aim.solution, aim.measure

        turns = ten_match_review.look_back(match, judged_by)
        match_review_parts.draw(
            turns,
            names,
            unit_of=lambda unit: units.of_ten(Measure(unit)),
            heading=lambda costly: _heading(match, names, costly),
            explained=lambda costly: _explained(costly, aims[costly.turn.number].solution),
        )
        first = turns[0].number
        said = [
            tr("Each decision is judged by the goal in the settings, as it stood when it was made."),
            ten_match_words.model(match.after(first), aims[first], kind),
        ]
        st.caption(f"{' '.join(filter(None, said))}  \n{match_review_parts.notes(match)}")
        for measure in dict.fromkeys(turn.review.measure for turn in turns):
            st.caption(bands.scale_ten(measure))


def _aims(match: Match, kind: str) -> dict[int, Aim] | None:
    """Return the goal of every turn whose dice are known; None while one of them is still being solved."""
    aims = {}
    for number, turn in enumerate(match.turns):
        if turn.game is not None:
            aim = ten_aim.of_match(kind, match.after(number))
            if aim is None:
                return None
            aims[number] = aim
    return aims


def _heading(match: Match, names: Names, costly: Costly[Review]) -> str:
    decision = costly.decision
    game = match.turns[costly.turn.number].game
    assert game is not None
    return tr(
        "{name}, turn {turn}. Roll {roll}, {chosen}; best {best}: {verdict}",
        name=escaped(names[costly.turn.seat]),
        turn=game.number,
        roll=faces(sorted(decision.roll)),
        chosen=named(decision.chosen),
        best=named(decision.best),
        verdict=review_parts.verdict(
            decision.band,
            decision.loss,
            units.of_ten(costly.turn.review.measure),
            is_forced=decision.is_forced,
        ),
    )


def _explained(costly: Costly[Review], solution: TurnSolution) -> None:
    decision, measure = costly.decision, costly.turn.review.measure
    chosen = decision.chosen
    st.markdown(luck_in_words(decision, units.of_ten(measure)))
    st.markdown(why(solution, measure, decision.total, decision.roll, chosen.dice, chosen.action))
