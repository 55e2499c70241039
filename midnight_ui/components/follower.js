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
  if (!differ(follower.wanted, { code, mask }) && follower.wanted.version === version) return;
  Object.assign(follower, { wanted: { code, mask, version }, left: TIMES });
  askAfter(follower, QUIET);
}

// Streamlit may call this without ever calling its cleanup, and the cleanup without calling this again: what counts
// is whether the follower still stands on the page.
function listen(follower, place) {
  const listening = new AbortController();
  const { signal } = listening;
  const heard = (name, act, more) => document.addEventListener(name, (event) => {
    if (place.isConnected) act(event);
    else stop(follower, listening);
  }, { signal, ...more });
  heard("midnight:chosen", ({ detail }) => onChosen(follower, detail));
  heard("midnight:missed", () => document.dispatchEvent(new CustomEvent("midnight:followed")));
  heard("click", () => onPress(follower), { capture: true });
  heard("keydown", ({ key }) => key === "Enter" && onPress(follower), { capture: true });
}

function stop(follower, listening) {
  listening.abort();
  clearTimeout(follower.timer);
  clearTimeout(follower.unheard);
}

// Streamlit calls this again at every change of the data or the theme.
export default function ({ data: [drawn] = [], parentElement, setTriggerValue }) {
  let follower = followers.get(parentElement);
  if (!follower) {
    follower = { wanted: null, left: 0, timer: 0, unheard: 0 };
    followers.set(parentElement, follower);
    listen(follower, parentElement);
  }
  Object.assign(follower, { drawn, setTriggerValue });
  askAfter(follower, AGAIN);
  // What the tray said before this one listened.
  document.dispatchEvent(new CustomEvent("midnight:ask"));
}
