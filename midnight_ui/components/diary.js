// Keeps the history on the reader's device, in the browser's storage, and tells the server what is there.
//
// Data: {add, most, seen, sound} notes what is new; {reader: true, late, job, clear} also tells, and `add` is its job's.
// Only the server reads a history: what is there is added to when its stamp is `sound`, that is, when the server has
// read it, or when it was written here upon such a text. Else it is told first. Notes and reader of one page agree by
// the event midnight:noted {before, after} on the document: what was noted, the server knows already.

const KEY = "midnight.history";
const AGAIN = 1500; // ms: a telling that got no answer by then is repeated
const TIMES = 5;

const diaries = new WeakMap(); // parentElement -> diary

// ------------------------------------------------------------------------------------------------ the storage

// {text}, null when there is none, or {trouble}.
function stored() {
  try {
    return { text: localStorage.getItem(KEY) };
  } catch {
    return { text: null, trouble: "closed" };
  }
}

// To see that something has changed; it need not stand up to ill will.
function stampOf(text) {
  if (text === null) return "none";
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return `${text.length}.${hash}`;
}

// The stamps of what may be written over.
function sound() {
  return (window.midnightSound ??= new Set([stampOf(null)]));
}

function write(text) {
  try {
    localStorage.setItem(KEY, text);
    return undefined;
  } catch {
    return "full";
  }
}

// ------------------------------------------------------------------------------------------------ the history

function isTen({ code, position }) {
  return /^[tq]/.test(code ?? position);
}

function order({ at, code, position, goal }) {
  return `${at} ${code ?? position} ${goal}`;
}

// A turn is the same turn as another when rules, or house rules, and seed are the same.
function identity(entry) {
  return entry.code ? entry.code.split(".").slice(1, 3).join(".") : order(entry);
}

function merged(some, more) {
  const sorted = [...some, ...more].map((entry) => [order(entry), entry]);
  sorted.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const first = new Map();
  for (const [, entry] of sorted) if (!first.has(identity(entry))) first.set(identity(entry), entry);
  return [...first.values()];
}

function listed(entries) {
  const lines = entries.map((entry) => JSON.stringify(entry)).join(",\n");
  return lines ? `[\n${lines}\n]` : "[]";
}

// The first version of the text is still written where there is nothing of 10 000.
function written({ format }, turns, answers) {
  const version = [...turns, ...answers].some(isTen) ? 2 : 1;
  return `{"format":"${format}","version":${version},"turns":${listed(turns)},"answers":${listed(answers)}}\n`;
}

// Storage is read anew each time: another tab may have written to it.
function isSound() {
  const { text, trouble } = stored();
  return Boolean(trouble) || sound().has(stampOf(text));
}

// Adds to what is sound. Returns what went wrong.
function add(more, most, isKnown = true) {
  const { text: before, trouble } = stored();
  if (trouble) return trouble;
  if (!sound().has(stampOf(before))) return "foreign";
  const history = before === null ? { turns: [], answers: [] } : JSON.parse(before);
  const turns = merged(history.turns, more.turns);
  const answers = merged(history.answers, more.answers);
  if (turns.length + answers.length > most) return "long";
  const after = written(more, turns, answers);
  if (after === before) return undefined;
  const fault = write(after);
  if (fault) return fault;
  sound().add(stampOf(after));
  const detail = { before: isKnown ? stampOf(before) : null, after: stampOf(after) };
  document.dispatchEvent(new CustomEvent("midnight:noted", { detail }));
  return undefined;
}

// What was deleted since, here or in another tab, is not noted again.
function fresh({ turns, answers, ...more }) {
  const noted = (window.midnightNoted ??= new Set());
  const isNew = (entry) => !noted.has(order(entry));
  return { ...more, turns: turns.filter(isNew), answers: answers.filter(isNew) };
}

// What is not sound is told, and noted to when the server answers that it is; then, or when the note comes late, the
// server may have read what is there after the event was told to it, and does not know both together.
function note(diary, text, most, isLate) {
  if (text === diary.added) return;
  const more = fresh(JSON.parse(text));
  const entries = [...more.turns, ...more.answers];
  if (entries.length && !isSound()) {
    diary.hasAsked = true;
    tell(diary);
    return;
  }
  diary.added = text;
  const trouble = entries.length ? add(more, most, !isLate && !diary.hasAsked) : undefined;
  diary.hasAsked = false;
  if (trouble) diary.setTriggerValue("told", { trouble });
  else entries.forEach((entry) => window.midnightNoted.add(order(entry)));
}

// Only what the reader has seen is deleted.
function clear(seen) {
  const { text, trouble } = stored();
  if (trouble || stampOf(text) !== seen) return trouble ?? "changed";
  localStorage.removeItem(KEY);
  return undefined;
}

// ------------------------------------------------------------------------------------------------ telling

function tell(diary, job, fault, times = TIMES) {
  clearTimeout(diary.timer);
  const { text, trouble } = stored();
  const stamp = trouble ?? stampOf(text);
  if (stamp === diary.known && !job) return;
  if (!times) return;
  diary.setTriggerValue("told", { stamp, text, trouble: fault ?? trouble, job });
  diary.timer = setTimeout(() => tell(diary, job, fault, times - 1), AGAIN);
}

function listen(diary, place) {
  const listening = new AbortController();
  const heard = (target, name, act) => target.addEventListener(name, (event) => {
    if (place.isConnected) act(event);
    else listening.abort();
  }, { signal: listening.signal });
  heard(window, "storage", ({ key }) => (key === KEY || key === null) && tell(diary));
  heard(document, "midnight:noted", ({ detail: { before, after } }) => {
    if (diary.known === before) diary.known = after;
    else tell(diary);
  });
  // A server that was started anew knows nothing of this page, and the next press on it would be lost.
  const app = document.querySelector("[data-testid=stApp]");
  const connection = new MutationObserver(() => {
    if (!place.isConnected) connection.disconnect();
    else if (app.dataset.testConnectionState === "CONNECTED") tell(Object.assign(diary, { known: undefined }));
  });
  if (app) connection.observe(app, { attributeFilter: ["data-test-connection-state"] });
}

function know(diary, seen) {
  if (diary.seen !== seen || !("known" in diary)) Object.assign(diary, { seen, known: seen });
}

function read(diary, { job, add: more, clear: doomed, most }) {
  if (!job || job === diary.job || !(doomed || isSound())) {
    tell(diary);
    return;
  }
  diary.job = job;
  tell(diary, job, doomed ? clear(doomed) : add(JSON.parse(more), most));
}

// Streamlit calls this again at every change of the data or the theme.
export default function ({ data: [data] = [], parentElement, setTriggerValue }) {
  const diary = diaries.get(parentElement) ?? {};
  diaries.set(parentElement, diary);
  diary.setTriggerValue = setTriggerValue;
  if (data.sound) sound().add(data.sound);
  if (data.reader && !("known" in diary)) listen(diary, parentElement);
  clearTimeout(diary.timer);
  know(diary, data.seen);
  note(diary, data.reader ? data.late : data.add, data.most, data.reader);
  if (data.reader) read(diary, data);
}
