"""Play 10 000: a turn, or a match around one screen, with what everything that can be done is worth."""

from collections.abc import Sequence
from time import monotonic
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from midnight_core import InputError, history
from midnight_core.gamecode import picked
from midnight_core.history import TenPlayed
from midnight_core.ten_thousand import UNIT, Option
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.goals import TenGoal
from midnight_core.ten_thousand.match import Match
from midnight_core.ten_thousand.review import Measure, judge, review
from midnight_ui import (
    address,
    bands,
    board,
    diary,
    seating,
    ten_aim,
    ten_board,
    ten_house,
    ten_match_review,
    ten_match_setup,
    ten_match_view,
    ten_match_words,
    ten_races,
    ten_review,
    ten_settings,
    ten_solving,
    ten_table,
    ten_view,
    tutor,
)
from midnight_ui.controls import AFTER, ALWAYS
from midnight_ui.copy_link import title_with_link
from midnight_ui.follower import follower
from midnight_ui.match_table import OWN, SCORES, STEPS, pace
from midnight_ui.navigation import LATE_BUTTON, TEN_RULES, TEN_STRATEGY
from midnight_ui.ten_aim import Aim
from midnight_ui.ten_board import View
from midnight_ui.ten_charts import stops
from midnight_ui.ten_settings import Settings
from midnight_ui.ten_table import DEALER, KEEPER, MATCH, TenTable
from midnight_ui.ten_why import named, why
from midnight_ui.ten_words import in_short, points
from midnight_ui.text import escaped, sentence, tr, whole
from midnight_ui.throws_charts import table as html_table
from midnight_ui.tutor import Stopped, Tutor

BOT_MOVED = "ten_bot_moved"
FINISHED = "ten_finished"

TICK = 1.1
"""Seconds between two moves of a bot that plays throw by throw."""

# ---------------------------------------------------------------------------------------------- the table


def table(shown: Settings, ticks: bool, unsolved: str | None) -> None:
    """Draw all that a move changes, in one piece; with `ticks`, make a bot's next move first."""
    if ticks and monotonic() - st.session_state.get(BOT_MOVED, 0.0) > TICK / 2:
        ten_table.bot_moves()
        st.session_state[BOT_MOVED] = monotonic()
    play = KEEPER.current().play
    if (is_ticking(), ten_table.bots_wait(play), still_unsolved(play, shown)) != (ticks, False, unsolved):
        st.session_state[BOT_MOVED] = monotonic()
        st.rerun()
    view = seen(shown)
    now = KEEPER.draw(DEALER.tray)
    KEEPER.say()
    left, right = st.columns([6, 5], gap="medium")
    with right:
        # Above what follows the dice on a wide screen, and below the words on a narrow one.
        picture = st.container()
    with left:
        if isinstance(now.play, Match) and now.play.is_over:
            the_end(now, now.play, shown, view)
        else:
            turn(now, shown, view, picture)
    with right:
        if isinstance(now.play, Match):
            ten_match_view.standings(now.play, view.names, chances(now, now.play, view, shown))
            if view.aim is not None and shown.hints == ALWAYS:
                st.caption(ten_match_words.model(now.play, view.aim, shown.aim))
        if view.options and not shown.is_plain:
            ten_view.ranking("ten_ranking")
    if isinstance(now.play, Match):
        ten_match_view.sheet(now.play, view.names)
    follower(now.table, now.mask(DEALER.tray), key="ten_follower", on_behind=KEEPER.lost)
    if isinstance(now.play, Match):
        ten_match_review.look_back(now.play, view.names, shown.aim)


def still_unsolved(play: TenGame | Match, shown: Settings) -> str | None:
    return ten_aim.unsolved(shown.aim, play, shown.theirs)


def is_ticking() -> bool:
    """Say whether a bot is to play at a pace to watch."""
    return ten_table.is_bots(KEEPER.current().play) and pace() == STEPS


