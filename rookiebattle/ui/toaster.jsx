import * as Toast from "@radix-ui/react-toast";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { removeSent } from "./drafts.js";
import { focusNext, hasBox, pathOf, pressedIn } from "./focus.js";
import { Icon } from "./icon.jsx";
import { onTold } from "./network.js";
import { store } from "./stored.js";
import { useTopmost } from "./topmost.js";

const SYMBOL = { success: "check", error: "warning", info: "info" };
const SEEN = "toast-seen";
const UNDO = "undo";
const SHOWN = 5_000;
const SHOWN_FOR_UNDO = 10_000;
const ROOM = 120;
const WIDEST = 420;
// The next buttons to press stand there: the buttons of a dialog or of a page's bar.
const KEPT_FREE = ":scope > .dialog-foot, .sticky-bar, .chosen-bar";

// The button that was pressed last.
function usePressed() {
  const pressed = useRef(null);
  useEffect(() => {
    const note = ({ target }) => {
      pressed.current = target.closest?.(".btn:not(.toasts *)") ?? null;
    };
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, []);
  return pressed;
}

// Where the keyboard was before it came to a message, and what is around that.
function useLeft() {
  const left = useRef([]);
  useEffect(() => {
    const note = ({ target }) => {
      if (!target.closest?.(".toasts")) left.current = pathOf(target);
    };
    const press = (event) => {
      const target = pressedIn(event);
      if (target) note({ target });
    };
    // A press beside the element has left it, although nothing else may take the focus.
    const forget = ({ target }) => {
      if (!target.closest?.(".toasts") && !left.current[0]?.contains(target)) left.current = [];
    };
    document.addEventListener("focusin", note);
    document.addEventListener("click", press, true);
    document.addEventListener("pointerdown", forget, true);
    return () => {
      document.removeEventListener("focusin", note);
      document.removeEventListener("click", press, true);
      document.removeEventListener("pointerdown", forget, true);
    };
  }, []);
  return left;
}

function goBack(path) {
  const [last] = path;
  if (last?.isConnected && hasBox(last)) last.focus();
  else focusNext(path);
}

// How far above the lower edge messages stand, so that they hide neither the head of a dialog that
// fills the screen, nor the buttons below, nor themselves behind the keyboard of a phone.
function liftIn(host, pressed) {
  const { innerHeight, innerWidth, visualViewport: seen } = window;
  const keyboard = seen ? innerHeight - seen.offsetTop - seen.height : 0;
  const buttons = [...(host?.querySelectorAll(KEPT_FREE) ?? []), ...(pressed ? [pressed] : [])]
    .map((one) => one.getBoundingClientRect())
    .filter(({ height, bottom }) => height > 0 && innerHeight - bottom < ROOM)
    .filter(({ top, right }) => top < innerHeight && right > innerWidth - WIDEST)
    .map(({ top }) => innerHeight - top);
  return Math.round(Math.max(0, keyboard, ...buttons));
}

function Message({ id, title, text, tone, undo, sprite, ...rest }) {
  const takeBack = () => window.dispatchEvent(new CustomEvent(UNDO, { detail: undo }));
  return (
    <Toast.Root
      className={`toast toast-${tone}`}
      type={tone === "error" ? "foreground" : "background"}
      duration={undo ? SHOWN_FOR_UNDO : SHOWN}
      {...rest}
    >
      <Icon sprite={sprite} name={SYMBOL[tone] ?? "info"} />
      <div className="toast-body">
        <Toast.Title className="toast-title">{title}</Toast.Title>
        {text && <Toast.Description className="toast-text">{text}</Toast.Description>}
        {undo && (
          <Toast.Action className="btn btn-outline toast-undo" altText="Undo" onClick={takeBack}>
            Undo
          </Toast.Action>
        )}
      </div>
      <Toast.Close className="btn btn-ghost btn-icon toast-close" aria-label="Close this message">
        <Icon sprite={sprite} name="close" />
      </Toast.Close>
    </Toast.Root>
  );
}

// The page's answer to 'Undo' in a toast about the thing that `of` names.
export function UndoListener({ of, onUndo }) {
  const takeBack = useEffectEvent(({ detail }) => detail === of && onUndo());
  useEffect(() => {
    const listen = (event) => takeBack(event);
    window.addEventListener(UNDO, listen);
    return () => window.removeEventListener(UNDO, listen);
  }, []);
  return null;
}

// The last toast: the server's, or one that the page has told by itself since then. A tab that is
// new to the server has none, and does not take back the one that came with its first data.
function useLatest(sent) {
  const [toast, setToast] = useState(sent);
  if (sent?.id && sent !== toast) setToast(sent);
  const [told, setTold] = useState(null);
  const take = useEffectEvent((detail) =>
    setTold({ toast: { ...detail, id: `told-${Date.now()}` }, since: toast?.id }),
  );
  useEffect(() => onTold((detail) => take(detail)), []);
  return told && told.since === toast?.id ? told.toast : toast;
}

// One toast at a time, five seconds or ten, swiped away to the right, F8 moves the focus to it.
// The server keeps the last toast, so a toast that this tab has shown stays closed after a reload.
export function Toaster({ toast: sent, sprite }) {
  const toast = useLatest(sent);
  const [open, setOpen] = useState(false);
  const [lift, setLift] = useState(0);
  const id = toast?.id;
  const isSaved = id === sent?.id && toast?.tone === "success";
  const host = useTopmost(id);
  const pressed = usePressed();
  const left = useLeft();

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew for each message
  useEffect(() => setLift(liftIn(host, pressed.current)), [host, id]);

  useEffect(() => {
    if (!id || sessionStorage.getItem(SEEN) === String(id)) return;
    store(SEEN, String(id));
    if (isSaved) removeSent();
    setOpen(true);
  }, [id, isSaved]);

  // Radix would leave the focus on the empty list of messages, at the end of the page.
  const change = (isOpen) => {
    const focused = document.activeElement;
    const isInside = focused?.closest(".toasts") && focused.matches(":focus-visible");
    setOpen(isOpen);
    if (!isOpen && isInside) setTimeout(() => goBack(left.current));
  };

  if (!host) return null;
  return (
    <Toast.Provider
      duration={SHOWN}
      swipeDirection="right"
      swipeThreshold={50}
      label="Notification"
    >
      {id ? (
        <Message key={id} {...toast} sprite={sprite} open={open} onOpenChange={change} />
      ) : null}
      {createPortal(
        <Toast.Viewport className="toasts" hotkey={["F8"]} style={{ "--lift": `${lift}px` }} />,
        host,
      )}
    </Toast.Provider>
  );
}
