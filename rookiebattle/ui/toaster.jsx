import * as Toast from "@radix-ui/react-toast";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { jsx, jsxs } from "react/jsx-runtime";

const SYMBOL = { success: "check", error: "warning", info: "info" };
const SEEN = "toast-seen";

const drawn = (sprite, name) =>
  jsx("svg", { className: "icon", "aria-hidden": true, children: jsx("use", { href: `${sprite}#${name}` }) });

// Outside an open modal everything is inert and covered, so the messages move into it.
function useTopmost() {
  const [host, setHost] = useState(null);
  useEffect(() => {
    const look = () => setHost([...document.querySelectorAll("dialog:modal")].pop() ?? document.body);
    look();
    document.addEventListener("close", look, true);
    document.addEventListener("toggle", look, true);
    return () => {
      document.removeEventListener("close", look, true);
      document.removeEventListener("toggle", look, true);
    };
  }, []);
  return host;
}

const ROOM = 120;
const WIDEST = 420;

// How far above the lower edge messages stand, so that they hide neither the head of a dialog that
// fills the screen, nor its buttons, nor themselves behind the keyboard of a phone.
function useLift(host, id) {
  const [lift, setLift] = useState(0);
  useEffect(() => {
    const { innerHeight, innerWidth, visualViewport: seen } = window;
    const keyboard = seen ? innerHeight - seen.offsetTop - seen.height : 0;
    const foot = host?.querySelector(":scope > .dialog-foot");
    const { bottom, right } = host?.getBoundingClientRect() ?? {};
    const isInTheWay = foot && innerHeight - bottom < ROOM && right > innerWidth - WIDEST;
    const buttons = isInTheWay ? innerHeight - foot.getBoundingClientRect().top : 0;
    setLift(Math.round(Math.max(0, keyboard, buttons)));
  }, [host, id]);
  return lift;
}

// One toast at a time, five seconds, swiped away to the right, F8 moves the focus to it.
// The server keeps the last toast: what this tab has shown before a reload stays closed.
export function Toaster({ toast, sprite }) {
  const [open, setOpen] = useState(false);
  const host = useTopmost();
  const { id, title, text, tone } = toast ?? {};
  const lift = useLift(host, id);

  useEffect(() => {
    if (!id || sessionStorage.getItem(SEEN) === String(id)) return;
    sessionStorage.setItem(SEEN, String(id));
    setOpen(true);
  }, [id]);

  if (!host) return null;
  const shown = jsxs(Toast.Root, {
    className: `toast toast-${tone}`,
    open,
    onOpenChange: setOpen,
    type: tone === "error" ? "foreground" : "background",
    children: [
      drawn(sprite, SYMBOL[tone] ?? "info"),
      jsxs("div", {
        className: "toast-body",
        children: [
          jsx(Toast.Title, { className: "toast-title", children: title }),
          text ? jsx(Toast.Description, { className: "toast-text", children: text }) : null,
        ],
      }),
      jsx(Toast.Close, {
        className: "btn btn-ghost btn-icon toast-close",
        "aria-label": "Close this message",
        children: drawn(sprite, "close"),
      }),
    ],
  }, id);

  return jsxs(Toast.Provider, {
    duration: 5000,
    swipeDirection: "right",
    swipeThreshold: 50,
    label: "Notification",
    children: [
      id ? shown : null,
      createPortal(jsx(Toast.Viewport, { className: "toasts", hotkey: ["F8"], style: { "--lift": `${lift}px` } }), host),
    ],
  });
}