def seen(shown: Settings) -> View:
    """Return what there is to say, and have the tutor go by the same."""
    now = KEEPER.current()
    play, hand = now.play, now.hand
    names = seating.names(play.setup.seats) if isinstance(play, Match) else ()
    aim = None
    if hand is not None:
        if isinstance(play, Match):
            aim = ten_aim.of_match(shown.aim, play)
        else:
            aim = ten_aim.of_turn(shown.aim, play, shown.theirs)
    teacher = None
    if aim is not None and shown.threshold is not None and not ten_table.is_bots(play):
        teacher = Tutor(aim.solution, float(shown.threshold) * ten_settings.POINTS_TO[aim.measure])
    tutor.use(DEALER, teacher)
    options: tuple[Option, ...] = ()
    is_told = shown.hints == ALWAYS and shown.dice != SCORES and not ten_table.is_bots(play)
    if is_told and aim is not None and hand is not None and hand.roll:
        options = aim.solution.options(hand.total, len(hand.roll), hand.roll)
    return View(aim, options, names)


def chances(now: TenTable, match: Match, view: View, shown: Settings) -> Sequence[float] | None:
    """Return what each of two may expect: before the roll, or by what is chosen, else the best."""
    aim, game = view.aim, match.game
    if shown.hints != ALWAYS or aim is None or aim.kind != ten_aim.WIN or game is None:
        return None
    if not ten_aim.is_race(match):
        return None
    chance = aim.solution.start
    if view.options:
        dice = tuple(sorted(picked(game.roll, now.mask(DEALER.tray))))
        chance = next((each.value for each in view.options if each.dice == dice), view.options[0].value)
    return (chance, 1 - chance) if game.player == 0 else (1 - chance, chance)


def turn(now: TenTable, shown: Settings, view: View, picture: DeltaGenerator) -> None:
    play, hand = now.play, now.hand
    assert hand is not None
    is_bots = ten_table.is_bots(play)
    if isinstance(play, Match):
        st.header(ten_match_words.heading(play, view.names))
        st.markdown(ten_match_words.situation(play, view.names))
    is_scored = shown.dice == SCORES and not is_bots
    if is_scored and isinstance(play, Match):
        note_score(play)
    elif shown.is_plain:
        ten_board.plain_tray(now, hand, view)
    else:
        ten_board.rich_tray(now, hand, shown, view)
    error, own = st.empty(), st.empty()
    if now.error is not None:
        error.error(sentence(now.error))
    if now.stopped_now is not None and view.aim is not None:
        with error.container():
            stopped(now, now.stopped_now, hand, view.aim)
    is_own_roll = board.is_own_roll(now) and not is_bots and not is_scored
    if is_own_roll:
        with own.container():
            board.own_roll(DEALER, now, hand)
    buttons(now, shown, view, hand, is_own_roll=is_own_roll, is_scored=is_scored)
    words(now, shown, view, hand, picture)


def buttons(
    now: TenTable, shown: Settings, view: View, hand: TenGame, *, is_own_roll: bool, is_scored: bool
) -> None:
    play = now.play
    is_bots, is_waiting = ten_table.is_bots(play), now.is_waiting(DEALER.tray)
    st.html(ten_view.ACTS_STYLE)
    with st.container(horizontal=True, gap="small", key="ten_acts"):
        if is_bots:
            st.button(tr("Skip to my turn"), key="hurry", type="primary", on_click=ten_table.hurry)
        elif hand.is_over:
            st.button(tr("New turn"), key=LATE_BUTTON, type="primary", on_click=DEALER.play_anew)
        elif not is_scored:
            act = DEALER.enter_typed if is_own_roll else DEALER.act
            st.button(
                main_label(hand, is_own_roll=is_own_roll),
                key="act",
                type="primary",
                on_click=act,
                disabled=is_waiting,
                width="stretch",
            )
            if hand.steps:
                st.button(
                    ten_board.bank_label(now, hand),
                    key="bank",
                    on_click=DEALER.bank,
                    args=(now.table,),
                    disabled=is_waiting,
                    width="stretch",
                )
    with st.container(horizontal=True, gap="small"):
        can_undo = ten_table.can_undo(play)
        st.button(tr("Undo"), key="undo", icon=":material/undo:", on_click=DEALER.undo, disabled=not can_undo)
        if isinstance(play, TenGame):
            st.button(
                tr("Same dice"),
                key="restart",
                icon=":material/replay:",
                on_click=DEALER.restart,
                disabled=not hand.steps or now.own_dice,
            )
            new = st.empty()
            if not play.is_over:
                new.button(tr("New turn"), key="new", icon=":material/add:", on_click=DEALER.play_anew)
        elif shown.dice == OWN and not is_bots:
            label = tr("Only the score of {name}", name=escaped(view.names[hand.player]))
            # Another key is another popover, which is closed.
            with st.popover(label, icon=":material/edit_note:", key=f"only_score_{len(play.turns)}"):
                note_score(play)


