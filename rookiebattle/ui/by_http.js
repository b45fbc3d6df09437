import { askApi } from "./api.js";

// Acts that go to a plain form of the API while no websocket is there (core/doors/forms.py).

export const LOST = "";
export const LEAVING = "leaving";
export const TOLD = "told";

// The path of the form by the name of the handler whose place it takes.
let forms = {};
export const setForms = (given) => {
  forms = given;
};

function formOf({ name, payload = {} }) {
  const path = forms[name.slice(name.lastIndexOf(".") + 1)];
  return path?.replace(/\{(\w+)\}/g, (_, argument) => encodeURIComponent(payload[argument]));
}

const leave = (path) => {
  window.location.assign(path);
  return LEAVING;
};

// Carries out the first event that has a form. `tell` says how it ended. Answers LOST where there is
// no form, and where something else than the site has answered, if anything has.
export async function carryOut(events, tell) {
  const path = events.map(formOf).find(Boolean);
  if (!path) return LOST;
  try {
    const answer = await askApi(path, { method: "POST" });
    const onwards = answer.headers.get("location");
    const type = answer.headers.get("content-type") ?? "";
    if (onwards) return leave(onwards);
    if (!type.startsWith(answer.ok ? "application/json" : "text/plain")) return LOST;
    if (!answer.ok) {
      tell("Error", await answer.text());
      return TOLD;
    }
    const { title, text, tone, to } = await answer.json();
    tell(title, text, tone);
    return to ? leave(to) : TOLD;
  } catch {
    return LOST;
  }
}
