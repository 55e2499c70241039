// The dice tray: the roll, the six places for kept dice, and what the chosen keep is worth. Which numbers there are of
// a keep, and what can be done with it, comes with the data: see tray.py.
// What the player chooses lives here and shows at once; the server hears of it afterwards.
//
// Events on document tie the tray to whatever else shows keeps:
//   midnight:chosen {code, mask, version, key, data}  said by the tray after every change and render, and when asked
//   midnight:choose {code, key}                       asks the tray to choose the dice that make up this key
//   midnight:missed, midnight:followed                asks whether a follower is there, and the answer
//   midnight:ask                                      asks the tray to say midnight:chosen again

const DICE = 6;
const DASH = "\u2013";
const ACT_AGAIN_AFTER = 700; // ms
const TELL_AFTER = 1000; // ms: by then the server knows a choice, unless it was never told
const MISS_AFTER = 1500; // ms: by then a follower that stands on the page has loaded
const MISS_TIMES = 5;
const GOES_ON = 100; // versions by which a server that was not restarted is ahead at the most
const FOCUS_WITHIN = 1500; // ms: by then a press is answered, and the rest of the page is drawn
const FOCUS_AGAIN = 100; // ms
const OUT_OF_VIEW = 120; // pixels of the dice that can be seen, or fewer
const SPEAK_AFTER = 300; // ms: a screen reader hears where a quick choice ended, not each step

const FIELD = [
  "input", "textarea", "select", "[contenteditable]:not([contenteditable=false])",
  ...["combobox", "listbox", "slider", "spinbutton", "textbox", "searchbox"].map((role) => `[role=${role}]`),
].join(",");
const PRESSABLE = [
  "a[href]", "button", "summary",
  ...["button", "link", "checkbox", "radio", "switch", "tab", "option", "menuitem"].map((role) => `[role=${role}]`),
].join(",");

const trays = new WeakMap(); // parentElement -> tray: what must outlive one call of the default export

// ------------------------------------------------------------------------------------------------ the nodes

function makeDieButton(tray, index) {
  const button = element("button", "die", { type: "button", "aria-pressed": "false" });
  button.hidden = true;
  button.style.setProperty("--i", index);
  const cube = element("span", "cube");
  const check = document.createElementNS(SVG, "svg");
  check.setAttribute("viewBox", "0 0 20 20");
  check.setAttribute("class", "check");
  check.setAttribute("aria-hidden", "true");
  const stroke = document.createElementNS(SVG, "path");
  stroke.setAttribute("d", "M5 10.4l3.4 3.4L15 6.8");
  check.append(stroke);
  const face = makeDie("face");
  cube.append(face, check);
  const cap = element("span", "cap", { "aria-hidden": "true" });
  cap.textContent = index + 1;
  button.append(cube, cap);
  button.onclick = () => toggle(tray, index);
  return { button, face };
}

function makeSlot() {
  const item = element("li", "slot");
  const name = element("span", "unseen");
  const face = makeDie("face");
  const star = element("span", "star", { "aria-hidden": "true" });
  star.textContent = "\u2605";
  item.append(face, star, name);
  return { item, face, name };
}

function makeTile({ metric, as }) {
  const tile = element("div", "tile");
  const name = element("dt");
  const cell = element("dd");
  const number = element("span", "number", { "data-metric": metric });
  const best = element("span", "best");
  number.textContent = DASH;
  best.hidden = true;
  cell.append(number);
  if (as === "loss") cell.append(best);
  tile.append(name, cell);
  return { tile, name, number, best };
}

// The tiles of one thing that can be done with the dice chosen, under its name if there is another.
function makeGroup(act, tiles) {
  const group = element("div", "group");
  const head = element("p", "head");
  const list = element("dl", "tiles");
  list.append(...tiles.map(({ tile }) => tile));
  group.append(...(act ? [head] : []), list);
  return { group, head };
}