def main_label(hand: TenGame, *, is_own_roll: bool) -> str:
    if is_own_roll:
        return tr("Use these dice")
    return tr("Roll on") if hand.steps else tr("Roll")


def note_score(match: Match) -> None:
    """Draw the field for a turn's score, another one at each turn: a double press notes but once."""
    turns = len(match.turns)
    key = f"score after {turns}"
    with st.form(f"note {turns}", border=False):
        st.number_input(
            tr("Points that the turn wrote down; 0 after a bust"),
            0,
            step=UNIT,
            key=key,
            width=address.STEPPER_WIDTH,
        )
        st.form_submit_button(
            tr("Note the score"),
            key=f"{LATE_BUTTON}_note_{turns}",
            type="primary",
            on_click=lambda: ten_table.note(int(st.session_state[key]), turns),
        )


# ---------------------------------------------------------------------------------------------- the words


def words(now: TenTable, shown: Settings, view: View, hand: TenGame, picture: DeltaGenerator) -> None:
    play, aim = now.play, view.aim
    if isinstance(play, TenGame) and play.is_over:
        if play.is_bust:
            st.markdown(ten_match_words.bust(play))
        if aim is not None:
            note(now, play, aim, shown)
            if shown.hints == AFTER:
                last_decision(hand, aim)
            ten_review.look_back(play, aim.solution, aim.measure, ten_table.take_back, picture)
        return
    if isinstance(play, Match) and not hand.steps:
        if play.turns:
            what_happened(play, shown, view)
        else:
            st.markdown(ten_match_words.begins(play, view.names))
            st.page_link(TEN_RULES, label=tr("Rules of 10 000"), icon=":material/menu_book:")
    elif isinstance(play, Match) and ten_table.is_bots(play):
        st.markdown(ten_match_words.so_far(play, view.names))
    elif not hand.steps:
        begins(hand, aim if shown.hints == ALWAYS else None, picture)
    elif view.options and aim is not None:
        explained(now, hand, aim)
        if shown.is_plain:
            ten_view.plain_ranking(view.options, aim)
    elif shown.hints == AFTER and aim is not None:
        last_decision(hand, aim)


def note(now: TenTable, game: TenGame, aim: Aim, shown: Settings) -> None:
    """Have the browser keep a finished turn, or say why it is not kept."""
    if not now.is_first_way:
        return
    goal = TenGoal(aim.measure, shown.theirs if aim.measure is Measure.CHANCE else 0)
    # What it was played for is what it was judged by first.
    last, dice = st.session_state.get(FINISHED), (game.house, game.seed)
    if last is None or last[0] != dice:
        st.session_state[FINISHED] = last = dice, goal
    try:
        diary.note(TenPlayed(game, last[1], history.now()), key="ten_diary")
    except InputError as error:
        st.caption(sentence(error))


def what_happened(match: Match, shown: Settings, view: View) -> None:
    """Write what came of the turns since a person last played, and of the last decision among them."""
    st.markdown("  \n".join(ten_match_words.last_turns(match, view.names)))
    number = ten_table.last_of_a_person(match)
    if shown.hints != AFTER or number is None:
        return
    game = match.turns[number].game
    if game is not None and (aim := ten_aim.of_match(shown.aim, match.after(number))) is not None:
        last_decision(game, aim)


def begins(hand: TenGame, aim: Aim | None, picture: DeltaGenerator) -> None:
    """Draw how a turn goes and, with a goal, how far to roll on, which also serves a table with real dice."""
    st.markdown(how_it_goes(hand))
    st.page_link(TEN_RULES, label=tr("Rules of 10 000"), icon=":material/menu_book:")
    if aim is None:
        return
    rows = [(str(count), points(last or 0)) for count, last in stops(aim.solution).items()]
    head = (tr("Dice left"), tr("Roll on up to"))
    with picture:
        st.html(html_table(tr("Best play, by what you have in this turn"), head, rows))
        st.page_link(TEN_STRATEGY, label=tr("When to stop"), icon=":material/front_hand:")


def how_it_goes(hand: TenGame) -> str:
    said = tr(
        "Roll six dice, set aside at least one that scores, and then roll the rest or write the points down. "
        "A roll without any points loses them all. When all six have scored, you may roll all six again."
    )
    if hand.floor > UNIT:
        said += " " + tr("This turn has to make {floor} points to count.", floor=whole(hand.floor))
    elif hand.house.opening:
        said += " " + tr(
            "You have {points} points written down already, so the opening is behind you.",
            points=whole(hand.score),
        )
    return f"{said}  \n{in_short(hand.house)}"


