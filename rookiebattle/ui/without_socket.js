import { askApi, atApi } from "./api.js";
import { forgetOf } from "./kept_fields.js";
import {
  ended,
  isBlocked,
  isConnected,
  isOffline,
  page,
  refuse,
  setBlocked,
  tell,
} from "./network.js";
import { store } from "./stored.js";

// The part of a page for networks that block websockets, loaded where one is missed: acts go to
// plain forms of the API (core/doors/forms.py), and data is read by HTTP.

const SENTENCES = {
  bar:
    "Your network blocks live updates. You can register, unregister, pay and edit your profile. " +
    "Reload to see what others change.",
  refusal: "This needs live updates, which your network blocks. Nothing was changed.",
};
// A server that starts again answers by HTTP for a moment before its sockets are back.
const SURE = 2;
const IN_A_ROW = 8_000;
// This tab was in such a network a moment ago.
const KNOWN = "blocked";
const KNOWN_FOR = 10 * 60_000;

// An event that comes later after a press is one that the page sends by itself.
const OF_PRESS = 1_000;

let answers = 0;
let askedAt = 0;
let pressedAt = 0;
for (const kind of ["click", "change", "submit"]) {
  const press = () => {
    pressedAt = Date.now();
  };
  window.addEventListener(kind, press, true);
}

const isAnswered = () =>
  askApi(page.ping, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

// Called while no websocket is there. Finds out whether HTTP is answered nevertheless.
export async function look() {
  if (isBlocked() || isOffline()) return;
  if (Date.now() - askedAt > IN_A_ROW) answers = 0;
  askedAt = Date.now();
  answers = (await isAnswered()) ? answers + 1 : 0;
  const isKnown = Date.now() - Number(sessionStorage.getItem(KNOWN)) < KNOWN_FOR;
  if (answers < (isKnown ? 1 : SURE) || isConnected()) return;
  store(KNOWN, String(Date.now()));
  setBlocked(SENTENCES);
}

// The path of the form that takes the place of a handler.
function formOf({ name, payload = {} }) {
  const path = page.forms[name.slice(name.lastIndexOf(".") + 1)];
  return path?.replace(/\{(\w+)\}/g, (_, argument) => encodeURIComponent(payload[argument]));
}

// The fields of a form that was sent; Reflex has null for a control that is not there.
function bodyOf({ payload }) {
  const fields = Object.entries(payload?.form ?? {}).filter(([, value]) => value !== null);
  return fields.length > 0 ? new URLSearchParams(fields) : undefined;
}

// Carries out the first event that has a form. False where there is none, and where something else
// than the site has answered, if anything has: the socket may still come.
export async function goByHttp(events, pressed) {
  const act = events.find(formOf);
  if (!act) return false;
  try {
    const answer = await askApi(formOf(act), { method: "POST", body: bodyOf(act) });
    if (answer.ok && act.payload.form) forgetOf(pressed);
    return await take(answer);
  } catch {
    return false;
  }
}

async function take(answer) {
  const type = answer.headers.get("content-type") ?? "";
  const onwards = answer.headers.get("location");
  if (!onwards && !type.startsWith(answer.ok ? "application/json" : "text/plain")) return false;
  const said = answer.ok ? await answer.json() : { title: "Error", text: await answer.text() };
  const to = said.to || onwards;
  if (!onwards) tell(said.title, said.text, said.tone);
  if (to) {
    window.location.assign(to);
    return true;
  }
  await page.reread();
  ended();
  return true;
}

// The button of a form leads to the page that has the same form. Questions that a page asks by
// itself are answered by HTTP. Nothing else can be done.
export function goWithout(pressed) {
  const form = pressed?.closest("[data-page]")?.dataset.page;
  if (form && atApi(form) === form) window.location.assign(form);
  else if (Date.now() - pressedAt < OF_PRESS) refuse();
  else page.reread();
}
