import { openDB } from "idb";

// Keeps a gate on the device: the roster, the check-ins that wait, what the server saw otherwise,
// and the page itself with its scripts. The service worker (assets/sw.js) answers with the page,
// and deletes everything at a logout.
const GATE = "gate";
const PATHS = /["'(](\/(?:assets|fonts|art|styles)\/[^"')]+)/g;
const UNTIL = "x-kept-until";
const OWN_FILES = /^\/(assets|fonts|art|styles)\//;

let opening = null;

function database() {
  opening ??= openDB(GATE, 1, {
    upgrade(db) {
      db.createObjectStore("rosters", { keyPath: "eventId" });
      for (const name of ["queue", "told"])
        db.createObjectStore(name, { keyPath: "clientId" }).createIndex("eventId", "eventId");
    },
    // A logout in another tab deletes the database.
    blocking(_was, _is, { target }) {
      target.close();
      opening = null;
    },
    terminated() {
      opening = null;
    },
  });
  return opening;
}

export async function read(eventId) {
  const db = await database();
  const [roster, queue, told] = await Promise.all([
    db.get("rosters", eventId),
    db.getAllFromIndex("queue", "eventId", eventId),
    db.getAllFromIndex("told", "eventId", eventId),
  ]);
  return { roster, queue, told };
}

export const put = async (store, value) => (await database()).put(store, value);

export async function remove(store, ids) {
  const changing = (await database()).transaction(store, "readwrite");
  await Promise.all([...ids.map((id) => changing.store.delete(id)), changing.done]);
}

const idsOf = (entries) => entries.map(({ clientId }) => clientId);

// Forgets everything about the events that the function names, given what is kept of each. The
// check-ins of somebody else wait for their own member, until `isOld`.
export async function forget(isOver, isOld = () => true) {
  const db = await database();
  const over = (await db.getAll("rosters")).filter(isOver);
  const pages = await caches.open(GATE);
  for (const { eventId, path } of over) {
    const { queue, told } = await read(eventId);
    await remove("queue", idsOf(queue.filter(isOld)));
    await remove("told", idsOf(told));
    await remove("rosters", [eventId]);
    await pages.delete(path);
  }
}

export const forgetQueue = async (isOld) =>
  remove("queue", idsOf((await (await database()).getAll("queue")).filter(isOld)));

// Keeps the page at this path with all the files that it names or has loaded. The document is
// stored last, so that one without its scripts is never shown.
export async function keepPage(path, until) {
  const answer = await fetch(path, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const html = await answer.text();
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const here = loaded.filter(({ origin }) => origin === window.location.origin);
  const named = [...html.matchAll(PATHS)].map(([, file]) => file.replace(/#.*/, ""));
  const wanted = here.map(({ pathname }) => pathname).filter((one) => OWN_FILES.test(one));
  const pages = await caches.open(GATE);
  await Promise.all(
    [...new Set([...named, ...wanted])].map(async (file) => {
      if (!(await pages.match(file, { ignoreVary: true }))) await pages.add(file);
    }),
  );
  const headers = new Headers(answer.headers);
  headers.set(UNTIL, String(until));
  await pages.put(path, new Response(html, { headers }));
}
