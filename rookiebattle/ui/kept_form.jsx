import { useEffect, useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";
import { LoginLink } from "$/public/external/rookiebattle/ui/browser.jsx";

// What somebody changed in a dialog that went with its page, signed out elsewhere or loaded again:
// kept in this tab alone, for half an hour, and given back to nobody but the same account. Fields
// that nobody changed are not: others may have changed what they stand for.
const KEY = "kept-form";
const CHANGED = "kept-form-changed";
const LASTS_MS = 30 * 60_000;
const LOGOUT = 'a[href^="/api/logout"]';

const isTyped = ({ name, type }) => name && !["hidden", "password", "file"].includes(type);
const isTicked = ({ type }) => type === "checkbox" || type === "radio";
export const changed = () => window.dispatchEvent(new Event(CHANGED));

// Which record the form is about stands in its hidden fields.
const about = (form) => [...form.elements].filter(({ type }) => type === "hidden").map(({ value }) => value).join();

let expiry = 0;

function forgetAt(time) {
  clearTimeout(expiry);
  expiry = setTimeout(forget, time - Date.now());
}

export function keep(account, title, form, isChanged) {
  const fields = [...form.elements].filter((one) => isTyped(one) && isChanged(one))
    .map(({ name, value, checked }) => ({ name, value, checked }));
  if (fields.length === 0) return forget();
  const record = { account, title, form: form.id, about: about(form), fields, at: Date.now() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(record));
  } catch {
    return forget();  // The browser has no room for it.
  }
  return forgetAt(record.at + LASTS_MS);
}

export function forget() {
  clearTimeout(expiry);
  sessionStorage.removeItem(KEY);
  changed();
}

// What another version of ours has kept may look different; nobody shall lose the page over it.
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function kept() {
  const record = read();
  return Array.isArray(record?.fields) && Date.now() - record.at < LASTS_MS ? record : null;
}

function fill(field, { value, checked }) {
  if (isTicked(field)) {
    if (field.checked !== checked) field.click();
    return;
  }
  if (field.value === value) return;
  // React's own setter would hide the change from the form's handlers.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

// Whether there was something for this form of this account, which is in its fields now.
export function giveBack(account, form) {
  const record = kept();
  changed();
  if (!record || !account || record.account !== account) return false;
  if (!form || record.form !== form.id || record.about !== about(form)) return false;
  for (const one of record.fields) {
    const isMeant = (field) => field.name === one.name && (field.type !== "radio" || field.value === one.value);
    const field = [...form.elements].find(isMeant);
    if (field) fill(field, one);
  }
  return true;
}

// Says that something is kept while its form is not open.
export function KeptForm({ account, known, login }) {
  const [record, setRecord] = useState(null);

  useEffect(() => {
    if (!known) return undefined;
    const look = () => {
      const found = kept();
      if (!found || (account && found.account !== account)) sessionStorage.removeItem(KEY);
      else forgetAt(found.at + LASTS_MS);
      const isForeign = account && found?.account !== account;
      setRecord(found && !isForeign && !document.getElementById(found.form) ? found : null);
    };
    // After the page has been drawn with what changed.
    const later = () => setTimeout(look);
    later();
    window.addEventListener(CHANGED, later);
    return () => window.removeEventListener(CHANGED, later);
  }, [account, known]);

  useEffect(() => {
    const leave = ({ target }) => target.closest?.(LOGOUT) && forget();
    document.addEventListener("click", leave);
    return () => document.removeEventListener("click", leave);
  }, []);

  if (!known || !record) return null;
  const said = `What you typed in “${record.title}” is kept in this tab.`;
  const next = account ? "Open the form again to go on." : "You have been logged out: log in again to go on.";
  return jsxs("div", {
    className: "kept-form", role: "status",
    children: [
      jsx("p", { children: `${said} ${next}` }),
      !account && jsx(LoginLink, { href: login, className: "btn btn-row", children: "Login" }),
      jsx("button", { type: "button", className: "btn btn-outline", onClick: forget, children: "Discard" }),
    ],
  });
}

// For a page whose reader has no account any more.
export function ForgetForm() {
  useEffect(forget, []);
  return null;
}
