"""Play a match: two to eight around one screen, people and bots, with what each keep is worth for winning."""

from dataclasses import dataclass
from time import monotonic

import streamlit as st

from midnight_core import MAX_SCORE, MIN_SCORE, Option, goals, solve
from midnight_core.bots import is_bots_turn
from midnight_core.gamecode import picked
from midnight_core.match import PERSON, Match
from midnight_core.outlook import FloatArray, Outlook, expected_chips, outlook, timeline, unsolved_race
from midnight_core.sheet import Rounds
from midnight_ui import (
    address,
    board,
    charts,
    match_review,
    match_setup,
    match_table,
    match_view,
    match_words,
    seating,
    turn_view,
)
from midnight_ui.background import FailedError, share_done
from midnight_ui.controls import pick_controls
from midnight_ui.copy_link import title_with_link
from midnight_ui.follower import follower
from midnight_ui.goal_picker import DEFAULT_TARGET, Picked
from midnight_ui.match_table import APP, DEALER, KEEPER, OWN, SCORES, STEPS, MatchTable
from midnight_ui.navigation import LATE_BUTTON, RULES, WHAT_IF
from midnight_ui.text import escaped, sentence, tr

ALWAYS, ASK, OFF = "always", "ask", "off"
ASKED, BOT_MOVED = "match_asked", "match_bot_moved"

TICK = 1.1
"""Seconds between two moves of a bot that plays throw by throw."""

LOOK = 0.5
"""Seconds between two looks at work that is done in the background."""


@dataclass(frozen=True)
class Settings:
    """How the match is shown."""

    coach: str
    dice: str
    is_plain: bool


@dataclass(frozen=True)
class View:
    """What there is to say of the match as it stands; no options when nothing is to be told of them."""

    names: tuple[str, ...]
    meaning: str
    ahead: Outlook | None
    goal: Picked | None
    options: tuple[Option, ...]


def settings() -> Settings:
    with st.popover(tr("Settings"), icon=":material/tune:"):
        dice = pick_dice() if match_table.is_on() else dice_picked()
        coach = address.segments(
            "coach",
            tr("Coach"),
            (ALWAYS, ASK, OFF),
            {ALWAYS: tr("Always"), ASK: tr("When asked"), OFF: tr("Off")}.__getitem__,
            # At a table with real dice nobody has asked yet.
            default=ALWAYS if dice == APP else ASK,
        )
        match_table.pick_pace()
        is_plain = pick_controls()
        if match_table.is_on():
            st.button(tr("New match"), key="put_away", icon=":material/add:", on_click=match_table.put_away)
    return Settings(coach, dice, is_plain)


def dice_picked() -> str:
    return address.choice("throws", (APP, OWN, SCORES), APP)


def pick_dice() -> str:
    dice = address.segments(
        "throws",
        tr("Dice"),
        (APP, OWN, SCORES),
        {APP: tr("The app throws"), OWN: tr("Our own dice"), SCORES: tr("Our own, only scores")}.__getitem__,
    )
    DEALER.use_own_dice(dice != APP)
    return dice


def play(shown: Settings, ticks: bool) -> None:
    """Draw all that a move changes, in one piece; with `ticks`, make a bot's next move first."""
    if ticks and monotonic() - st.session_state.get(BOT_MOVED, 0.0) > TICK / 2:
        match_table.bot_moves()
        st.session_state[BOT_MOVED] = monotonic()
    now = KEEPER.draw(DEALER.tray)
    if not match_table.is_on() or is_ticking(now.play) != ticks or unsolved_race(now.play) is not None:
        st.session_state[BOT_MOVED] = monotonic()
        st.rerun()
    KEEPER.say()
    view = seen(now, shown)
    left, right = st.columns([6, 5], gap="medium")
    with left:
        if view.ahead is None:
            the_end(now, shown, view)
        else:
            turn(now, shown, view, view.ahead)
    with right:
        match_view.standings(now.play, view.names, equity_now(now, view, shown), view.meaning)
        if view.ahead is not None and (shown.coach == ALWAYS or view.options):
            st.caption(match_words.model(now.play, view.ahead))
        if view.options and not shown.is_plain:
            turn_view.ranking("match_ranking")
    match_view.sheet(now.play, view.names)
    if shown.coach == ALWAYS and now.play.turns:
        over_the_match(now.play, view)
    follower(now.table, now.mask(DEALER.tray), key="match_follower", on_behind=KEEPER.lost)
    match_review.look_back(now.play, view.names)


