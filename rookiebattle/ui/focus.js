// An element may go while it has the keyboard's focus: "Register" becomes "Registered ✓", a deleted
// picture leaves the gallery. The browser would begin again at the top of the page. Here the focus
// goes to the nearest element with `data-next-focus`, or to the region around. An item of a list
// with `data-passes-focus` passes it to the item after it, or to the one before it.
// An element without a box, such as one with `display: contents`, takes no focus.
const NEXT = "[data-next-focus]";
const PASSES = "[data-passes-focus]";
const REGION = ".card, dialog, main, [popovertarget]";
const PRESSED = "a, button, input, summary";

let path = [];
let page = "";
const openers = new WeakMap();

// The element and what is around it, from the inside out. Around a dialog is what has opened it,
// and around a popover, which a dialog closes, its button.
export function pathOf(element) {
  const found = [];
  for (let one = element; one; one = one.parentElement) {
    found.push(one);
    if (one.matches(PASSES)) found.push(one.nextElementSibling, one.previousElementSibling);
    if (one.matches("[popover]")) found.push(document.querySelector(`[popovertarget="${one.id}"]`));
    found.push(...(openers.get(one) ?? []));
  }
  return found.filter(Boolean);
}

// Safari 17.3 and older do not know `checkVisibility`.
export const hasBox = (element) =>
  element.checkVisibility?.() ?? element.getClientRects().length > 0;

// The control that was pressed. Safari gives it no focus, but to what is around it. A press of
// Enter in a field presses a button elsewhere, and the field keeps the focus.
export function pressedIn({ target }) {
  const pressed = target.closest?.(PRESSED);
  const isNear = !document.activeElement || document.activeElement.contains(pressed);
  return pressed && isNear && hasBox(pressed) ? pressed : null;
}

// Notes what opens the dialog: the element that was pressed, or has the focus. Returns its path.
export function rememberPath(dialog) {
  const focused = document.activeElement ?? document.body;
  const isPressed = path[0]?.isConnected && focused.contains(path[0]);
  openers.set(dialog, pathOf(isPressed ? path[0] : focused));
  return openers.get(dialog);
}

// Nothing outside of `main` gets the focus: another page has come when `main` itself is gone.
export function focusNext(lost) {
  const end = lost.findIndex((one) => one.matches("main"));
  for (const place of lost.slice(0, end + 1)) {
    if (!place.isConnected) continue;
    const marked = [place, ...place.querySelectorAll(NEXT)];
    const next = marked.find((one) => one.matches(NEXT) && hasBox(one));
    if (next || (place.matches(REGION) && hasBox(place))) {
      take(next ?? place);
      return;
    }
  }
}

function take(element) {
  if (!element.hasAttribute("tabindex") && element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: element.tabIndex < 0 });
}

function follow({ target }) {
  path = pathOf(target);
  page = window.location.pathname;
}

function press(event) {
  const target = pressedIn(event);
  if (target) follow({ target });
}

// A press beside the element has left it, although nothing else may take the focus.
function leave({ target }) {
  if (!path[0]?.contains(target)) path = [];
}

function look() {
  if (path.length === 0 || path[0].isConnected) return;
  const lost = path;
  path = [];
  const isNowhere = (document.activeElement ?? document.body) === document.body;
  if (isNowhere && window.location.pathname === page) focusNext(lost);
}

if (typeof window !== "undefined") {
  document.addEventListener("focusin", follow);
  document.addEventListener("click", press, true);
  document.addEventListener("pointerdown", leave, true);
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}
