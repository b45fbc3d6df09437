import { eventLoop } from "$/utils/context-registry";

// An act of a person goes to the server now, or never: Reflex would keep it while the socket is
// down, and send it minutes later, when nobody thinks of it anymore.

export const NOTHING_CHANGED = "You’re offline. Nothing was changed.";
const REFUSED = "rookiebattle:refused";
const TOLD = "rookiebattle:told";
const PATIENCE = 10_000;
const AGAIN = 150;
const OF_STATE = "reflex___state";
const OF_ERRORS = "frontend_event_exception_state";

export const isOffline = () => navigator.onLine === false;
export const refuse = () => window.dispatchEvent(new Event(REFUSED));

// Calls `act` whenever something was refused; returns the function that ends this.
export function onRefusal(act) {
  window.addEventListener(REFUSED, act);
  return () => window.removeEventListener(REFUSED, act);
}

// A message that this page has by itself: no server could send it.
export const tell = (title, text) =>
  window.dispatchEvent(new CustomEvent(TOLD, { detail: { title, text, tone: "error" } }));

// Calls `act` with each such message; returns the function that ends this.
export function onTold(act) {
  const listen = ({ detail }) => act(detail);
  window.addEventListener(TOLD, listen);
  return () => window.removeEventListener(TOLD, listen);
}

const waiting = [];
let pass = eventLoop.addEvents;
let timer = null;

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
  } else if (waiting.length > 0) {
    keepBrowserFrom(found, actions);
    wait(events, actions);
  } else {
    const sent = sendNow(events, args, actions);
    if (sent !== undefined || actions.debounce || actions.throttle) return sent;
    wait(events, actions);
  }
  return undefined;
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
