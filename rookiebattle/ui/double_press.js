// Many people press everything twice. The second press would close what the first has opened, or
// press whatever is now in that place: the button of a question that nobody has read yet.
const TOGGLES = "summary, [popovertarget]";
const DOUBLE_MS = 600;
let changedAt = Number.NEGATIVE_INFINITY;

// Called when a dialog was opened or closed.
export function noteChange() {
  changedAt = performance.now();
}

// Browsers count the presses at one place in `detail`; keys have none. `mousedown` is stopped, too:
// alone it would move the focus from the first field of a dialog, or close it by its backdrop.
function press(event) {
  if (event.detail < 2) return;
  const isLate = performance.now() - changedAt > DOUBLE_MS;
  if (isLate && !(event.type === "click" && event.target.closest?.(TOGGLES))) return;
  event.preventDefault();
  event.stopPropagation();
}

// A key that is held presses a button again and again: the question that it opens, its answer, and
// the button once more. In a text it makes lines.
function hold(event) {
  const isHeld = event.repeat && event.key === "Enter";
  if (isHeld && !event.target.matches?.("textarea")) event.preventDefault();
}

if (typeof document !== "undefined") {
  document.addEventListener("keydown", hold, true);
  for (const kind of ["mousedown", "click"]) document.addEventListener(kind, press, true);
}
