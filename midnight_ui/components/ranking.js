// Every keep of the roll, best first. Its rows and columns, and which dice are chosen, come from the tray, by the
// events described there, so the table follows a roll and a click without a word of its own from the server.

const LEAST_BAR = 2; // per cent: the worst keep still shows where its bar is

const rankings = new WeakMap(); // parentElement -> ranking

function makeRanking(parentElement) {
  const root = parentElement.querySelector(".ranking");
  const find = (selector) => root.querySelector(selector);
  const ranking = {
    root, text: null, told: null, data: null, signature: "", rows: new Map(), chosen: null, own: null,
    frame: 0, building: 0, painted: 0, listening: null,
    region: find(".region"), caption: find("caption"), head: find("thead tr"), body: find("tbody"),
  };
  ranking.body.onclick = (event) => onClick(ranking, event);
  return ranking;
}

// ------------------------------------------------------------------------------------------------ the rows

function cell(className, text) {
  const node = element("td", className);
  node.textContent = text;
  return node;
}

function keepCell(data, key) {
  const node = element("th", "keep", { scope: "row" });
  const button = element("button", "choose", { type: "button", "aria-pressed": "false" });
  button.setAttribute("aria-label", fill(data.text.choose, { keep: [...key].join(" ") }));
  button.append(...[...key].map((digit) => miniDie(Number(digit))));
  node.append(button);
  return { node, button };
}

function valueCell(data, value, share) {
  const node = element("td", "value");
  const both = element("div", "both");
  const number = element("span", "amount");
  const bar = element("span", "bar", { "aria-hidden": "true" });
  number.textContent = valueText(data, value);
  bar.style.setProperty("--share", `${share}%`);
  both.append(number, bar);
  node.append(both);
  return node;
}

// How long a bar is, in per cent, between the worst keep and the best.
function barShare(value, worst, best) {
  if (best - worst < NO_LOSS) return 100;
  return LEAST_BAR + ((100 - LEAST_BAR) * (value - worst)) / (best - worst);
}

function makeCell(data, { name, at, as }, keep, share) {
  if (as === "keep") return keep.node;
  return as === "value" ? valueCell(data, keep.row[at], share) : cell(name, numberText(data, as, keep.row[at]));
}

function makeRow(data, numbers, share) {
  const row = element("tr", "", { "data-key": numbers[0] });
  const { node, button } = keepCell(data, numbers[0]);
  row.append(...data.columns.map((column) => makeCell(data, column, { node, row: numbers }, share)));
  return { row, button };
}

function headCell(data, name) {
  const node = element("th", name, { scope: "col" });
  node.textContent = (name === "value" ? data.value_alone : data.text[name]) ?? "";
  return node;
}

// Replacing the rows takes a focused button away; the table itself is the nearest place to go on from.
function build(ranking, data) {
  const active = ranking.root.getRootNode().activeElement;
  const hadFocus = active && ranking.body.contains(active);
  const keeps = data.keeps ?? [];
  // Where the numbers are hidden, or not there yet, there are no columns either.
  const at = data.columns.find(({ as }) => as === "value")?.at;
  const values = keeps.map((row) => row[at]);
  const [worst, best] = [Math.min(...values), Math.max(...values)];
  const fragment = document.createDocumentFragment();
  ranking.rows.clear();
  keeps.forEach((item, i) => {
    const made = makeRow(data, item, barShare(values[i], worst, best));
    ranking.rows.set(item[0], [...(ranking.rows.get(item[0]) ?? []), made]);
    fragment.append(made.row);
  });
  ranking.root.hidden = !keeps.length;
  setAttribute(ranking.root, "data-value-is", data.value_is ?? "");
  setAttribute(ranking.root, "lang", data.lang);
  setText(ranking.caption, data.text.caption ?? "");
  setAttribute(ranking.region, "aria-label", data.text.caption ?? "");
  ranking.head.replaceChildren(...data.columns.map(({ name }) => headCell(data, name)));
  ranking.body.replaceChildren(fragment);
  ranking.region.scrollTop = 0;
  ranking.chosen = null;
  if (hadFocus) ranking.region.focus({ preventScroll: true });
}

