// Asks the server to draw what follows the tray, and says what the tray shows: some time after a choice, so that the
// dice are on the screen first and a quick hand is not held up; and again as long as the two differ.

const QUIET = 70; // ms without another choice
const AGAIN = 1000; // ms
const TIMES = 5; // for one choice
const UNHEARD = 1500; // ms: a press that has changed nothing by then may have been answered with what was lost

const followers = new WeakMap(); // parentElement -> follower

function differ(one, other) {
  return one?.code !== other?.code || one?.mask !== other?.mask;
}

function askAfter(follower, pause) {
  clearTimeout(follower.timer);
  if (!follower.wanted || !follower.left || !differ(follower.wanted, follower.drawn)) return;
  follower.timer = setTimeout(() => {
    follower.left -= 1;
    follower.setTriggerValue("behind", follower.wanted);
    askAfter(follower, AGAIN);
  }, pause);
}

function onPress(follower) {
  clearTimeout(follower.unheard);
  follower.unheard = setTimeout(() => {
    if (follower.wanted) follower.setTriggerValue("behind", follower.wanted);
  }, UNHEARD);
}

function onChosen(follower, { code, mask, version }) {
  clearTimeout(follower.unheard);
  if (!differ(follower.wanted, { code, mask })) return;
  Object.assign(follower, { wanted: { code, mask, version }, left: TIMES });
  askAfter(follower, QUIET);
}

// Streamlit calls this again at every change of the data or the theme.
export default function ({ data: [drawn] = [], parentElement, setTriggerValue }) {
  const follower = followers.get(parentElement) ?? { wanted: null, left: 0, timer: 0, unheard: 0, run: 0 };
  followers.set(parentElement, follower);
  Object.assign(follower, { drawn, setTriggerValue });
  askAfter(follower, AGAIN);
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener("midnight:chosen", (event) => onChosen(follower, event.detail), { signal });
  document.addEventListener("click", () => onPress(follower), { signal, capture: true });
  document.addEventListener("keydown", ({ key }) => key === "Enter" && onPress(follower), { signal, capture: true });
  // What the tray said before this one listened.
  document.dispatchEvent(new CustomEvent("midnight:ask"));

  const run = ++follower.run;
  return () => {
    listening.abort();
    if (follower.run !== run) return;
    clearTimeout(follower.timer);
    clearTimeout(follower.unheard);
  };
}
