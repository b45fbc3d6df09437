import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { jsx } from "react/jsx-runtime";

const DELAY = 500;

// A full navigation (the sign-in lives outside the single-page app) half a second after `to` is set.
export function LeaveWatcher({ to }) {
  useEffect(() => {
    if (!to) return undefined;
    const timer = setTimeout(() => window.location.assign(to), DELAY);
    return () => clearTimeout(timer);
  }, [to]);
  return null;
}

// The router would scroll without moving the focus, so this is the browser's own link.
export function SkipLink({ children, ...rest }) {
  return jsx("a", { ...rest, href: "#content", children });
}

// A plain link to the sign-in that brings the visitor back to the page (and filters) they were on.
export function LoginLink({ href, children, ...rest }) {
  const { pathname, search } = useLocation();
  const [next, setNext] = useState("");
  useEffect(() => setNext((pathname.replace(/\/+$/, "") || "/") + search), [pathname, search]);
  const target = next && next !== "/" ? `${href}?next=${encodeURIComponent(next)}` : href;
  return jsx("a", { ...rest, href: target, children });
}

// The title of a page that shows one record; empty until the record is there.
export function TitleWriter({ text, suffix }) {
  useEffect(() => {
    if (text) document.title = text + suffix;
  }, [text, suffix]);
  return null;
}
