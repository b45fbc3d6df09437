import { useEffect, useRef, useState } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { forget, giveBack, keep } from "$/public/external/rookiebattle/ui/kept_form.jsx";

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
    onClose: () => open && onKeep(),
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
// again. Whoever closes the dialog has sent it or thrown it away; an account that is gone did not.
function useKept(ref, open, account, title) {
  const [isBack, setIsBack] = useState(false);
  const owner = useRef("");

  useEffect(() => {
    if (open) setIsBack(giveBack(account, ref.current.querySelector("form[id]")));
    else if (owner.current && owner.current === account) forget();
    owner.current = open ? account : "";
  }, [open]);

  const onInput = ({ target: { form } }) => account && form?.id && keep(account, title, form);
  return [isBack, onInput];
}

// Escape, the backdrop and the close button ask before they throw away what was typed.
export function ModalDialog({ open, onClose, account, children, ...rest }) {
  const ref = useModal(open);
  const [asking, setAsking] = useState(false);
  const [isBack, onInput] = useKept(ref, open, account, rest["aria-label"]);

  useEffect(() => setAsking(false), [open]);

  const leave = () => (holdsChanges(ref.current) ? setAsking(true) : onClose?.());
  const discard = () => {
    setAsking(false);
    onClose?.();
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
      if (holdsChanges(ref.current)) ref.current.showModal();
      leave();
    },
    onClickCapture: (event) => {
      if (!event.target.closest?.("[data-close]")) return;
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
