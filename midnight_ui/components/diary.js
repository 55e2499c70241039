// Keeps the history on the reader's device, in the browser's storage, and tells the server what is there.
//
// Data: {add, most} notes what is new; with {reader: true, seen, job, clear} it also tells. Notes and reader of one
// page agree by the event midnight:noted {before, after} on the document: what was noted, the server knows already.

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

function write(text) {
  try {
    localStorage.setItem(KEY, text);
    return undefined;
  } catch {
    return "full";
  }
}

// ------------------------------------------------------------------------------------------------ the history

const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const MIDNIGHT = {
  code: /^m1\.[1-6]{2}\.[1-9]\d{0,11}\.[-\w~]+$/,
  position: /^p1\.[1-6]{2}\.[1-6]*\.[1-6]+\.[-\w]$/,
  goal: /^(mean score|qualify|(at least|beat) \d{1,2})$/,
  at: AT,
};

const TEN = {
  code: /^(?=.{1,300}$)t1\.[-\w]+\.[1-9]\d{0,11}\.\d{1,5}\.[-\w~]+!?$/,
  position: /^q1\.[-\w]+\.\d{1,5}\.\d{1,7}\.[1-6]{1,6}\.[-\w]\*?$/,
  goal: /^(most points|fewest turns|win against (0|[1-9]\d{0,4}))$/,
  at: AT,
};

function isTen({ code, position }) {
  return /^[tq]/.test(code ?? position);
}

function hasJust(found, names) {
  return Object.keys(found).length === names.length && names.every((name) => Object.hasOwn(found, name));
}

function isEntry(entry, code, version) {
  const names = [code, "goal", "at"];
  const fits = (forms) => names.every((name) => typeof entry[name] === "string" && forms[name].test(entry[name]));
  return hasJust(entry, names) && (fits(MIDNIGHT) || (version === 2 && fits(TEN)));
}

// The history that a text holds; null when it is none of ours, or not as the server reads it: then it is left alone.
function parsed(text, { format }) {
  try {
    const found = JSON.parse(text);
    const isOurs = hasJust(found, ["format", "version", "turns", "answers"])
      && found.format === format && [1, 2].includes(found.version)
      && found.turns.every((entry) => isEntry(entry, "code", found.version))
      && found.answers.every((entry) => isEntry(entry, "position", found.version));
    return isOurs ? found : null;
  } catch {
    return null;
  }
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

// Storage is read anew each time: another tab may have written to it. Returns what went wrong.
function add(more, most) {
  const { text: before, trouble } = stored();
  if (trouble) return trouble;
  const history = before === null ? { turns: [], answers: [] } : parsed(before, more);
  if (!history) return "foreign";
  const turns = merged(history.turns, more.turns);
  const answers = merged(history.answers, more.answers);
  if (turns.length + answers.length > most) return "long";
  const after = written(more, turns, answers);
  if (after === before) return undefined;
  const fault = write(after);
  if (fault) return fault;
  const detail = { before: stampOf(before), after: stampOf(after) };
  document.dispatchEvent(new CustomEvent("midnight:noted", { detail }));
  return undefined;
}

// What was deleted since, here or in another tab, is not noted again.
function note(more, most) {
  const noted = (window.midnightNoted ??= new Set());
  const isNew = (entry) => !noted.has(order(entry));
  const fresh = { ...more, turns: more.turns.filter(isNew), answers: more.answers.filter(isNew) };
  const entries = [...fresh.turns, ...fresh.answers];
  const trouble = entries.length ? add(fresh, most) : undefined;
  if (!trouble) entries.forEach((entry) => noted.add(order(entry)));
  return trouble;
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
  });
  // A server that was started anew knows nothing of this page, and the next press on it would be lost.
  const app = document.querySelector("[data-testid=stApp]");
  const connection = new MutationObserver(() => {
    if (!place.isConnected) connection.disconnect();
    else if (app.dataset.testConnectionState === "CONNECTED") tell(Object.assign(diary, { known: undefined }));
  });
  if (app) connection.observe(app, { attributeFilter: ["data-test-connection-state"] });
}

function read(diary, place, { seen, job, add: more, clear: doomed, most }) {
  if (!("known" in diary)) listen(diary, place);
  if (diary.seen !== seen || !("known" in diary)) Object.assign(diary, { seen, known: seen });
  if (!job || job === diary.job) {
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
  if (data.reader) {
    read(diary, parentElement, data);
  } else if (data.add !== diary.added) {
    diary.added = data.add;
    const trouble = note(JSON.parse(data.add), data.most);
    if (trouble) setTriggerValue("told", { trouble });
  }
}
