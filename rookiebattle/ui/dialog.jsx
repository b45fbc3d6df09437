import { useEffect, useRef, useState } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { changed, forget, giveBack, keep } from "$/public/external/rookiebattle/ui/kept_form.jsx";

function outside(event) {
  const box = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

const newlines = (text) => text.replace(/\r\n?/g, "\n");

function isChanged(field) {
  if (field.type === "hidden" || field.disabled) return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.options) {
    const chosen = [...field.options].findIndex((one) => one.defaultSelected);
    return field.selectedIndex !== Math.max(chosen, 0);
  }
  return newlines(field.value ?? "") !== newlines(field.defaultValue ?? "");
}

// Whether a form in the dialog holds something that was typed and is not stored.
const holdsChanges = (dialog) =>
  [...dialog.querySelectorAll("form")].some((form) => [...form.elements].some(isChanged));

// Also over a question that was open in it: whatever is shown last lies on top.
function showAgain(dialog) {
  dialog.showModal();
  const question = dialog.querySelector("dialog[open]");
  if (!question) return;
  question.close();
  question.showModal();
  question.querySelector("[data-autofocus]")?.focus();
}

// A native modal: focus trap, inert page and the way back come from the browser.
function useModal(open) {
  const ref = useRef(null);
  const opener = useRef(null);

  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog.open) {
      opener.current = document.activeElement;
      dialog.showModal();
      (dialog.querySelector("[data-autofocus]") ?? dialog).focus?.();
    } else if (!open && dialog.open) {
      dialog.close();
      if (opener.current?.isConnected) opener.current.focus();
    }
  }, [open]);
  return ref;
}

const QUESTION = "Discard your changes?";

function Discard({ open, onKeep, onDiscard }) {
  const ref = useModal(open);
  const answer = (label, onClick, className, rest) =>
    jsx("button", { type: "button", className: `btn ${className}`, onClick, children: label, ...rest });

  return jsx("dialog", {
    ref, tabIndex: -1, className: "dialog", role: "alertdialog", "aria-label": QUESTION,
    onCancel: (event) => {
      event.preventDefault();
      onKeep();
    },
    onClose: () => open && !ref.current.open && onKeep(),
    children: open && jsxs(Fragment, {
      children: [
        jsx("div", { className: "dialog-head", children: jsx("h2", { children: QUESTION }) }),
        jsx("div", { className: "dialog-body", children: "What you typed has not been saved." }),
        jsxs("div", {
          className: "dialog-foot",
          children: [
            answer("Discard", onDiscard, "btn-danger"),
            answer("Keep Editing", onKeep, "btn-row", { "data-autofocus": "" }),
          ],
        }),
      ],
    }),
  });
}

// Keeps what is typed for the case that the page goes, and gives it back when the form is opened
// again. It is thrown away with the dialog that somebody left, or sent and had an answer: a server
// that has lost its state closes dialogs too, and counts its `answers` from the start.
function useKept(ref, open, account, answers, title) {
  const [isBack, setIsBack] = useState(false);
  const owner = useRef("");
  const touched = useRef(new Set());
  const act = useRef(null);

  useEffect(() => {
    const isDone = act.current?.left || answers > act.current?.sentAt;
    if (open) {
      touched.current.clear();
      setIsBack(giveBack(account, ref.current.querySelector("form[id]")));
    } else if (owner.current && owner.current === account && isDone) forget();
    else if (owner.current) changed();
    owner.current = open ? account : "";
    act.current = null;
  }, [open]);

  // React takes the chosen radio for the one chosen from the start as soon as the server knows it.
  const isMeant = (field) =>
    touched.current.has(field.name) && (field.type === "radio" ? field.checked : isChanged(field));

  const onInput = ({ target }) => {
    act.current = null;
    touched.current.add(target.name);
    if (account && target.form?.id) keep(account, title, target.form, isMeant);
  };
  const onLeave = () => (act.current = { left: true });
  const onSend = () => (act.current = { sentAt: answers });
  return { isBack, onInput, onLeave, onSend };
}

// Escape, the backdrop and the close button ask before they throw away what was typed.
export function ModalDialog({ open, onClose, account, answers, children, ...rest }) {
  const ref = useModal(open);
  const [asking, setAsking] = useState(false);
  const { isBack, onInput, onLeave, onSend } = useKept(ref, open, account, answers, rest["aria-label"]);

  useEffect(() => setAsking(false), [open]);

  const close = () => {
    onLeave();
    onClose?.();
  };
  const leave = () => (holdsChanges(ref.current) ? setAsking(true) : close());
  const discard = () => {
    setAsking(false);
    close();
  };

  return jsxs("dialog", {
    tabIndex: -1,
    ...rest,
    ref,
    onInput,
    onCancel: (event) => {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      leave();
    },
    onClose: (event) => {
      if (event.target !== event.currentTarget || !open) return;
      // Browsers close at a second Escape without asking us; the content is still there.
      if (holdsChanges(ref.current)) showAgain(ref.current);
      leave();
    },
    onSubmitCapture: onSend,
    onClickCapture: (event) => {
      const pressed = event.target.closest?.("button[type=button]");
      if (!pressed?.matches("[data-close]")) {
        if (pressed?.closest("dialog") === event.currentTarget) onLeave();
        return;
      }
      event.stopPropagation();
      leave();
    },
    onMouseDown: (event) => {
      if (event.target !== event.currentTarget || !outside(event)) return;
      event.preventDefault(); // or the press would take the focus from what it opens
      leave();
    },
    children: [
      open && isBack
        ? jsx("p", { className: "dialog-kept", role: "status", children: "What you had typed is back. It is not saved yet." }, "kept")
        : null,
      open ? jsx(Fragment, { children }, "content") : null,
      open ? jsx(Discard, { open: asking, onKeep: () => setAsking(false), onDiscard: discard }, "question") : null,
    ],
  });
}

const drawn = (sprite, name) =>
  jsx("svg", { className: "icon", "aria-hidden": true, children: jsx("use", { href: `${sprite}#${name}` }) });

// The side drawer of small screens: opens and closes without asking the server.
export function Drawer({ label, sprite, title, children, className, triggerClass }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const picked = (event) => event.target.closest("a") && close();

  return jsxs(Fragment, {
    children: [
      jsx("button", {
        type: "button", className: triggerClass, "aria-label": label, "aria-haspopup": "dialog",
        "aria-expanded": open, onClick: () => setOpen(true), children: drawn(sprite, "menu"),
      }),
      jsxs(ModalDialog, {
        open, onClose: close, className, "aria-label": title, onClick: picked,
        children: [
          jsxs("div", {
            className: "drawer-head",
            children: [title, jsx("button", {
              type: "button", className: "btn btn-ghost btn-icon", "aria-label": "Close menu",
              onClick: close, children: drawn(sprite, "close"),
            })],
          }),
          children,
        ],
      }),
    ],
  });
}
