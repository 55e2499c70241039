"""The look back on a match of Midnight: every keep judged by what it was worth for winning."""

from __future__ import annotations

import streamlit as st

from midnight_core import match_review
from midnight_core.match import Match
from midnight_core.match_review import Costly
from midnight_core.outlook import outlook
from midnight_core.review import Review
from midnight_core.sheet import Rounds
from midnight_ui import bands, match_review_parts, match_view, match_words, review_parts, units
from midnight_ui.match_words import Names
from midnight_ui.navigation import WHAT_IF
from midnight_ui.review_view import luck_in_words
from midnight_ui.text import escaped, faces, ntr, tr


def look_back(match: Match, names: Names) -> None:
    """Draw it when the match is over, or when it is opened."""
    place = match_review_parts.place(match)
    if place is None:
        return
    with place:
        turns = match_review.look_back(match)
        match_review_parts.draw(
            turns,
            names,
            unit_of=units.of_match,
            heading=lambda costly: _heading(match, names, costly),
            explained=lambda costly: _explained(match, costly),
        )
        st.caption("  \n".join([_judged_by(match), match_review_parts.notes(match)]))
        st.caption(bands.scale(turns[0].review.goal))


def _heading(match: Match, names: Names, costly: Costly[Review]) -> str:
    decision = costly.decision
    goal = costly.turn.review.goal
    return tr(
        "{name}, round {round}. Roll {roll}, kept {kept}, best {best}: {verdict}",
        name=escaped(names[costly.turn.seat]),
        round=match.after(costly.turn.number).round,
        roll=faces(sorted(decision.roll)),
        kept=faces(decision.kept.keep),
        best=faces(decision.best.keep),
        verdict=review_parts.verdict(
            decision.band, float(decision.loss), units.of(goal), is_forced=decision.is_forced
        ),
    )


def _explained(match: Match, costly: Costly[Review]) -> None:
    decision, before = costly.decision, match.after(costly.turn.number)
    ahead = outlook(before)
    assert ahead is not None
    said = [luck_in_words(decision, ahead.goal), match_words.judged(ahead, decision.best, decision.kept)]
    if costly.turn.unit == match_review.CHIPS:
        loss = units.of_match(costly.turn.unit).amount(float(costly.loss))
        said.append(
            ntr(
                "In a pot of {count} chip that is {loss}.",
                "In a pot of {count} chips that is {loss}.",
                costly.turn.stake,
                loss=loss,
            )
        )
    st.markdown("\n\n".join(said))
    st.page_link(
        WHAT_IF,
        label=tr("Open in What if"),
        icon=":material/fork_right:",
        query_params=match_view.what_if(before, decision.turn, decision.roll, decision.kept.keep),
    )


def _judged_by(match: Match) -> str:
    """Return what keeps are judged by, and how exact that is."""
    start = match.after(0)
    ahead = outlook(start)
    assert ahead is not None
    said = [
        tr("Each keep is judged as the coach does, by what it was worth for winning when it was made."),
        match_words.model(start, ahead),
    ]
    if isinstance(match.setup.form, Rounds) and not match.setup.ante:
        said.append(tr("There was no stake; chips are counted as if it were 1."))
    return " ".join(said)
