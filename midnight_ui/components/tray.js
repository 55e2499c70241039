// The dice tray: the roll, the six places for kept dice, and what the chosen keep is worth.
// What the player chooses lives here and shows at once; the server hears of it afterwards.
//
// Events on document tie the tray to whatever else shows keeps:
//   midnight:chosen {code, mask, version, key, data}  said by the tray after every change and render, and when asked
//   midnight:choose {code, key}                       asks the tray to choose the dice that make up this key
//   midnight:missed, midnight:followed                asks whether a follower is there, and the answer
//   midnight:ask                                      asks the tray to say midnight:chosen again

const DICE = 6;
const METRICS = ["p-qualify", "mean-score", "p-at-least", "value", "loss", "rank"];
const DASH = "\u2013";
const ACT_AGAIN_AFTER = 700; // ms
const TELL_AFTER = 1000; // ms: by then the server knows a choice, unless it was never told
const MISS_AFTER = 1500; // ms: by then a follower that stands on the page has loaded
const MISS_TIMES = 5;
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

function makeTile(metric) {
  const tile = element("div", "tile");
  const name = element("dt");
  const cell = element("dd");
  const number = element("span", "number", { "data-metric": metric });
  number.textContent = DASH;
  cell.append(number);
  tile.append(name, cell);
  return { tile, name, number, cell };
}