// Made anew only when there are other numbers to tell, as under another goal.
function makeTiles(tray) {
  const { acts, tiles } = tray.data;
  const signature = JSON.stringify([acts, tiles.map(({ metric }) => metric)]);
  if (signature === tray.signature) return;
  tray.signature = signature;
  tray.tiles = tiles.map(makeTile);
  tray.groups = acts.map((act) => makeGroup(act, tray.tiles.filter((_, i) => tiles[i].act === act)));
  tray.numbers.classList.toggle("acts", acts.length > 1);
  tray.numbers.replaceChildren(...tray.groups.map(({ group }) => group));
}

function makeTray(parentElement) {
  const root = parentElement.querySelector(".tray");
  const find = (selector) => root.querySelector(selector);
  const tray = {
    root, data: null, signature: "", mask: 0, version: null, lastAct: null, spin: false, pressed: 0, timer: 0, telling: 0, missing: 0, followed: false, listening: null,
    table: find(".table"), overlay: find(".overlay"), group: find(".dice"), notice: find(".notice"), railName: find(".rail-name"),
    rail: find(".slots"), say: find(".say"), chosen: find(".chosen"), keys: find(".keys"),
    numbers: find(".numbers"), veil: find(".veil"), live: find(".live"),
  };
  tray.dice = Array.from({ length: DICE }, (_, index) => makeDieButton(tray, index));
  tray.slots = Array.from({ length: DICE }, makeSlot);
  tray.group.replaceChildren(...tray.dice.map((die) => die.button));
  tray.group.onanimationend = (event) => endRoll(tray, event);
  tray.rail.replaceChildren(...tray.slots.map((slot) => slot.item));
  return tray;
}

// ------------------------------------------------------------------------------------------------ the choice

function chosenFaces(tray) {
  return tray.data.dice.filter((_, index) => tray.mask & (1 << index)).sort();
}

function keepKey(tray) {
  return chosenFaces(tray).join("");
}

function sayChosen(tray) {
  const detail = { ...payload(tray), key: keepKey(tray), data: tray.data };
  document.dispatchEvent(new CustomEvent("midnight:chosen", { detail }));
}

function payload(tray) {
  return { code: tray.data.code, mask: tray.mask, version: tray.version };
}

// Show first, tell the rest of the page next, the server last: the eye never waits for the network.
function choose(tray, mask) {
  if (mask === tray.mask) return;
  tray.mask = mask;
  showChoice(tray);
  sayChosen(tray);
  speak(tray, summary(tray));
  tray.setStateValue("choice", payload(tray));
  missFollower(tray, MISS_TIMES);
}

function toggle(tray, index) {
  if (index < tray.data.dice.length && !tray.data.fixed) choose(tray, tray.mask ^ (1 << index));
}

// The first dice that make up the key; null when the roll does not hold them.
function maskOfKey(dice, key) {
  let mask = 0;
  for (const digit of key) {
    const index = dice.findIndex((face, i) => face === Number(digit) && !(mask & (1 << i)));
    if (index < 0) return null;
    mask |= 1 << index;
  }
  return mask;
}

function onChoose(tray, { code, key }) {
  if (code !== tray.data.code || key === keepKey(tray)) return;
  const mask = maskOfKey(tray.data.dice, key);
  if (mask !== null) choose(tray, mask);
}

// A second act on the same dice is an impatient finger, unless the first one got no answer; another one would take its
// place before the server has heard of it. So is a second one at the end of a turn, which would take its score off the
// screen.
function act(tray, name = "") {
  const sent = { ...payload(tray), act: name };
  const last = tray.lastAct;
  const now = performance.now();
  const same = last && ["code", "mask"].every((said) => last[said] === sent[said]);
  if ((same || (last && tray.data.over)) && now - last.at < ACT_AGAIN_AFTER) return;
  tray.lastAct = { ...sent, at: now };
  tray.setTriggerValue("act", sent);
}

// ------------------------------------------------------------------------------------------------ the keyboard

function pathHas(path, selector) {
  return path.some((node) => node instanceof Element && node.matches(selector));
}

// A dialog in front, or a tray in a closed tab, must not be played by accident.
function outOfReach(tray, path) {
  const dialog = path.find((node) => node instanceof Element && node.matches("[role=dialog],dialog"));
  const behind = dialog && !dialog.contains(tray.root.getRootNode().host ?? tray.root);
  return behind || tray.root.checkVisibility?.() === false;
}

