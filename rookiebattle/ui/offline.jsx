import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { askApi } from "./api.js";
import { showAnswered } from "./field_errors.js";
import {
  isOffline,
  lookForSocket,
  NOTHING_CHANGED,
  onRefusal,
  page as own,
  refuse,
  useBlocked,
} from "./network.js";
import { useTimer } from "./timer.js";
import { useTopmost } from "./topmost.js";

const OFFLINE = "You’re offline. Registering and saving need a connection.";
const LOST = "The connection was lost. Trying again …";
const REFUSAL_SHOWN = 6_000;
const LOOKS = 2_500;
// The worker fetches all that it keeps. It starts when the page has probably loaded everything.
const SETTLED = 3_000;
// The member's next events are one small answer, so they are kept soon: somebody who has just
// registered may lose the network within seconds.
const ANSWERED = 1_000;
const MINE = "mine";
// The bar offers kept events for as long as the page without a network shows them.
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
const HEIGHT = "--connection-height";
const INNER_LINK = 'a[href^="/"]:not([target], [download])';
const ignore = () => undefined;

function useOffline() {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(isOffline());
    look();
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return offline;
}

// Some networks refuse websockets, or let them hang.
function useLooks(lost) {
  useEffect(() => {
    if (lost) lookForSocket();
    const timer = setInterval(lookForSocket, LOOKS);
    return () => clearInterval(timer);
  }, [lost]);
}

// Under `make dev` the worker has no version, and would keep what is being changed.
function useWorker(script) {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const workers = navigator.serviceWorker;
    if (!workers || !import.meta.env.PROD) return undefined;
    setIsThere(Boolean(workers.controller));
    const register = () =>
      workers
        .register(script, { updateViaCache: "none" })
        .then(() => workers.ready)
        .then(({ active }) => {
          setIsThere(true);
          // Without a worker the browser's own cache had these, and may drop them.
          active.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
        })
        .catch(() => setIsThere(false));
    const timer = setTimeout(register, SETTLED);
    return () => clearTimeout(timer);
  }, [script]);
  return isThere;
}

// Until the worker answers in the place of the site, a link that is pressed without a network would
// end at the browser's own error page.
function useLinksThatStay(isKept) {
  useEffect(() => {
    if (isKept) return undefined;
    const stay = (event) => {
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!isOffline() || opensElsewhere || !event.target.closest?.(INNER_LINK)) return;
      event.preventDefault();
      event.stopPropagation();
      refuse();
    };
    window.addEventListener("click", stay, true);
    return () => window.removeEventListener("click", stay, true);
  }, [isKept]);
}

const timeOf = (text) => new Date(text).getTime();

async function hasKept(path) {
  const kept = await caches.match(path, { cacheName: MINE });
  if (!kept) return false;
  const { events, readAt } = await kept.json();
  const now = Date.now();
  return now - timeOf(readAt) <= KEPT_MS && events.some(({ endsAt }) => timeOf(endsAt) > now);
}

// Whether the page without a network has events to show.
function useHasEvents(path, offline) {
  const [has, setHas] = useState(false);
  useEffect(() => {
    if (offline) hasKept(path).then(setHas, () => setHas(false));
  }, [path, offline]);
  return has;
}

// Tells style sheets how high the bar is, so that others that stay in sight stay below it. In a
// dialog it pushes the others down.
function measured(bar) {
  // Without an end of its own React would call this again, with null.
  if (bar.closest("dialog")) return ignore;
  const { style } = document.documentElement;
  const tell = () => style.setProperty(HEIGHT, `${bar.offsetHeight}px`);
  const sizes = new ResizeObserver(tell);
  tell();
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty(HEIGHT);
  };
}

async function forgetOthers(path, me) {
  const kept = await (await caches.open(MINE)).match(path);
  const whose = kept ? (await kept.json()).memberId : "";
  if (whose !== me) await caches.delete(MINE);
}

async function keep(path) {
  const answer = await askApi(path);
  if (answer.ok) await (await caches.open(MINE)).put(path, answer);
  else if (answer.status === 401) await caches.delete(MINE);
}

// Keeps the member's next events in the browser; of a visitor nothing is kept. They are read again
// after each answer, which may have changed them.
function useNextEvents({ path, me, known, answers }) {
  const isSure = known && typeof window !== "undefined" && "caches" in window;
  useEffect(() => {
    if (isSure) forgetOthers(path, me).catch(ignore);
  }, [path, me, isSure]);
  useTimer(isSure && me && `${me} ${answers}`, ANSWERED, () => keep(path).catch(ignore));
}

// The bar that says that there is no connection, and what that means for the last press.
export function Offline(props) {
  const { lost, me, known, answers, sprite, page, nextEvents, worker, ping, forms } = props;
  const offline = useOffline();
  const blocked = useBlocked();
  useLooks(lost);
  useEffect(() => void Object.assign(own, { forms, ping }), [forms, ping]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => showAnswered(), [answers]);
  const isKept = useWorker(worker);
  useLinksThatStay(isKept);
  const hasEvents = useHasEvents(nextEvents, offline);
  const [refusals, setRefusals] = useState(null);
  useEffect(() => onRefusal(() => setRefusals((count) => (count ?? 0) + 1)), []);
  useTimer(refusals, REFUSAL_SHOWN, () => setRefusals(null));
  useNextEvents({ path: nextEvents, me, known, answers });

  const host = useTopmost(refusals);

  if (refusals === null && !offline && !lost && !blocked) return null;
  const words = offline ? OFFLINE : (blocked?.bar ?? LOST);
  const refusal = offline ? NOTHING_CHANGED : (blocked?.refusal ?? NOTHING_CHANGED);
  const bar = (
    <div className="connection" role="status" ref={measured}>
      <svg className="icon" aria-hidden="true">
        <use href={`${sprite}#warning`} />
      </svg>
      {refusals === null ? words : <span role="alert">{refusal}</span>}
      {offline && isKept && hasEvents && <a href={page}>Next events</a>}
    </div>
  );
  return host?.matches("dialog") ? createPortal(bar, host) : bar;
}
