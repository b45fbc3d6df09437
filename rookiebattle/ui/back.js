import { useEffect, useEffectEvent } from "react";

// The browser's Back closes the dialog or drawer that lies on top, as people expect on a phone.
//
// An open dialog stands on an entry of the history of its own, with the same address and a mark.
// The entry stays when the dialog is closed in another way: going back at that moment could undo
// a navigation that the same act has begun. Back then passes over the entry.
const MARK = "dialog";
const open = [];
let marked = null;
let isPassing = false;

function enter() {
  const { state } = window.history;
  if (!state?.[MARK]) window.history.pushState({ ...state, [MARK]: true }, "");
  marked = window.history.state.idx;
}

// Runs before the router hears of the event, which it would take for a navigation.
function pop(event) {
  const from = marked;
  marked = event.state?.[MARK] ? event.state.idx : null;
  if (isPassing) {
    // From another page over the entry: the router shows the page to which it belongs.
    isPassing = false;
  } else if (marked !== null) {
    event.stopImmediatePropagation();
    isPassing = true;
    window.history.back();
  } else if (from !== null && event.state?.idx === from) {
    event.stopImmediatePropagation();
    if (open.length > 0) open.at(-1)();
    else window.history.back();
  }
}

if (typeof window !== "undefined") {
  const { state } = window.history;
  marked = state?.[MARK] ? state.idx : null;
  window.addEventListener("popstate", pop, true);
}

// A page that the browser kept is shown again where it was left. In Safari it would begin at its
// top: the router says "manual" at `pageshow`, and only then does Safari go to the place.
let place = 0;
if (typeof window !== "undefined") {
  window.addEventListener("pagehide", () => {
    place = window.scrollY;
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    const goBack = () => window.scrollTo({ top: place, behavior: "instant" });
    if (persisted) requestAnimationFrame(goBack);
  });
}

// `leave` asks to close, and may ask the person first.
export function useBack(isOpen, leave) {
  const close = useEffectEvent(() => leave());

  useEffect(() => {
    if (!isOpen) return undefined;
    const own = () => close();
    open.push(own);
    enter();
    return () => {
      open.splice(open.indexOf(own), 1);
      // A question that lay on top is gone: the dialog below it needs the entry again.
      if (open.length > 0) enter();
    };
  }, [isOpen]);
}