function onKeydown(tray, event) {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const path = event.composedPath();
  if (pathHas(path, FIELD) || outOfReach(tray, path)) return;
  const other = tray.data.keys?.[event.key.toLowerCase()];
  if (event.key === "Enter") onEnter(tray, event, path);
  else if (!event.repeat && /^[1-6]$/.test(event.key)) onDigit(tray, Number(event.key) - 1);
  else if (!event.repeat && other) act(tray, other);
}

// Whoever chooses by key goes on with Enter: it is not to press again what was pressed before.
function onDigit(tray, index) {
  toggle(tray, index);
  if (!tray.root.contains(tray.root.getRootNode().activeElement)) tray.table.focus({ preventScroll: true });
}

function onEnter(tray, event, path) {
  const onDie = tray.dice.some((die) => path.includes(die.button));
  if (!onDie && pathHas(path, PRESSABLE)) return;
  // On a die the browser would make Enter a click, at every repeat of a key held down.
  event.preventDefault();
  if (!event.repeat) act(tray);
}

// ------------------------------------------------------------------------------------------------ showing

function showDie(tray, { button, face }, index) {
  const { dice, wanted, fixed, text } = tray.data;
  const value = dice[index];
  button.hidden = value === undefined;
  if (value === undefined) return;
  showFace(face, value);
  setAttribute(button, "aria-label", fill(text.die, { n: index + 1, face: value }));
  button.classList.toggle("wanted", wanted.includes(value));
  button.disabled = Boolean(fixed);
}

// Focus on a die that is taken off the table goes to its neighbour rather than to nowhere.
function showDice(tray) {
  const active = tray.root.getRootNode().activeElement;
  const focused = tray.dice.findIndex((die) => die.button === active);
  const count = tray.data.dice.length;
  tray.dice.forEach((die, index) => showDie(tray, die, index));
  tray.group.hidden = count === 0;
  tray.notice.hidden = count > 0 && !tray.data.fixed;
  setText(tray.notice, tray.data.text.empty_table ?? "");
  // Nothing is left to weigh at the end of a turn.
  tray.overlay.hidden = Boolean(tray.data.bare);
  setAttribute(tray.group, "aria-label", tray.data.text.tray_label ?? "");
  if (focused >= count) (count ? tray.dice[count - 1].button : tray.table).focus({ preventScroll: true });
}

function showSlots(tray) {
  const { text } = tray.data;
  setText(tray.railName, text.slots_label ?? "");
  setAttribute(tray.rail, "aria-label", text.slots_label ?? "");
  tray.data.slots.forEach(([kind, face, words], index) => {
    const { item, face: svg, name } = tray.slots[index];
    setAttribute(item, "class", `slot ${kind}`);
    showFace(svg, face);
    setText(name, words);
  });
}

function showLabels(tray) {
  const { text, tiles } = tray.data;
  makeTiles(tray);
  tray.tiles.forEach(({ name, best }, i) => {
    setText(name, tiles[i].name);
    setText(best, text.best ?? "");
  });
  setText(tray.keys, text.keys_hint ?? "");
}

// The chosen keep with one of the things to do with it; undefined when nothing is chosen, or nothing may be told.
function rowOf(tray, act) {
  const key = keepKey(tray);
  return tray.data.keeps?.find((row) => row[0] === key && (!act || row[1] === act));
}

function tileText(data, as, number) {
  if (as === "rank") return fill(data.text.rank_of, { rank: number, count: data.keeps.length });
  return numberText(data, as, number);
}

function showNumbers(tray) {
  const { data } = tray;
  const rows = Object.fromEntries(data.acts.map((act) => [act, rowOf(tray, act)]));
  tray.tiles.forEach(({ number, best }, i) => {
    const { at, as, act } = data.tiles[i];
    const value = rows[act]?.[at];
    const isTold = value !== undefined;
    setText(number, isTold ? tileText(data, as, value) : DASH);
    setAttribute(number, "data-value", isTold ? String(value) : null);
    best.hidden = as !== "loss" || !(value < NO_LOSS);
  });
  data.acts.forEach((act, i) => setText(tray.groups[i].head, rows[act]?.[2] ?? data.text[`act_${act}`] ?? ""));
}

