import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useTimer } from "./timer.js";

const DELAY = 500;

// Leaves the single-page app (the sign-in lives outside of it) half a second after `to` was set.
export function LeaveWatcher({ to }) {
  useTimer(to, DELAY, () => window.location.assign(to));
  return null;
}

// The router would scroll without moving the focus, so this is the browser's own link.
export function SkipLink({ children, ...rest }) {
  return (
    <a {...rest} href="#content">
      {children}
    </a>
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

// The title of a page that shows one record; `text` is empty until the record is there.
export function TitleWriter({ text, suffix }) {
  useEffect(() => {
    if (text) document.title = text + suffix;
  }, [text, suffix]);
  return null;
}
