// The rules of the gate's device about people, check-ins and passes. Pure: nothing here asks the
// network, a clock or the browser.

export const SEARCHES_FROM = 2;
export const AT_ONCE = 500;
// Two clocks that agree may be so far apart.
const CLOCKS_DIFFER_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;
// A pass is 24 signs (`gate/passes.py`). A code that leads somewhere is none.
const PASS = /^[\w-]{24}$/;
const MARKS = /\p{M}/gu;

const folded = (text) => text.normalize("NFD").replace(MARKS, "").toLowerCase().trim();

// The people whose names have every word that was typed. One letter finds too many.
export function found(people, typed) {
  const words = folded(typed).split(/\s+/);
  if (words.join("").length < SEARCHES_FROM) return people;
  return people.filter(({ name }) => {
    const known = folded(name);
    return words.every((word) => known.includes(word));
  });
}

// The people as this device knows them: whoever waits in its queue is there.
export function withQueue(people, queue) {
  const at = new Map(queue.map((entry) => [entry.userId, entry.at]));
  return people.map((one) =>
    at.has(one.userId) && !one.checkedInAt
      ? { ...one, checkedInAt: at.get(one.userId), isWaiting: true }
      : one,
  );
}

// The name on an entry; of a pass, that of its holder, as soon as the list has one.
export const nameOf = ({ name, passHash }, people) =>
  (passHash && people.find((one) => one.passHash === passHash)?.name) || name;

export const isIn = ({ checkedInAt }) => Boolean(checkedInAt);

// How many there are, as the counters say it.
export function counted(people, counts) {
  const there = people.filter(isIn).length;
  return { all: people.length, there, expected: people.length - there, waiting: counts.waiting };
}

export const partOf = (people, part) =>
  part === "all" ? people : people.filter((one) => isIn(one) === (part === "there"));

// The token of a pass in the text of a code, or an empty text.
export const passIn = (text) => (PASS.test(text.trim()) ? text.trim() : "");

export async function hashOf(token) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return Array.from(new Uint8Array(bytes), (one) => one.toString(16).padStart(2, "0")).join("");
}

// The queue in portions that one request may have, in the order in which people were checked in.
export function portions(queue) {
  const all = queue.toSorted((one, other) => one.at.localeCompare(other.at));
  const starts = Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, nth) => nth * AT_ONCE);
  return starts.map((start) => all.slice(start, start + AT_ONCE));
}

// An entry as the server takes it.
export const asSent = ({ clientId, userId, pass, at }) =>
  userId ? { clientId, userId, at } : { clientId, pass, at };

const instant = (text) => new Date(text).getTime();

const isAtOnce = (one, other) => Math.abs(instant(one) - instant(other)) < CLOCKS_DIFFER_MS;

// The person of an entry, if the list has them.
export const holderOf = ({ userId, passHash }, people) =>
  people.find((one) => (userId ? one.userId === userId : one.passHash === passHash));

// Whether the list has somebody's check-in of this entry, and not one that was made elsewhere.
export const hasArrived = ({ at }, holder) =>
  Boolean(holder?.checkedInAt) && isAtOnce(holder.checkedInAt, at);

// The server puts a clock right that is wrong. What is missing to a card that was not green is no
// news: the person at the gate has read it.
function isAsHere({ at, verdict }, { outcome, checkedInAt, text }) {
  if (outcome !== "checked_in") return false;
  return isAtOnce(checkedInAt, at) && (!text || verdict !== "green");
}

// An entry of the list of what the server saw otherwise than this device, or null.
export function difference(entry, answer, timeOf) {
  const { clientId, eventId, name, passHash } = entry;
  // The holder of a pass that was kept is news in any case.
  if (!passHash && isAsHere(entry, answer)) return null;
  const known = answer.checkedInAt ? `In since ${timeOf(answer.checkedInAt)}.` : "Not checked in.";
  const { outcome } = answer;
  return { clientId, eventId, name, passHash, outcome, text: answer.text || known };
}

// The people after the server's answers to these entries.
export function withAnswers(people, entries, answers) {
  const at = new Map();
  for (const [nth, { outcome, checkedInAt }] of answers.entries())
    if (outcome !== "refused") at.set(entries[nth].userId, checkedInAt ?? entries[nth].at);
  return people.map((one) =>
    at.has(one.userId) ? { ...one, checkedInAt: at.get(one.userId) } : one,
  );
}

// The instant from which nothing of an event is kept on the device.
export const keptUntil = (endsAt) => new Date(endsAt).getTime() + DAY_MS;