def over_the_match(match: Match, view: View) -> None:
    """Draw what everybody could expect after each turn: of a round or a race, or of all rounds together."""
    in_chips, of_round = "chips", "round"
    shown = of_round
    if isinstance(match.setup.form, Rounds) and match.setup.ante:
        shown = address.segments(
            "line",
            tr("Over the match"),
            (in_chips, of_round),
            {in_chips: match_view.in_chips(), of_round: view.meaning}.__getitem__,
        )
    if shown == in_chips:
        lines, meaning = expected_chips(match), match_view.in_chips()
    else:
        lines, meaning = timeline(match), view.meaning
    figure, alt = match_view.prospects(match, view.names, lines, meaning)
    charts.show(figure, key="match_chances", alt=alt)


def seen(now: MatchTable, shown: Settings) -> View:
    match = now.play
    names, ahead = seating.names(match.setup.seats), outlook(match)
    if ahead is None or match.game is None:
        return View(names, match_words.meaning(match), None, None, ())
    goal = match_words.goal(match, ahead)
    is_told = shown.coach == ALWAYS or (shown.coach == ASK and st.session_state.get(ASKED) == now.code)
    options: tuple[Option, ...] = ()
    if is_told and shown.dice != SCORES and match.game.roll and not is_bots_turn(match):
        options = solve(match.setup.rules, ahead.goal).options(match.game.turn, match.game.roll)
    return View(names, match_words.meaning(match), ahead, goal, options)


def is_ticking(match: Match) -> bool:
    """Say whether a bot is to play at a pace to watch."""
    return is_bots_turn(match) and match_table.pace() == STEPS


def equity_now(now: MatchTable, view: View, shown: Settings) -> FloatArray | None:
    """Return what everybody may expect: before the roll, or by the keep that is chosen, else the best."""
    if view.ahead is None or shown.coach != ALWAYS:
        return None
    if not view.options or now.hand is None:
        return view.ahead.equity
    chosen = turn_view.option_of(view.options, picked(now.hand.roll, now.mask(DEALER.tray)))
    equity: FloatArray = (chosen or view.options[0]).distribution @ view.ahead.by_score
    return equity


def turn(now: MatchTable, shown: Settings, view: View, ahead: Outlook) -> None:
    match, hand = now.play, now.hand
    assert hand is not None
    assert view.goal is not None
    st.header(match_words.heading(match, view.names))
    st.markdown(match_words.situation(match, view.names))
    is_scored = shown.dice == SCORES and not is_bots_turn(match)
    if is_scored:
        note_score(match)
    else:
        dice(now, shown, view, view.goal)
    error, own = st.empty(), st.empty()
    if now.error is not None:
        error.error(sentence(now.error))
    if board.is_own_roll(now) and not is_bots_turn(match) and not is_scored:
        with own.container():
            board.own_roll(DEALER, now, hand)
    buttons(now, shown, view)
    if not match.turns and not hand.steps:
        st.markdown(match_words.who_begins(match, view.names))
        st.page_link(RULES, label=tr("Rules"), icon=":material/menu_book:")
    elif not hand.steps:
        st.markdown("  \n".join(match_words.last_turns(match, view.names)))
    elif is_bots_turn(match):
        st.markdown(match_words.so_far(match, view.names))
    if view.options:
        advise(now, view, ahead)


def dice(now: MatchTable, shown: Settings, view: View, goal: Picked) -> None:
    match, hand = now.play, now.hand
    assert hand is not None
    waiting, may_choose = waiting_for(now, view.names), not is_bots_turn(match)
    drawn = board.Hand(hand, view.options, goal, waiting, may_choose)
    if shown.is_plain:
        board.plain_tray(DEALER, now, drawn)
    else:
        hidden = why_hidden(match, shown)
        is_bare = is_bots_turn(match) or not hand.roll
        board.rich_tray(DEALER, now, drawn, hidden=hidden, is_bare=is_bare, can_be_lost=True)


def waiting_for(now: MatchTable, names: tuple[str, ...]) -> str:
    match = now.play
    assert match.mover is not None
    name = names[match.mover]
    if is_bots_turn(match):
        return tr("{name} throws.", name=name)
    if now.own_dice:
        return tr("{name}: enter what your dice show.", name=name)
    return tr("{name}: roll the dice.", name=name)


def why_hidden(match: Match, shown: Settings) -> str:
    if is_bots_turn(match):
        return tr("A bot is playing.")
    if shown.coach == ASK:
        return tr("Ask the coach what each keep is worth.")
    return tr("The coach is off.")


