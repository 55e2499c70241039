// Shared by the tray and the ranking: how a die is drawn, how a number is written, how a sentence is filled in.
// Streamlit loads each component as one module, so Python puts this text in front of each component's own.

const SVG = "http://www.w3.org/2000/svg";

// The seven places a pip can have, as [x, y] in a 100 by 100 square, and the places each face uses.
const PLACES = [[26, 26], [74, 26], [26, 50], [50, 50], [74, 50], [26, 74], [74, 74]];
const FACES = { 1: [3], 2: [0, 6], 3: [0, 3, 6], 4: [0, 1, 5, 6], 5: [0, 1, 3, 5, 6], 6: [0, 1, 2, 4, 5, 6] };

// A loss this small is rounding in the last digits, not a worse keep.
const NO_LOSS = 1e-9;

function element(name, className, attributes = {}) {
  const node = document.createElement(name);
  if (className) node.className = className;
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}

// A square with seven pips, of which showFace lets some be seen. The square itself is painted by CSS.
function makeDie(className) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  for (const [x, y] of PLACES) {
    const pip = document.createElementNS(SVG, "circle");
    pip.setAttribute("cx", x);
    pip.setAttribute("cy", y);
    pip.setAttribute("r", 9.5);
    svg.append(pip);
  }
  return svg;
}

function showFace(svg, face) {
  const used = FACES[face] ?? [];
  svg.querySelectorAll("circle").forEach((pip, place) => {
    pip.style.display = used.includes(place) ? "" : "none";
  });
  svg.dataset.face = face ?? "";
}

function miniDie(face) {
  const svg = makeDie("mini");
  showFace(svg, face);
  return svg;
}

// "Die {n}, showing {face}" with {n: 3, face: 5} -> "Die 3, showing 5". An unknown name stays visible.
function fill(template, values) {
  return String(template ?? "").replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// Writing to a node that already says so would still wake observers and screen readers.
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

// Making an Intl.NumberFormat costs more than using it a thousand times.
const FORMATS = new Map();

function numberFormat(lang, options) {
  const locale = lang === "nb" ? "nb-NO" : "en-GB";
  const name = locale + JSON.stringify(options);
  if (!FORMATS.has(name)) FORMATS.set(name, new Intl.NumberFormat(locale, options));
  return FORMATS.get(name);
}

function decimals(lang, number, digits) {
  const fixed = numberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return fixed.format(number);
}

function percent(lang, share) {
  const format = numberFormat(lang, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return format.format(share);
}

// A value is measured in what the player maximises: points, the probability of something, or turns to go, of which
// fewer are better: they count below nought.
function valueText(data, value) {
  if (data.goal_unit === "probability") return percent(data.lang, value);
  return decimals(data.lang, data.goal_unit === "turns" ? -value : value, data.digits);
}

// "0" for the best keep only: never rounded down to a nought that it is not.
function lossText(data, loss) {
  if (loss < NO_LOSS) return "0";
  const inProbability = data.goal_unit === "probability";
  const [amount, digits] = inProbability ? [loss * 100, 1] : [loss, data.loss_digits];
  const tooSmall = amount < 0.5 / 10 ** digits;
  const format = numberFormat(data.lang, { maximumSignificantDigits: 1, maximumFractionDigits: 12 });
  const number = tooSmall ? format.format(amount) : decimals(data.lang, amount, digits);
  return inProbability ? fill(data.text.percentage_points ?? "{n} pp", { n: number }) : number;
}

const DIGITS = { tenths: 1, hundredths: 2 };

// A number of a keep in the manner that its column or tile asks for.
function numberText(data, as, number) {
  if (as === "value") return valueText(data, number);
  if (as === "loss") return lossText(data, number);
  if (as === "percent") return percent(data.lang, number);
  return as in DIGITS ? decimals(data.lang, number, DIGITS[as]) : String(number);
}
