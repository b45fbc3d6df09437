import { useContext, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { DispatchContext } from "$/utils/context";
import { askApi } from "./api.js";
import { focusNext } from "./focus.js";
import { isConnected, page, useBlocked } from "./network.js";
import { persist } from "./persist.js";

const STATE = "reflex___state____state";
const TOAST = "toast_rx_state_";
let spent = false;
const nothing = () => undefined;

// The address must equal the preload that the server announced in its Link header.
function address() {
  const path = window.location.pathname.replace(/^\/|\/$/g, "") || "home";
  return `/api/first-data/${path}${window.location.search}`;
}

// A finger that is on a button of the text must find it there when it goes up, and a press that was
// sent is answered by the next document.
const PRESSED = "[formaction]:is(:active, [aria-busy])";
const PRESS = 300;
let touchedAt = Number.NEGATIVE_INFINITY;
if (typeof window !== "undefined") {
  const touch = () => {
    touchedAt = performance.now();
  };
  for (const kind of ["pointerdown", "pointerup"]) window.addEventListener(kind, touch, true);
}

function isPressed(text) {
  const isTouched = performance.now() - touchedAt < PRESS && text.querySelector("[formaction]");
  return Boolean(isTouched || text.querySelector(PRESSED));
}

// Returns the function that gives up, while the text waits for a press to end.
function takeOver(text) {
  if (!text) return undefined;
  if (isPressed(text)) {
    let end = nothing;
    const timer = setTimeout(() => {
      end = takeOver(text) ?? nothing;
    }, PRESS / 3);
    return () => {
      clearTimeout(timer);
      end();
    };
  }
  const hadFocus = text.querySelector("button:focus");
  text.remove();
  if (hadFocus) focusNext([document.querySelector(".page main")]);
  // A link of the text may have led to a part that only the page has.
  document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  return undefined;
}

// The server's text of the page is shown until the page itself has something to show. It is removed
// in the frame in which the page appears, so nothing moves.
export function TextBefore({ settled }) {
  useLayoutEffect(() => {
    if (!settled) return undefined;
    return takeOver(document.querySelector("text-before"));
  }, [settled]);
  return null;
}

// A place for a text of the server in a page that is built. React leaves what it finds there, and
// takes it away when the page has its data. Until then the style sheet hides the element behind it.
export function TextPlace({ name, settled }) {
  // One object for all renders: for another one React would write the empty place again.
  const [html] = useState({ __html: `<!--text ${name}-->` });
  if (settled) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a comment of our own
  return <div className="text-place" dangerouslySetInnerHTML={html} suppressHydrationWarning />;
}

async function ask(path) {
  const response = await askApi(path, { headers: { accept: "application/json" } });
  return response.ok ? response.json() : {};
}

export function FirstData({ settled }) {
  const dispatch = useContext(DispatchContext);
  const { pathname, search } = useLocation();
  const blocked = useBlocked();
  const [first, setFirst] = useState(null);
  const isAwaited = useRef(true);
  isAwaited.current = !settled;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    const path = address();
    let isHere = true;
    const take = (found) => isHere && setFirst(found);
    const isMissed = () => isHere && isAwaited.current;
    page.reread = () => ask(path).then(take, nothing);
    // The websocket brings the data of further pages, and that of the first one a moment later.
    if (!spent || !isConnected()) persist(() => ask(path), isMissed).then(take, nothing);
    spent = true;
    return () => {
      isHere = false;
      page.reread = nothing;
    };
  }, [pathname, search]);
  // Nothing else will say that the page has its data.
  useEffect(() => {
    if (blocked && first) dispatch[STATE]?.({ is_hydrated_rx_state_: true });
  }, [dispatch, blocked, first]);
  // An answer of the websocket may have come but not be drawn yet, and first data would put older
  // values over it. React draws both at once, so only the effect after that knows `settled`. The
  // toast that a form has left comes with first data alone.
  const take = useEffectEvent(() => {
    const isLate = settled && isConnected();
    for (const [name, values] of Object.entries(first ?? {})) {
      if (!isLate) dispatch[name]?.(values);
      else if (values[TOAST]) dispatch[name]?.({ [TOAST]: values[TOAST] });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useLayoutEffect(() => take(), [first]);
  return <TextBefore settled={settled} />;
}
