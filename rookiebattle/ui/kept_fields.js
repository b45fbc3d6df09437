// The fields that somebody changed in a dialog which went with its page, because the page was
// loaded again or the account was signed out in another tab. They are kept in this tab alone, for
// half an hour, and given back to the same account only. Unchanged fields are not kept: the record
// may have changed meanwhile.
const KEY = "kept-form";
const CHANGED = "kept-form-changed";
const LASTS_MS = 30 * 60_000;

let expiry = 0;
let opener = "";

const isText = ({ name, type }) => name && !["hidden", "password", "file"].includes(type);
const isTick = ({ type }) => type === "checkbox" || type === "radio";
const withoutReturns = (text = "") => text.replace(/\r\n?/g, "\n");

// Which record the form is about stands in its hidden fields.
const recordOf = (form) =>
  [...form.elements]
    .filter(({ type }) => type === "hidden")
    .map(({ value }) => value)
    .join();

// How a button is found again after its page was loaded anew.
const signOf = (button) =>
  [
    button.getAttribute("aria-label") ?? button.textContent.trim(),
    button.getAttribute("aria-describedby"),
  ].join("|");

// Notes the button that was pressed last: if a form opens now, the button has opened it.
export function noteOpener(button) {
  if (!button.closest("dialog")) opener = signOf(button);
}

// The button that opened the kept form, if it is on this page.
export const openerOf = ({ opener: sign }) =>
  sign ? [...document.querySelectorAll("button")].find((one) => signOf(one) === sign) : undefined;

// What opened a form in a dialog. After a reload the server may still show the dialog for a moment,
// which no button of this page has opened: then what was noted before holds.
function openerFor(form) {
  if (!form.closest("dialog")) return "";
  const before = read();
  return opener || (before?.form === form.id ? (before.opener ?? "") : "");
}

// Whether a field differs from what the server has put there. Nothing is lost with a search.
export function isChanged(field) {
  if (field.type === "hidden" || field.type === "search" || field.disabled) return false;
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (field.options) {
    const chosen = [...field.options].findIndex((one) => one.defaultSelected);
    return field.selectedIndex !== Math.max(chosen, 0);
  }
  return withoutReturns(field.value) !== withoutReturns(field.defaultValue);
}

// Whether a form in the dialog holds something that was typed or chosen and is not stored. A
// component whose fields do not show it themselves has `data-unsaved`.
export const holdsChanges = (dialog) =>
  dialog.querySelector("[data-unsaved]") !== null ||
  [...dialog.querySelectorAll("form")].some((form) => [...form.elements].some(isChanged));

// Keeps the fields of the form that `isMeant` chooses, in place of what was kept before.
export function keep(account, title, form, isMeant) {
  const fields = [...form.elements]
    .filter((field) => isText(field) && isMeant(field))
    .map(({ name, value, checked }) => ({ name, value, checked }));
  if (fields.length === 0) return forgetOf(form);
  const { pathname, search } = window.location;
  const kept = {
    ...{ account, title, form: form.id, about: recordOf(form), fields, at: Date.now() },
    ...{ path: pathname + search, opener: openerFor(form) },
  };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    return forget(); // The browser has no room for it.
  }
  return forgetInTime(kept);
}

export function forget() {
  clearTimeout(expiry);
  sessionStorage.removeItem(KEY);
  announce();
}

const isOf = (found, form) => found?.form === form.id && found.about === recordOf(form);

// Forgets what is kept of this form, which may have left the page. That of another form stays.
export function forgetOf(form) {
  if (form && isOf(read(), form)) forget();
  else announce();
}

function forgetInTime({ at }) {
  clearTimeout(expiry);
  expiry = setTimeout(forget, at + LASTS_MS - Date.now());
}

// The kept fields of this account, or of a visitor who may sign in again. Fields that are too old
// or belong to another account are removed.
export function keptFor(account) {
  const found = kept();
  if (!found || (account && found.account !== account)) {
    sessionStorage.removeItem(KEY);
    return null;
  }
  forgetInTime(found);
  return found;
}

function kept() {
  const found = read();
  return Array.isArray(found?.fields) && Date.now() - found.at < LASTS_MS ? found : null;
}

// An earlier version of the site may have kept something of another shape: it counts as nothing.
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

// Fills the form with what this account had typed into it. Answers whether there was anything.
export function giveBack(account, form) {
  const found = kept();
  announce();
  if (!found || !account || found.account !== account) return false;
  if (!form || !isOf(found, form)) return false;
  for (const one of found.fields) {
    const field = [...form.elements].find(
      ({ name, type, value }) => name === one.name && (type !== "radio" || value === one.value),
    );
    if (field) fill(field, one);
  }
  const folded = form.closest("details");
  if (folded) folded.open = true;
  return true;
}

function fill(field, { value, checked }) {
  if (isTick(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  if (field.value === value) return;
  // React's own setter would hide the change from the form's handlers.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

// Tells the bar (`KeptForm`) to look again. `onAnnounced` answers with the way to stop listening.
export const announce = () => window.dispatchEvent(new Event(CHANGED));

export function onAnnounced(listener) {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}