def buttons(now: MatchTable, shown: Settings, view: View) -> None:
    match, hand = now.play, now.hand
    assert hand is not None
    is_bots = is_bots_turn(match)
    with st.container(horizontal=True, gap="small"):
        if is_bots:
            people = match.setup.seats.count(PERSON)
            label = tr("Skip to my turn") if people == 1 else tr("Skip to the next person")
            st.button(label, key="hurry", type="primary", on_click=match_table.hurry)
        elif shown.dice != SCORES:
            act = DEALER.enter_typed if board.is_own_roll(now) else DEALER.act
            st.button(board.main_label(DEALER, now, hand), key="act", type="primary", on_click=act)
        can_undo = match_table.can_undo(match)
        st.button(tr("Undo"), key="undo", icon=":material/undo:", on_click=DEALER.undo, disabled=not can_undo)
        if shown.coach == ASK and not is_bots and shown.dice != SCORES:
            st.button(
                tr("Ask the coach"),
                key="ask",
                icon=":material/school:",
                on_click=ask,
                args=(now.code,),
                disabled=not hand.roll or bool(view.options),
            )
        if shown.dice == OWN and not is_bots:
            label = tr("Only the score of {name}", name=escaped(view.names[hand.player]))
            # Another key is another popover, which is closed.
            with st.popover(label, icon=":material/edit_note:", key=f"only_score_{len(match.turns)}"):
                note_score(match)


def ask(code: str) -> None:
    st.session_state[ASKED] = code


def note_score(match: Match) -> None:
    """Draw a button for every score; they are others at each turn, so that a double press notes but once."""
    turns = len(match.turns)
    st.caption(tr("What the turn scored; 0 without both qualifiers."))
    with st.container(horizontal=True, gap="xsmall", key=f"{LATE_BUTTON}_scores_{turns}"):
        for score in (0, *range(MIN_SCORE, MAX_SCORE + 1)):
            key = f"score {score} after {turns}"
            st.button(str(score), key=key, on_click=match_table.note, args=(score, turns), width=48)


def advise(now: MatchTable, view: View, ahead: Outlook) -> None:
    hand = now.hand
    assert hand is not None
    assert view.goal is not None
    average = solve(hand.rules, goals.mean_score()).best_keep(hand.turn, hand.roll)
    for_average = turn_view.option_of(view.options, average)
    assert for_average is not None
    st.markdown(match_words.advice(ahead, view.options, for_average, view.goal))
    chosen = picked(hand.roll, now.mask(DEALER.tray))
    st.page_link(
        WHAT_IF,
        label=tr("Try other keeps in What if"),
        icon=":material/fork_right:",
        query_params=match_view.what_if(now.play, hand.turn, hand.roll, chosen),
    )


def the_end(now: MatchTable, shown: Settings, view: View) -> None:
    st.header(match_words.winner(now.play, view.names))
    st.markdown(match_words.agreed(now.play))
    last = now.play.turns[-1].game
    if last is not None and not shown.is_plain:
        # Whoever ended the match by keys has the focus in the tray.
        goal = Picked(goals.mean_score(), DEFAULT_TARGET, view.meaning, view.meaning)
        drawn = board.Hand(last, (), goal, tr("{score} points", score=last.turn.score))
        board.rich_tray(DEALER, now, drawn, hidden="", is_bare=True, can_be_lost=True)
    st.markdown("  \n".join(match_words.last_turns(now.play, view.names)))
    if now.error is not None:
        st.error(sentence(now.error))
    with st.container(horizontal=True, gap="small"):
        st.button(tr("Play again"), key=LATE_BUTTON, type="primary", on_click=match_table.play_again)
        st.button(tr("Undo"), key="undo", icon=":material/undo:", on_click=DEALER.undo)
        # The one of the settings stays: they are not drawn anew when a move ends the match.
        st.button(tr("New match"), key="new_match", icon=":material/add:", on_click=match_table.put_away)


def wait() -> None:
    """Show how far a race is solved that the match cannot do without, and go on when it is."""
    race = unsolved_race(KEEPER.current().play)
    if race is None:
        st.rerun()
    else:
        try:
            st.progress(share_done(*race), tr("Solving this race exactly"))
        except FailedError:
            st.error(tr("This could not be worked out."))


title_with_link(tr("Play a match"))
if match_table.to_top():
    # The set-up is longer than a phone, and the next page would be seen from its middle.
    script = "document.querySelector('[data-testid=stMain]').scrollTo(0, 0)"
    st.html(f"<script>{script}</script>", unsafe_allow_javascript=True)
if address.is_back_or_forward() and KEEPER.parameter not in st.query_params:
    match_table.put_away()
KEEPER.open_from_address()
shown = settings()
if match_table.is_on() and unsolved_race(KEEPER.current().play) is not None:
    KEEPER.say()
    st.fragment(wait, run_every=LOOK)()
elif match_table.is_on():
    match_table.let_bots_go_on()
    with st.spinner(tr("Solving this round exactly")):
        outlook(KEEPER.current().play)
    ticks = is_ticking(KEEPER.current().play)
    st.fragment(play, run_every=TICK if ticks else None)(shown, ticks)
else:
    if (error := KEEPER.current().error) is not None:
        st.error(sentence(error))
    if KEEPER.parameter in st.query_params:
        # A code that could not be read would be read again when the match begins.
        del st.query_params[KEEPER.parameter]
    match_setup.draw(pick_dice)
