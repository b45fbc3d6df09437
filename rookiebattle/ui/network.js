import { useSyncExternalStore } from "react";
import { eventLoop } from "$/utils/context-registry";

// An act of a person goes to the server now, or never: Reflex would keep it while the socket is
// down, and send it minutes later, when nobody thinks of it anymore.

export const NOTHING_CHANGED = "You’re offline. Nothing was changed.";
// The site ends a socket that brings more at once (core/sockets/frames.py). 5,000 are for the rest.
const MOST_CHARACTERS = 60_000;
const TOO_LONG = "This is too much text to send at once. Nothing was changed. Please shorten it.";
const REFUSED = "rookiebattle:refused";
const ENDED = "rookiebattle:ended";
const TOLD = "rookiebattle:told";
const PATIENCE = 10_000;
const AGAIN = 150;
const OF_STATE = "reflex___state";
const OF_ERRORS = "frontend_event_exception_state";

export const isOffline = () => navigator.onLine === false;
export const refuse = () => window.dispatchEvent(new Event(REFUSED));

function on(name, act) {
  window.addEventListener(name, act);
  return () => window.removeEventListener(name, act);
}

// Calls `act` whenever something was refused; returns the function that ends this.
export const onRefusal = (act) => on(REFUSED, act);

export const ended = () => window.dispatchEvent(new Event(ENDED));

// Calls `act` whenever a press has ended without the server's own word: refused, or by HTTP.
export function onEnd(act) {
  const ends = [on(REFUSED, act), on(ENDED, act)];
  return () => ends.map((end) => end());
}

// A message that this page has by itself: no websocket could bring it.
export const tell = (title, text, tone = "error") =>
  window.dispatchEvent(new CustomEvent(TOLD, { detail: { title, text, tone } }));

// Calls `act` with each such message; returns the function that ends this.
export const onTold = (act) => on(TOLD, ({ detail }) => act(detail));

// The sentences about a network that blocks websockets, while the page is in one.
let blocked = null;
const watchers = new Set();
const watch = (watcher) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const isBlocked = () => blocked !== null;
export const useBlocked = () =>
  useSyncExternalStore(
    watch,
    () => blocked,
    () => null,
  );
export function setBlocked(sentences) {
  blocked = sentences;
  for (const one of watchers) one();
}

// The forms by the names of the handlers whose place they take, a path that is always answered, and
// the function that reads the page's data by HTTP.
export const page = { forms: {}, ping: "", reread: () => undefined };

// A page on a usual network never loads this. All acts wait for one promise, which keeps their
// order: of two imports, the later may be answered first.
let part = null;
function withoutSocket() {
  part ??= import("./without_socket.js").catch(() => {
    part = null;
  });
  return part;
}

export function lookForSocket() {
  if (!isConnected()) withoutSocket().then((loaded) => loaded?.look());
  else if (blocked) setBlocked(null);
}

const waiting = [];
let pass = eventLoop.addEvents;
let timer = null;

// Reflex takes a temporal event only while the socket is there.
export const isConnected = () => pass?.([], [], { temporal: true }) !== undefined;

const needsServer = (events) =>
  events.some(({ name }) => name?.startsWith(OF_STATE) && !name.includes(OF_ERRORS));

// Reflex drops a temporal event while the socket is down, and then returns nothing.
const sendNow = (events, args, actions) => pass(events, args, { ...actions, temporal: true });

function sendWaiting() {
  while (waiting.length > 0) {
    const { events, actions } = waiting[0];
    if (sendNow(events, [], actions) === undefined) break;
    waiting.shift();
  }
  if (waiting.length > 0 && (isOffline() || Date.now() > waiting[0].until)) {
    waiting.length = 0;
    refuse();
  }
  if (waiting.length === 0) {
    clearInterval(timer);
    timer = null;
  }
}

function wait(events, actions) {
  waiting.push({ events, actions, until: Date.now() + PATIENCE });
  // No event at all, which makes Reflex connect again.
  pass([], [], {});
  timer ??= setInterval(sendWaiting, AGAIN);
}

const isTooLong = (events) =>
  JSON.stringify(events.map(({ payload }) => payload)).length > MOST_CHARACTERS;

function keepBrowserFrom(args, actions) {
  const event = args.find((one) => one?.preventDefault);
  if (actions.preventDefault) event?.preventDefault();
  if (actions.stopPropagation) event?.stopPropagation();
}

function addEvents(given, args, givenActions) {
  const events = [given].flat(Number.POSITIVE_INFINITY).filter(Boolean);
  if (!needsServer(events)) return pass(given, args, givenActions);
  const actions = Object.assign({}, givenActions, ...events.map((one) => one.event_actions));
  const found = [args].flat();
  if (isOffline()) {
    keepBrowserFrom(found, actions);
    refuse();
  } else if (isTooLong(events)) {
    keepBrowserFrom(found, actions);
    tell("Error", TOO_LONG);
    ended();
  } else if (waiting.length > 0) {
    keepBrowserFrom(found, actions);
    wait(events, actions);
  } else {
    const sent = sendNow(events, args, actions);
    if (sent !== undefined || actions.debounce || actions.throttle) return sent;
    goOtherwise(events, actions, found.find((one) => one?.target?.closest)?.target);
  }
  return undefined;
}

// An act that has a form does not wait for the socket.
async function goOtherwise(events, actions, pressed) {
  const loaded = await withoutSocket();
  if (await loaded?.goByHttp(events, pressed)) return;
  if (loaded && blocked) loaded.goWithout(pressed);
  else wait(events, actions);
}

// Reflex pauses between its own tries, and knows nothing of a network that is back.
if (typeof window !== "undefined") {
  window.addEventListener("online", () => pass?.([], [], {}));
}

// Reflex puts its own function here whenever its provider is rendered.
Object.defineProperty(eventLoop, "addEvents", {
  configurable: true,
  enumerable: true,
  get: () => addEvents,
  set: (own) => {
    pass = own;
  },
});
