import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import "./dropped.js";
import { useTimer } from "./timer.js";
import "./translated.js";

const DELAY = 500;

// Leaves the single-page app (the sign-in lives outside of it) half a second after `to` was set.
export function LeaveWatcher({ to }) {
  useTimer(to, DELAY, () => window.location.assign(to));
  return null;
}

// The router would scroll without moving the focus, so this is the browser's own link.
export function SkipLink({ to, children, ...rest }) {
  return (
    <a {...rest} href={`#${to}`}>
      {children}
    </a>
  );
}

// Says what a browser that blocks cookies cannot do here (ui/start.js finds out).
export function NoCookies({ children, ...rest }) {
  const [isBlocked, setIsBlocked] = useState(false);
  useEffect(() => setIsBlocked("cookies" in document.documentElement.dataset), []);
  return (
    isBlocked && (
      <p {...rest} role="status">
        {children}
      </p>
    )
  );
}

// A plain link to the sign-in that brings the visitor back to the page (and filters) they were on.
export function LoginLink({ href, children, ...rest }) {
  const { pathname, search } = useLocation();
  const [next, setNext] = useState("");
  useEffect(() => setNext((pathname.replace(/\/+$/, "") || "/") + search), [pathname, search]);
  const target = next && next !== "/" ? `${href}?next=${encodeURIComponent(next)}` : href;
  return (
    <a {...rest} href={target}>
      {children}
    </a>
  );
}

// Tabs in a row that may be wider than the screen: the chosen one is scrolled into sight. They are
// watched, because what is chosen follows from the address and is drawn without this component.
const CURRENT = '[aria-current="true"], [aria-current="page"]';

export function Tabs({ children, ...rest }) {
  const ref = useRef(null);
  useEffect(() => {
    const row = ref.current;
    const reveal = () => {
      const chosen = row.querySelector(CURRENT)?.getBoundingClientRect();
      const { left, width } = row.getBoundingClientRect();
      if (chosen) row.scrollLeft += chosen.left - left - (width - chosen.width) / 2;
    };
    reveal();
    const watcher = new MutationObserver(reveal);
    watcher.observe(row, { attributes: true, attributeFilter: ["aria-current"], subtree: true });
    return () => watcher.disconnect();
  }, []);
  return (
    <nav {...rest} ref={ref}>
      {children}
    </nav>
  );
}

// The title of a page that only its state knows; `text` is empty until it does.
export function TitleWriter({ text, suffix }) {
  useEffect(() => {
    if (text) document.title = text + suffix;
  }, [text, suffix]);
  return null;
}

// A page without a socket is heard after this time.
const SOON = 1_000;
const BUSY = "dialog[open], input, textarea, select";

// Another page is heard: the focus moves to its heading, as soon as the page has its data. A form
// or a dialog that has the focus by then keeps it.
export function RouteFocus({ answered }) {
  const { pathname, hash, key } = useLocation();
  const heard = useRef(pathname);
  const isAsked = useRef(false);
  const reached = useRef("");
  // The part that a link leads to is often drawn with the page's data, later than the page.
  useEffect(() => {
    const part = document.getElementById(hash.slice(1));
    if (!answered || !part || reached.current === key) return;
    reached.current = key;
    part.scrollIntoView();
  }, [answered, hash, key]);
  useEffect(() => {
    if (heard.current === pathname) return undefined;
    // The page is drawn before Reflex takes back the answer to the page before.
    isAsked.current ||= !answered;
    const hear = () => {
      heard.current = pathname;
      isAsked.current = false;
      if (!document.activeElement?.closest(BUSY)) focusHeading();
    };
    const timer = setTimeout(hear, answered && isAsked.current ? 0 : SOON);
    return () => clearTimeout(timer);
  }, [answered, pathname]);
  return null;
}

function focusHeading() {
  const asked = document.getElementById(window.location.hash.slice(1));
  const heading =
    asked ??
    document.querySelector("main .tab-head h2") ??
    document.querySelector("main h1, main h2") ??
    document.querySelector("main");
  if (!heading) return;
  if (!heading.hasAttribute("tabindex") && heading.tabIndex < 0) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

// Names the address whose first data the page has: scripts run, and the websocket has answered.
// The browser's address changes before the router draws the new page, and that page is drawn
// before Reflex takes back `answered`. So the name is written only when `answered` changes.
export function LiveMarker({ answered }) {
  const { pathname } = useLocation();
  const drawn = useRef(pathname);
  drawn.current = pathname;
  const [live, setLive] = useState("");
  useEffect(() => setLive(answered ? drawn.current + window.location.search : ""), [answered]);
  return <span id="live" hidden data-live={live} />;
}
