import { useEffect, useRef } from "react";
import { useBack } from "./back.js";
import { noteChange } from "./double_press.js";
import { focusNext, hasBox, rememberPath } from "./focus.js";
import { showModal } from "./topmost.js";

const FIRST = "[data-autofocus]";

// A native modal: the browser traps the focus, makes the page behind it inert and puts the dialog
// on top. Opens and closes the dialog of the returned ref, and gives the focus back. `leave` is
// what the browser's Back does.
export function useModal(open, leave) {
  const ref = useRef(null);
  const opener = useRef([]);

  useEffect(() => {
    const dialog = ref.current;
    if (open !== dialog.open) noteChange();
    if (open && !dialog.open) {
      opener.current = rememberPath(dialog);
      showModal(dialog);
      (dialog.querySelector(FIRST) ?? dialog).focus();
    } else if (!open && dialog.open) {
      dialog.close();
      const [first] = opener.current;
      if (first?.isConnected && hasBox(first)) first.focus();
      else focusNext(opener.current);
    }
  }, [open]);
  useBack(open, leave);
  return ref;
}

// Shows a dialog again that the browser has closed by itself. A question that was open in it is
// shown again after it, because the modal that is shown last lies on top.
export function showAgain(dialog) {
  showModal(dialog);
  const question = dialog.querySelector("dialog[open]");
  if (!question) return;
  question.close();
  showModal(question);
  question.querySelector(FIRST)?.focus();
}

// Scrolls to a folded part of a dialog that a press opens: its fields may lie below the fold.
export function showUnfolded({ target }) {
  const part = target.closest?.("summary")?.parentElement;
  if (!part || part.open) return;
  requestAnimationFrame(() => {
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    part.scrollIntoView({ behavior: isCalm ? "auto" : "smooth", block: "nearest" });
  });
}

// Whether a press on a dialog hit its backdrop, which counts as the dialog's own surface.
export function isOnBackdrop({ target, currentTarget, clientX: x, clientY: y }) {
  if (target !== currentTarget) return false;
  const box = currentTarget.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
