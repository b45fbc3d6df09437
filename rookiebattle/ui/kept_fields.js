// The fields that somebody changed in a form, kept as a draft (`drafts.js`) and put back into it.
// Unchanged fields are not kept: the record may have changed meanwhile.
import { add, announce, draftFor, markSent, remove } from "./drafts.js";

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

const nameOf = (form) => ({ form: form.id, about: recordOf(form) });

// The name under which an open form was kept last. Its hidden fields may change while it is open.
const names = new WeakMap();

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

// Where the form is found again: its page, and the button that opened it. After a reload the server
// may still show a dialog for a moment, on whatever page that is, which no button of this page has
// opened: then what was noted before holds.
function placeOf(account, form) {
  const { pathname, search } = window.location;
  const isDialog = form.closest("dialog") !== null;
  const before = isDialog && !opener ? draftFor(account, nameOf(form)) : undefined;
  if (before) return { path: before.path, opener: before.opener ?? "" };
  return { path: pathname + search, opener: isDialog ? opener : "" };
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

// Keeps the fields of the form that `isMeant` chooses, in place of what was kept of it before.
export function keep(account, title, form, isMeant) {
  const fields = [...form.elements]
    .filter((field) => isText(field) && isMeant(field))
    .map(({ name, value, checked }) => ({ name, value, checked }));
  if (fields.length === 0) {
    forgetOf(form);
    return;
  }
  const draft = { ...nameOf(form), ...placeOf(account, form), account, title, fields };
  add({ ...draft, at: Date.now() }, names.get(form));
  names.set(form, nameOf(form));
}

export const noteSent = (form, isSent) => form && markSent(nameOf(form), isSent);

// Forgets what is kept of this form, which may have left the page. That of another form stays.
export function forgetOf(form) {
  if (form) remove(nameOf(form), names.get(form));
  else announce();
}

// Fills the form with what this account had typed into it. Answers whether there was anything.
export function giveBack(account, form) {
  announce();
  const found = account && form ? draftFor(account, nameOf(form)) : undefined;
  if (!found) return false;
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