function makeTray(parentElement) {
  const root = parentElement.querySelector(".tray");
  const find = (selector) => root.querySelector(selector);
  const tray = {
    root, data: null, mask: 0, version: null, lastAct: null, spin: false, timer: 0, telling: 0, missing: 0, followed: false, listening: null,
    table: find(".table"), overlay: find(".overlay"), group: find(".dice"), notice: find(".notice"), railName: find(".rail-name"),
    rail: find(".slots"), say: find(".say"), chosen: find(".chosen"), keys: find(".keys"),
    board: find(".tiles"), veil: find(".veil"), live: find(".live"),
  };
  tray.dice = Array.from({ length: DICE }, (_, index) => makeDieButton(tray, index));
  tray.slots = Array.from({ length: DICE }, makeSlot);
  tray.tiles = Object.fromEntries(METRICS.map((metric) => [metric, makeTile(metric)]));
  tray.best = element("span", "best");
  tray.best.hidden = true;
  tray.tiles.loss.cell.append(tray.best);
  tray.group.replaceChildren(...tray.dice.map((die) => die.button));
  tray.group.onanimationend = (event) => endRoll(tray, event);
  tray.rail.replaceChildren(...tray.slots.map((slot) => slot.item));
  tray.board.replaceChildren(...METRICS.map((metric) => tray.tiles[metric].tile));
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
  if (index < tray.data.dice.length) choose(tray, tray.mask ^ (1 << index));
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

// The same act twice is an impatient finger, unless the first one got no answer; so is a second one at the end of
// a turn, which would take its score off the screen.
function act(tray) {
  const sent = payload(tray);
  const last = tray.lastAct;
  const now = performance.now();
  const same = last && last.code === sent.code && last.mask === sent.mask;
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
  if (event.key === "Enter") onEnter(tray, event, path);
  else if (!event.repeat && /^[1-6]$/.test(event.key)) onDigit(tray, Number(event.key) - 1);
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
  const { dice, missing, text } = tray.data;
  const value = dice[index];
  button.hidden = value === undefined;
  if (value === undefined) return;
  showFace(face, value);
  setAttribute(button, "aria-label", fill(text.die, { n: index + 1, face: value }));
  button.classList.toggle("wanted", missing.includes(value));
}

// Focus on a die that is taken off the table goes to its neighbour rather than to nowhere.
function showDice(tray) {
  const active = tray.root.getRootNode().activeElement;
  const focused = tray.dice.findIndex((die) => die.button === active);
  const count = tray.data.dice.length;
  tray.dice.forEach((die, index) => showDie(tray, die, index));
  tray.group.hidden = count === 0;
  tray.notice.hidden = count > 0;
  setText(tray.notice, tray.data.text.empty_table ?? "");
  // Nothing is left to weigh at the end of a turn.
  tray.overlay.hidden = Boolean(tray.data.bare);
  setAttribute(tray.group, "aria-label", tray.data.text.tray_label ?? "");
  if (focused >= count) (count ? tray.dice[count - 1].button : tray.table).focus({ preventScroll: true });
}

// Six places: the dice kept, then the required faces still missing, then nothing.
function slotContents({ kept, qualifiers, missing }) {
  const filled = kept.map((face, i) => (qualifiers.includes(i) ? ["qualifier", face] : ["kept", face]));
  const wanted = missing.map((face) => ["missing", face]);
  const empties = Array.from({ length: DICE }, () => ["empty", null]);
  return [...filled, ...wanted, ...empties].slice(0, DICE);
}

function showSlots(tray) {
  const { text } = tray.data;
  setText(tray.railName, text.slots_label ?? "");
  setAttribute(tray.rail, "aria-label", text.slots_label ?? "");
  slotContents(tray.data).forEach(([kind, face], index) => {
    const { item, face: svg, name } = tray.slots[index];
    setAttribute(item, "class", `slot ${kind}`);
    showFace(svg, face);
    setText(name, fill(text[`slot_${kind}`], { face }));
  });
}

function showLabels(tray) {
  const { text, target } = tray.data;
  for (const metric of METRICS) {
    setText(tray.tiles[metric].name, fill(text[metric.replaceAll("-", "_")], { target }));
  }
  setText(tray.best, text.best ?? "");
  setText(tray.keys, text.keys_hint ?? "");
}

// The chosen keep's numbers, by metric; null when nothing is chosen, or nothing may be told.
function numbersOf(tray) {
  const key = keepKey(tray);
  const row = tray.data.keeps?.find(([digits]) => digits === key);
  if (!row) return null;
  const [, value, loss, pQualify, meanScore, pAtLeast, rank] = row;
  return { "p-qualify": pQualify, "mean-score": meanScore, "p-at-least": pAtLeast, value, loss, rank };
}

function metricText(data, metric, number) {
  if (metric === "value") return valueText(data, number);
  if (metric === "loss") return lossText(data, number);
  if (metric === "mean-score") return decimals(data.lang, number, 2);
  if (metric === "rank") return fill(data.text.rank_of, { rank: number, count: data.keeps.length });
  return percent(data.lang, number);
}

function showNumbers(tray, numbers) {
  for (const metric of METRICS) {
    const { number } = tray.tiles[metric];
    setText(number, numbers ? metricText(tray.data, metric, numbers[metric]) : DASH);
    setAttribute(number, "data-value", numbers ? String(numbers[metric]) : null);
  }
  tray.best.hidden = !(numbers && numbers.loss < NO_LOSS);
}

function showChoice(tray) {
  const { data } = tray;
  const hasDice = data.dice.length > 0;
  const hidden = hasDice && data.keeps === null;
  tray.dice.forEach(({ button }, index) => setAttribute(button, "aria-pressed", Boolean(tray.mask & (1 << index))));
  showNumbers(tray, numbersOf(tray));
  setText(tray.say, hasDice && tray.mask === 0 && !hidden ? (data.text.nothing_chosen ?? "") : "");
  tray.chosen.replaceChildren(...chosenFaces(tray).map(miniDie));
  // The tiles keep their room while veiled, so that nothing below them moves when the numbers are told.
  tray.board.classList.toggle("veiled", hidden);
  tray.veil.hidden = !hidden;
  setText(tray.veil, data.text.hidden ?? "");
  tray.keys.hidden = !hasDice || Boolean(data.bare);
}

// The button that ended a turn is gone, and the focus with it.
function keepFocus(tray) {
  if (tray.data.over && document.activeElement === document.body) tray.table.focus({ preventScroll: true });
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
  const numbers = numbersOf(tray);
  if (!numbers) return "";
  const said = ["p-qualify", "value", "rank"].map((metric) => {
    return `${tray.tiles[metric].name.textContent}: ${tray.tiles[metric].number.textContent}`;
  });
  if (numbers.loss < NO_LOSS) said.push(data.text.best);
  return said.join(". ");
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
  heard("keydown", (event) => onKeydown(tray, event));
  heard("midnight:choose", ({ detail }) => onChoose(tray, detail));
  heard("midnight:ask", () => sayChosen(tray));
  heard("midnight:followed", () => { tray.followed = true; });
  tray.listening = listening;
}

function stopListening(tray) {
  clearTimeout(tray.timer);
  clearTimeout(tray.missing);
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
  // A server that was restarted counts anew and knows of no choice: it is told, not obeyed.
  const forgotten = !fresh && data.chosen_version !== tray.version && !data.chosen && tray.mask;
  if (forgotten) {
    tray.version = data.chosen_version;
    tray.setStateValue("choice", payload(tray));
  } else if (fresh || data.chosen_version !== tray.version) {
    tray.mask = (data.chosen ?? 0) & ((1 << data.dice.length) - 1);
    tray.version = data.chosen_version ?? 0;
  }
  tellIfUnknown(tray);
  return { fresh, first: !before };
}

function render(tray, data) {
  setAttribute(tray.root, "lang", data.lang);
  const { fresh, first } = takeData(tray, data);
  showDice(tray);
  showSlots(tray);
  showLabels(tray);
  showChoice(tray);
  if (fresh && data.animate && data.dice.length) roll(tray);
  else if (fresh) delete tray.group.dataset.roll;
  if (fresh && !first) speak(tray, newsInWords(data));
  if (fresh && !first) keepFocus(tray);
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