// ------------------------------------------------------------------------------------------------ the present choice

// One keep may have several rows, where there are several things to do with it.
function mark(rows, chosen) {
  for (const { row, button } of rows ?? []) {
    setAttribute(row, "aria-current", chosen ? "true" : null);
    setAttribute(button, "aria-pressed", String(chosen));
  }
}

// By hand, as scrollIntoView would move the page as well.
function reveal(ranking, row) {
  const { region } = ranking;
  const view = region.getBoundingClientRect();
  const place = row.getBoundingClientRect();
  const top = view.top + ranking.head.getBoundingClientRect().height;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const behavior = calm ? "auto" : "smooth";
  if (place.top < top) region.scrollBy({ top: place.top - top - place.height, behavior });
  else if (place.bottom > view.bottom) region.scrollBy({ top: place.bottom - view.bottom + place.height, behavior });
}

function onChosen(ranking, { code, key, data }) {
  if (data !== ranking.told) take(ranking, data);
  if (!ranking.data || code !== ranking.data.code || key === ranking.chosen) return;
  mark(ranking.rows.get(ranking.chosen), false);
  ranking.chosen = key;
  const rows = ranking.rows.get(key);
  mark(rows, true);
  // Whoever clicked a row is looking at it already. Measuring waits for the next frame: it is not to hold up the click.
  if (!rows || key === ranking.own) return;
  cancelAnimationFrame(ranking.frame);
  ranking.frame = requestAnimationFrame(() => reveal(ranking, rows[0].row));
}

// The button is the way in for keyboards and screen readers; a pointer may take the whole row.
function onClick(ranking, event) {
  const row = event.target.closest("tr");
  if (!row || !ranking.data) return;
  const detail = { code: ranking.data.code, key: row.dataset.key };
  ranking.own = detail.key;
  document.dispatchEvent(new CustomEvent("midnight:choose", { detail }));
  ranking.own = null;
}

// ------------------------------------------------------------------------------------------------ the life of a ranking

function listen(ranking) {
  if (ranking.listening) return;
  ranking.listening = new AbortController();
  const { signal } = ranking.listening;
  document.addEventListener("midnight:chosen", ({ detail }) => {
    if (ranking.root.isConnected) onChosen(ranking, detail);
    else stopListening(ranking);
  }, { signal });
}

function stopListening(ranking) {
  cancelAnimationFrame(ranking.frame);
  stopBuilding(ranking);
  ranking.listening?.abort();
  ranking.listening = null;
}

// The dice come first: the rows wait until the roll has been painted.
function take(ranking, told) {
  ranking.told = told;
  stopBuilding(ranking);
  ranking.building = requestAnimationFrame(() => {
    ranking.painted = setTimeout(() => buildIfNew(ranking));
  });
}

function buildIfNew(ranking) {
  const { code, columns, keeps, value_is, goal_unit, digits, loss_digits, lang, text } = ranking.told;
  const said = { value_alone: text.value_alone, text: ranking.text };
  const data = { code, columns, keeps, value_is, goal_unit, digits, loss_digits, lang, ...said };
  const signature = JSON.stringify(data);
  if (signature === ranking.signature) return;
  Object.assign(ranking, { data, signature });
  build(ranking, data);
  askWhatIsChosen();
}

function stopBuilding(ranking) {
  cancelAnimationFrame(ranking.building);
  clearTimeout(ranking.painted);
}

function askWhatIsChosen() {
  document.dispatchEvent(new CustomEvent("midnight:ask"));
}

// Streamlit calls this again at every change of the data or the theme.
export default function ({ data: [text] = [], parentElement }) {
  let ranking = rankings.get(parentElement);
  if (!ranking || !ranking.root.isConnected) {
    if (ranking) stopListening(ranking);
    ranking = makeRanking(parentElement);
    rankings.set(parentElement, ranking);
  }
  Object.assign(ranking, { text, told: null });
  listen(ranking);
  // The tray may have been here first.
  askWhatIsChosen();
}