// What the dice chosen score, where that is to be said; or that some have to be chosen, when there is something to weigh.
function chosenInWords(tray) {
  const { dice, keeps, notes, text } = tray.data;
  if (tray.mask) return notes?.[keepKey(tray)] ?? "";
  return dice.length && keeps ? (text.nothing_chosen ?? "") : "";
}

function showChoice(tray) {
  const { data } = tray;
  const hasDice = data.dice.length > 0;
  const hidden = hasDice && data.keeps === null;
  tray.dice.forEach(({ button }, index) => setAttribute(button, "aria-pressed", Boolean(tray.mask & (1 << index))));
  showNumbers(tray);
  setText(tray.say, chosenInWords(tray));
  tray.chosen.replaceChildren(...(data.notes ? [] : chosenFaces(tray).map(miniDie)));
  // The tiles keep their room while veiled, so that nothing below them moves when the numbers are told.
  tray.numbers.classList.toggle("veiled", hidden);
  tray.veil.hidden = !hidden;
  setText(tray.veil, data.text.hidden ?? "");
  tray.keys.hidden = !hasDice || Boolean(data.bare);
}

// The button that was pressed may go, now or when the rest of the page is drawn, and the focus with it; then it comes
// here, and so does the view, if the dice lie out of it.
function keepFocus(tray, until = performance.now() + FOCUS_WITHIN) {
  clearTimeout(tray.focusing);
  if (document.activeElement === document.body) {
    tray.table.focus({ preventScroll: true });
    const { top, bottom } = tray.table.getBoundingClientRect();
    if (bottom < OUT_OF_VIEW || top > innerHeight - OUT_OF_VIEW) tray.table.scrollIntoView({ block: "center" });
  } else if (performance.now() < until) {
    tray.focusing = setTimeout(() => tray.root.isConnected && keepFocus(tray, until), FOCUS_AGAIN);
  }
}

// Two names for one animation: going from one to the other starts it anew, with no forced layout in between.
function roll(tray) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  tray.spin = !tray.spin;
  tray.group.dataset.roll = tray.spin ? "a" : "b";
}

// A mark left behind would play the roll again whenever the dice come back into view, say in a tab.
function endRoll(tray, event) {
  const last = tray.dice[tray.data.dice.length - 1];
  if (last?.button.contains(event.target)) delete tray.group.dataset.roll;
}

// ------------------------------------------------------------------------------------------------ speaking

// Only what cannot be read in place: the sentences that are on the screen anyway are not said a second time.
function summary(tray) {
  const { data } = tray;
  const said = tray.mask && data.notes ? [chosenInWords(tray)] : [];
  data.acts.forEach((act, i) => {
    if (!rowOf(tray, act)) return;
    const tiles = tray.tiles.filter((_, at) => data.tiles[at].act === act);
    if (act) said.push(tray.groups[i].head.textContent);
    for (const { name, number } of tiles) {
      if (data.said.includes(number.dataset.metric)) said.push(`${name.textContent}: ${number.textContent}`);
    }
    if (tiles.some(({ best }) => !best.hidden)) said.push(data.text.best);
  });
  return said.map((words) => words.replace(/[.]$/, "")).join(". ");
}

function speak(tray, words) {
  clearTimeout(tray.timer);
  tray.timer = setTimeout(() => setText(tray.live, words), SPEAK_AFTER);
}

function newsInWords({ dice, text }) {
  return text.news ?? (dice.length ? `${text.tray_label}: ${dice.join(", ")}` : "");
}

// ------------------------------------------------------------------------------------------------ the life of a tray

