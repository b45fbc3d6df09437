import { onEnd } from "./network.js";

// The sentence beside a field tells why the last attempt was refused. It goes when the field is
// changed. React knows nothing of that and would not draw the same sentence again, so an answer to
// the next attempt brings back what the server still says.
const CHANGED = new Map();

const errorOf = (field) => {
  const described = field.getAttribute("aria-describedby") ?? "";
  const id = described.split(" ").find((one) => one.endsWith("-error"));
  return id && document.getElementById(id);
};

// A group of fields has a sentence and no state of its own.
const isWrong = (field) =>
  field.getAttribute("aria-invalid") === "true" || field.matches("fieldset");

function hide(field) {
  const error = errorOf(field);
  if (!error?.textContent || !isWrong(field)) return;
  // A hidden element still describes its field, as long as the field names it.
  const described = field.getAttribute("aria-describedby");
  field.setAttribute("aria-describedby", described.replace(error.id, "").trim());
  if (field.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "false");
  error.hidden = true;
  // Another sentence is shown at once.
  const watcher = new MutationObserver(() => show(field));
  watcher.observe(error, { childList: true, characterData: true, subtree: true });
  CHANGED.set(field, { error, described, watcher, isSent: false });
}

function show(field) {
  const { error, described, watcher } = CHANGED.get(field);
  CHANGED.delete(field);
  watcher.disconnect();
  error.hidden = false;
  field.setAttribute("aria-describedby", described);
  if (field.hasAttribute("aria-invalid")) {
    field.setAttribute("aria-invalid", String(error.textContent !== ""));
  }
}

// Called with each answer of the server. The sentence of a field that was changed after the attempt
// stays hidden.
export function showAnswered() {
  for (const [field, { isSent }] of [...CHANGED]) if (isSent || !field.isConnected) show(field);
}

function change({ target }) {
  const field = target.closest?.("[aria-describedby]");
  if (!field) return;
  const known = CHANGED.get(field);
  if (known) known.isSent = false;
  else hide(field);
}

// A number or a date that the browser cannot read ("1e", February 31) would be sent as empty, and
// saved as none. The browser has the words for what is wrong.
const isUnreadable = ({ willValidate, validity }) => willValidate && validity.badInput;

function send(event) {
  const { target } = event;
  const unreadable = [...target.elements].find(isUnreadable);
  if (unreadable) {
    event.preventDefault();
    event.stopPropagation();
    const folded = unreadable.closest("details");
    if (folded) folded.open = true;
    unreadable.reportValidity();
    return;
  }
  for (const [field, mark] of CHANGED) if (target.contains(field)) mark.isSent = true;
}

if (typeof document !== "undefined") {
  document.addEventListener("input", change, true);
  document.addEventListener("submit", send, true);
  onEnd(showAnswered);
}