def explained(now: TenTable, hand: TenGame, aim: Aim) -> None:
    dice = tuple(sorted(picked(hand.roll, now.mask(DEALER.tray))))
    if ten_view.is_legal(hand, dice):
        st.markdown(why(aim.solution, aim.measure, hand.total, hand.roll, dice))
    else:
        st.markdown(tr("Choose dice that score to see what setting them aside is worth, and why."))


def last_decision(hand: TenGame, aim: Aim) -> None:
    judged = review(hand, aim.solution, aim.measure).decisions
    if not judged:
        return
    last = judged[-1]
    if last.loss:
        gave = tr("You chose **{chosen}** and gave away {loss}.", **said_of(last.chosen, last.loss, aim))
        st.markdown(gave)
    else:
        st.markdown(tr("You chose **{chosen}**: nothing is better.", chosen=named(last.chosen)))
    chosen = last.chosen
    st.markdown(why(aim.solution, aim.measure, last.total, last.roll, chosen.dice, chosen.action))


def said_of(option: Option, loss: float, aim: Aim) -> dict[str, Any]:
    return {"chosen": named(option), "loss": aim.unit.amount(loss)}


def stopped(now: TenTable, stop: Stopped, hand: TenGame, aim: Aim) -> None:
    dice = picked(hand.roll, stop.mask)
    action = stop.act or ten_view.ACTS[0]
    if stop.is_shown:
        st.info(why(aim.solution, aim.measure, hand.total, hand.roll, dice, action), icon=":material/school:")
    if not now.is_waiting(DEALER.tray):
        return
    decision = judge(aim.solution, aim.measure, hand.total, hand.roll, dice, action)
    tutor.ask(
        DEALER,
        tr(
            "**{chosen}** loses {loss}: {band}. Play it all the same?",
            band=bands.marked(decision.band),
            **said_of(decision.chosen, decision.loss, aim),
        ),
    )


def the_end(now: TenTable, match: Match, shown: Settings, view: View) -> None:
    st.header(ten_match_words.winner(match, view.names))
    last = match.turns[-1].game
    if last is not None and not shown.is_plain:
        # Whoever ended the match by keys has the focus in the tray.
        ten_board.last_turn(now, last)
    what_happened(match, shown, view)
    if now.error is not None:
        st.error(sentence(now.error))
    with st.container(horizontal=True, gap="small"):
        st.button(tr("Play again"), key=LATE_BUTTON, type="primary", on_click=ten_table.play_again)
        st.button(tr("Undo"), key="undo", icon=":material/undo:", on_click=DEALER.undo)
        st.button(tr("New match"), key="new_match", icon=":material/add:", on_click=ten_table.put_away)


# ---------------------------------------------------------------------------------------------- the page


def agree() -> None:
    """Draw what is agreed before a match."""
    if (error := KEEPER.current().error) is not None:
        st.error(sentence(error))
    if KEEPER.parameter in st.query_params:
        # A code that could not be read would be read again when the match begins.
        del st.query_params[KEEPER.parameter]
    ten_settings.pick_kind(MATCH)
    ten_match_setup.draw(ten_house.house, lambda: ten_settings.pick_dice(MATCH))


title_with_link(tr("Play 10 000"))
ten_table.open_from_address()
if ten_table.kind() == MATCH and not isinstance(KEEPER.current().play, Match):
    agree()
else:
    shown = ten_settings.settings(ten_table.kind())
    ten_table.let_bots_go_on()
    play, ticks = KEEPER.current().play, is_ticking()
    houses = (ten_table.house_of(play),)
    if ten_table.bots_wait(play):
        KEEPER.say()
        ten_solving.at_hand(ten_races.TURNS, houses)
    else:
        unsolved = still_unsolved(play, shown)
        # Until its race is solved, a match has other numbers; whatever else is not solved has none.
        has_others = isinstance(play, Match) and unsolved == ten_races.RACE
        if unsolved is not None and not has_others:
            ten_solving.at_hand(unsolved, houses)
        st.fragment(table, run_every=TICK if ticks else None)(shown, ticks, unsolved)
        if unsolved is not None and has_others:
            ten_solving.at_hand(unsolved, houses)