// Streamlit may call the export below without ever calling its cleanup, and the cleanup without calling the export
// again: what counts is whether the tray still stands on the page.
function listen(tray) {
  if (tray.listening) return;
  const listening = new AbortController();
  const heard = (name, act) => document.addEventListener(name, (event) => {
    if (!tray.root.isConnected) stopListening(tray);
    else if (tray.data) act(event);
  }, { signal: listening.signal });
  heard("click", () => { tray.pressed = performance.now(); });
  heard("keydown", (event) => {
    tray.pressed = performance.now();
    onKeydown(tray, event);
  });
  heard("midnight:choose", ({ detail }) => onChoose(tray, detail));
  heard("midnight:ask", () => sayChosen(tray));
  heard("midnight:followed", () => { tray.followed = true; });
  tray.listening = listening;
}

function stopListening(tray) {
  clearTimeout(tray.timer);
  clearTimeout(tray.missing);
  clearTimeout(tray.focusing);
  stopTelling(tray);
  tray.listening?.abort();
  tray.listening = null;
}

// A server that was restarted under an open page knows the table but not the choice; and what is told while another
// run ends may be lost. Being drawn again must not put the telling off: the follower has that done every second.
function tellIfUnknown(tray) {
  if (tray.data.chosen === tray.mask) return stopTelling(tray);
  tray.telling ||= setTimeout(() => {
    tray.telling = 0;
    tray.setStateValue("choice", payload(tray));
  }, TELL_AFTER);
}

function stopTelling(tray) {
  clearTimeout(tray.telling);
  tray.telling = 0;
}

// When the next message comes just as a run ends, Streamlit may take what that run has drawn off the page again, the
// follower along with it; then nobody but the tray is left to ask for it.
function missFollower(tray, times) {
  clearTimeout(tray.missing);
  if (!tray.data.followed || !times) return;
  tray.missing = setTimeout(() => {
    if (!tray.root.isConnected || isFollowed(tray)) return;
    tray.setTriggerValue("lost", payload(tray));
    missFollower(tray, times - 1);
  }, MISS_AFTER);
}

function isFollowed(tray) {
  tray.followed = false;
  document.dispatchEvent(new CustomEvent("midnight:missed"));
  return tray.followed;
}

// The server's choice counts when the dice are new or it says so by a new version; otherwise the player's stands.
function takeData(tray, data) {
  const before = tray.data;
  const fresh = !before || before.code !== data.code;
  tray.data = data;
  // The press may have come from a button that is gone, and with the focus here a second one comes to the tray.
  if (fresh) tray.lastAct = data.over && before ? (tray.lastAct ?? { at: performance.now() }) : null;
  // A server that was restarted counts anew, from anywhere, and knows of no choice: it is told, not obeyed.
  const later = data.chosen_version - tray.version;
  const forgotten = !fresh && (later < 0 || later > GOES_ON) && !data.chosen && tray.mask;
  if (forgotten) {
    tray.version = data.chosen_version;
    tray.setStateValue("choice", payload(tray));
  } else if (fresh || data.chosen_version !== tray.version) {
    tray.mask = (data.chosen ?? 0) & ((1 << data.dice.length) - 1);
    tray.version = data.chosen_version ?? 0;
  }
  tellIfUnknown(tray);
  return { fresh, first: !before, moved: fresh || data.chosen_version !== before.chosen_version };
}

function render(tray, data) {
  setAttribute(tray.root, "lang", data.lang);
  const { fresh, first, moved } = takeData(tray, data);
  showDice(tray);
  showSlots(tray);
  showLabels(tray);
  showChoice(tray);
  if (fresh && data.animate && data.dice.length) roll(tray);
  else if (fresh) delete tray.group.dataset.roll;
  if (fresh && !first) speak(tray, newsInWords(data));
  if (moved && !first && performance.now() - tray.pressed < FOCUS_WITHIN) keepFocus(tray);
  missFollower(tray, MISS_TIMES);
}

// Streamlit calls this again at every change of the data or the theme.
export default function ({ data: [data] = [], parentElement, setStateValue, setTriggerValue }) {
  let tray = trays.get(parentElement);
  if (!tray || !tray.root.isConnected) {
    if (tray) stopListening(tray);
    tray = makeTray(parentElement);
    trays.set(parentElement, tray);
  }
  Object.assign(tray, { setStateValue, setTriggerValue });
  if (data) render(tray, data);
  listen(tray);
  if (data) sayChosen(tray);
}
