import { useEffect, useRef, useState } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";

function outside(event) {
  const box = event.currentTarget.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}

// A native modal dialog: focus trap, Escape, inert page and the way back come from the browser.
export function ModalDialog({ open, onClose, children, ...rest }) {
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

  return jsx("dialog", {
    tabIndex: -1,
    ...rest,
    ref,
    onCancel: (event) => {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose?.();
    },
    onClose: (event) => event.target === event.currentTarget && open && onClose?.(),
    onMouseDown: (event) => event.target === event.currentTarget && outside(event) && onClose?.(),
    children: open ? children : null,
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
