"""Which pages there are, in which sections, and what frames them all: navigation, language, page language."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.navigation.page import StreamlitPage
from streamlit.runtime.pages_manager import PagesManager

from midnight_ui import address, projector
from midnight_ui.text import LANGUAGES, browser_language, language, set_language, tr


@dataclass(frozen=True)
class Entry:
    """One page of the app.

    Attributes
    ----------
    path : str
        Its file, in a section's folder: one directly in ``pages/`` would run without the app's frame.
    url : str
        Its address, the same in every language; the default page's is the root.
    title, help : str
        Message ids.
    icon : str
        A Material icon.
    """

    path: str
    url: str
    title: str
    help: str
    icon: str
    default: bool = False


def mark(message: str) -> str:
    """Mark a message id for translation where it is defined, to be translated where it is shown."""
    return message


WHAT_IF, WHAT_IF_URL = "pages/explore/what_if.py", "what-if"
RULES = "pages/learn/rules.py"
MATCH = "pages/play/match.py"
TEN, TEN_DRILL = "pages/ten_thousand/play.py", "pages/ten_thousand/drill.py"
TEN_RULES, TEN_STRATEGY = "pages/ten_thousand/rules.py", "pages/ten_thousand/strategy.py"
DRILL, STATISTICS = "pages/play/drill.py", "pages/play/statistics.py"

SECTIONS: dict[str, tuple[Entry, ...]] = {
    mark("Play"): (
        Entry(
            "pages/play/turn.py",
            "",
            mark("Play a turn"),
            mark("A turn of Midnight with the worth of every keep shown live."),
            ":material/casino:",
            default=True,
        ),
        Entry(
            MATCH,
            "match",
            mark("Play a match"),
            mark("Two to eight around one screen, people and bots, for a pot or to a number of points."),
            ":material/groups:",
        ),
        Entry(
            DRILL,
            "drill",
            mark("Drill"),
            mark("One decision after another: choose, then see what it was worth."),
            ":material/exercise:",
        ),
        Entry(
            STATISTICS,
            "statistics",
            mark("Your record"),
            mark("Your turns and answers on this device: luck, losses, and whether your dice are fair."),
            ":material/monitoring:",
        ),
    ),
    mark("Explore"): (
        Entry(
            WHAT_IF,
            WHAT_IF_URL,
            mark("What if"),
            mark("Set up any position and any roll, and compare the keeps."),
            ":material/fork_right:",
        ),
        Entry(
            "pages/explore/strategies.py",
            "strategies",
            mark("Strategies compared"),
            mark("Every known way to play, evaluated exactly, and one of your own."),
            ":material/leaderboard:",
        ),
        Entry(
            "pages/explore/simulation.py",
            "simulation",
            mark("Simulation lab"),
            mark("Up to ten million turns with thrown dice, against the exact values."),
            ":material/science:",
        ),
    ),
    mark("Learn"): (
        Entry(
            RULES,
            "rules",
            mark("Rules"),
            mark("The whole game, with worked examples to step through."),
            ":material/menu_book:",
        ),
        Entry(
            "pages/learn/throws_21.py",
            "throws-21",
            mark("The 21 throws"),
            mark("Why one die at a time gives 21 tries, and what that is worth."),
            ":material/functions:",
        ),
        Entry(
            "pages/learn/safe_or_greedy.py",
            "safe-or-greedy",
            mark("Safe or greedy?"),
            mark("When a high score costs safety, and when it costs nothing."),
            ":material/balance:",
        ),
        Entry(
            "pages/learn/one_die.py",
            "one-die",
            mark("One die, many dice"),
            mark("What another throw is worth once both qualifiers are in."),
            ":material/trending_up:",
        ),
        Entry(
            "pages/learn/around_the_table.py",
            "around-the-table",
            mark("Around the table"),
            mark("What a seat is worth, and what to stop on when others have played or still will."),
            ":material/table_restaurant:",
        ),
        Entry(
            "pages/learn/race.py",
            "race",
            mark("The race"),
            mark("When to gamble, from every pair of totals, and what it is worth."),
            ":material/flag:",
        ),
        Entry(
            "pages/learn/claims.py",
            "claims",
            mark("The rule book, checked"),
            mark("Every number that the rule texts state, computed again."),
            ":material/fact_check:",
        ),
    ),
    mark("10 000"): (
        Entry(
            TEN,
            "ten-thousand",
            mark("Play 10 000"),
            mark(
                "A turn or a whole match, with the worth of all that you can set aside, by your house rules."
            ),
            ":material/casino:",
        ),
        Entry(
            TEN_DRILL,
            "ten-thousand-drill",
            mark("Drill 10 000"),
            mark("What to set aside, and whether to roll on: choose, then see what it was worth."),
            ":material/exercise:",
        ),
        Entry(
            TEN_RULES,
            "ten-thousand-rules",
            mark("Rules of 10 000"),
            mark("The whole game by your own house rules, with worked examples."),
            ":material/menu_book:",
        ),
        Entry(
            TEN_STRATEGY,
            "ten-thousand-strategy",
            mark("When to stop"),
            mark("When to write down and when to roll on, for your own house rules."),
            ":material/front_hand:",
        ),
    ),
}


# What is chosen in pills stands in the colour of text: the primary colour is made for white text on it and is
# not readable on the page in the dark.
_STYLE = """
button[role=radio][aria-checked=true], button[role=radio][aria-checked=true] *,
button[aria-pressed=true], button[aria-pressed=true] *,
[data-testid=stSliderThumbValue] { color: inherit !important; }
[data-testid=stMainBlockContainer] { max-width: 82rem; padding-inline: clamp(1rem, 3vw, 3.5rem); }
@media (min-width: 768px) {
  [data-testid=stSidebarHeader] { height: 2rem; margin-bottom: 0; padding-block: 0; }
  [data-testid=stSidebarUserContent] [data-testid=stVerticalBlock] { gap: .5rem; }
}
@keyframes late { from, to { pointer-events: none; } }
[class*=st-key-late] button, .st-key-hurry button { animation: late .6s; }
"""

LATE_BUTTON = "late"
"""Key of a button that comes where another was just pressed: a double click is not meant for it."""


# Streamlit's first run in a fresh server takes a folder named pages/ for its old kind of multipage app, with
# the pages directly in it. It finds none there, tells the browser that the page does not exist, and then runs
# this frame and the right page all the same; only its dialog has to go.
_CLOSE_FALSE_ALARM = """
let tries = 60;
const timer = setInterval(() => {
  const close = document.querySelector("[role=dialog] button[aria-label=Close]");
  close?.click();
  if (close || !--tries) clearInterval(timer);
}, 50);
"""


# A move may change the address more than once, and Streamlit makes each change a step in the browser's past
# (a link to a page first gives the old page the new one's values). One press of the reader is to be one step;
# so is one move, also when the next press comes before its address.
_ONE_STEP = """
if (!window.midnightSteps) {
  window.midnightSteps = true;
  let acted = true;
  for (const act of ["pointerdown", "click", "keydown", "input"]) {
    document.addEventListener(act, () => { acted = true; }, { capture: true });
  }
  const push = history.pushState.bind(history);
  const isMove = (to) => ["turn", "position", "drill", "ten", "ten_drill"].some((name) => {
    const said = (url) => new URLSearchParams(url.search).get(name);
    const [before, after] = [said(location), said(new URL(to, location))];
    return before && after && before !== after;
  });
  history.pushState = (...step) => {
    if (acted || isMove(step[2])) push(...step);
    else history.replaceState(...step);
    acted = false;
  };
  addEventListener("popstate", () => { acted = false; });
}
"""


def run() -> None:
    """Settle the language, draw the navigation, and run the page that the address names."""
    is_first_run = bool(PagesManager.uses_pages_directory)
    set_language(address.choice("lang", tuple(LANGUAGES), browser_language()))
    pages = [[(entry, _page(entry)) for entry in entries] for entries in SECTIONS.values()]
    # Drawn below: the built-in menu's list is not valid markup once it has sections.
    page = st.navigation([page for section in pages for _, page in section], position="hidden")
    address.arrive(page.url_path)
    is_projected = projector.is_on()

    def menu() -> None:
        for name, section in zip(SECTIONS, pages, strict=True):
            st.caption(tr(name))
            for entry, target in section:
                st.page_link(target, label=tr(entry.title), width="stretch")
        address.segments(
            "lang", tr("Language"), tuple(LANGUAGES), LANGUAGES.__getitem__, default=browser_language()
        )
        if not is_projected:
            projector.switch()

    with st.sidebar:
        if not is_projected:
            menu()
        # Screen readers pronounce, and browsers hyphenate, by the language of the page.
        script = f"document.documentElement.lang = '{language()}';{_ONE_STEP}"
        script += _CLOSE_FALSE_ALARM * is_first_run
        st.html(f"<style>{_STYLE}</style><script>{script}</script>", unsafe_allow_javascript=True)
    if is_projected:
        projector.bar(menu)
    page.run()


def _page(entry: Entry) -> StreamlitPage:
    return st.Page(
        entry.path,
        title=f"{tr(entry.title)} · Midnight",
        icon=entry.icon,
        url_path=entry.url or None,
        help=tr(entry.help),
        default=entry.default,
    )
