import * as Toast from "@radix-ui/react-toast";
import { useEffect, useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";

const SYMBOL = { success: "check", error: "warning", info: "info" };

// One toast at a time, five seconds, swiped away to the right, F8 moves the focus to it.
export function Toaster({ toast, sprite }) {
  const [open, setOpen] = useState(false);
  const { id, title, text, tone } = toast ?? {};

  useEffect(() => setOpen(Boolean(id)), [id]);

  const shown = jsxs(Toast.Root, {
    className: `toast toast-${tone}`,
    open,
    onOpenChange: setOpen,
    type: tone === "error" ? "foreground" : "background",
    children: [
      jsx("svg", { className: "icon", "aria-hidden": true, children: jsx("use", { href: `${sprite}#${SYMBOL[tone] ?? "info"}` }) }, "icon"),
      jsxs("div", {
        className: "toast-body",
        children: [
          jsx(Toast.Title, { className: "toast-title", children: title }),
          text ? jsx(Toast.Description, { className: "toast-text", children: text }) : null,
        ],
      }, "body"),
      jsx(Toast.Close, {
        className: "btn btn-ghost btn-icon toast-close",
        "aria-label": "Close this message",
        children: jsx("svg", { className: "icon", "aria-hidden": true, children: jsx("use", { href: `${sprite}#close` }) }),
      }, "close"),
    ],
  }, id);

  return jsxs(Toast.Provider, {
    duration: 5000,
    swipeDirection: "right",
    swipeThreshold: 50,
    label: "Notification",
    children: [id ? shown : null, jsx(Toast.Viewport, { className: "toasts", hotkey: ["F8"] }, "viewport")],
  });
}
