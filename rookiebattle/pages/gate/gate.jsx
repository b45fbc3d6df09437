import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { askApi } from "../../ui/api.js";
import { Icon } from "../../ui/icon.jsx";
import { isFromElsewhere } from "../../ui/own_document.js";
import { useTimer } from "../../ui/timer.js";
import { Card } from "./card.jsx";
import { detector } from "./detector.js";
import { Device } from "./device.js";
import * as storage from "./kept.js";
import { Listed } from "./list.jsx";
import { hashOf, keptUntil, passIn } from "./people.js";
import { PaperSheet } from "./sheet.jsx";
import { Contact, checkIns, Done, Told } from "./status.jsx";
import { WalkIn } from "./walk_in.jsx";

const Scanner = lazy(() => import("./scanner.jsx"));

const BEAT = 5_000;
// Everything that a person waits for comes before what an offline hour will need.
const IDLE = 2_000;
const UNKNOWN_PASS = {
  name: "Unknown Pass",
  verdict: "red",
  reasons: [{ code: "unknown_pass", text: "Nobody on this list has this pass." }],
};
const OF_GATE = /^(\/events\/([^/]+))\/gate$/;

const devices = new Map();

function deviceOf(eventId, paths) {
  if (!devices.has(eventId)) {
    const { locks } = navigator;
    const newId = () => crypto.randomUUID();
    devices.set(eventId, new Device({ eventId, paths, ask: askApi, storage, locks, newId }));
  }
  return devices.get(eventId);
}

// A page that is loaded begins with this script; the page itself is awake half a second later.
function begin() {
  const [gate, event, eventId] = OF_GATE.exec(globalThis.location?.pathname) ?? [];
  if (eventId) deviceOf(eventId, { api: `/api${event}`, gate }).begin();
}
begin();

function useDevice(eventId, named) {
  const paths = useMemo(() => {
    const withId = ([name, path]) => [name, path.replace("[event_id]", eventId)];
    return Object.fromEntries(Object.entries(named).map(withId));
  }, [eventId, named]);
  const device = deviceOf(eventId, paths);
  device.paths = paths;
  const state = useSyncExternalStore(device.subscribe, device.state, device.state);
  return [device, state];
}

// Keeps the page with its scripts for the case that the network goes. The script that scans is
// loaded now: without a network it would be too late.
async function keepOpenable(path, endsAt) {
  await Promise.allSettled([import("./scanner.jsx"), detector()]);
  await storage.keepPage(path, keptUntil(endsAt));
}

function useContact(device, { stamp, isOpen }) {
  const contact = useEffectEvent(() => document.hidden || device.contact());
  const beat = useEffectEvent(() => document.hidden || device.beat());
  useEffect(() => {
    device.start();
    const timer = setInterval(() => beat(), BEAT);
    const look = () => contact();
    window.addEventListener("online", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [device]);
  useEffect(() => {
    if (stamp && isOpen) contact();
  }, [stamp, isOpen]);
}

// The gate of an event. It works from what this device knows: the vars of the server's state
// (`info`, `me`, `stamp`) only open it. `children` are for somebody who may not.
export function Gate({ info, me, known, stamp, sprite, paths, onClaim, onSign, claim, children }) {
  const { pathname } = useLocation();
  const eventId = pathname.split("/")[2];
  const [device, state] = useDevice(eventId, paths);
  const isTold = known && info.event_id === eventId;
  const isOpen = state.access === "open";
  useContact(device, { stamp, isOpen });

  // The document of another page must not use the camera: its policy forbids it.
  useEffect(() => {
    if (isFromElsewhere()) window.location.reload();
  }, []);

  const learn = useEffectEvent(() => {
    const { event_id, may_open, ...event } = info;
    // Check-ins that wait are sent before they go: the server refuses them, and tells the lead.
    if (!may_open) return device.contact();
    const { ends_at: endsAt, time_zone: timeZone, ...rest } = event;
    return device.learn({ ...rest, endsAt, timeZone }, me);
  });
  useEffect(() => {
    if (isTold && me) learn();
  }, [isTold, me]);

  const endsAt = state.info?.endsAt;
  useTimer(isOpen && isTold && endsAt, IDLE, () => {
    keepOpenable(device.paths.gate, endsAt).catch(() => undefined);
  });

  if (state.access === "logged out") return <LoggedOut device={device} state={state} />;
  if (state.access === "denied")
    return (
      <>
        <Told device={device} state={state} sprite={sprite} />
        {children}
      </>
    );
  if (!isOpen) return <Waiting state={state} />;
  return <Screen {...{ device, state, sprite, onClaim, onSign, claim }} />;
}

function Waiting({ state }) {
  if (state.isReached) return <div className="skeleton gate-waiting" aria-busy="true" />;
  return (
    <div className="notice">
      <h1>No Connection</h1>
      <p>This device has not kept this gate yet. Open this page once while you have a signal.</p>
    </div>
  );
}

function LoggedOut({ device, state }) {
  const count = state.queue.length;
  return (
    <div className="notice">
      <h1>You Are Logged Out</h1>
      {count > 0 && <p>{checkIns(count)} on this device. Log in again to send them.</p>}
      <a className="btn btn-primary" href={`${device.paths.login}?next=${device.paths.gate}`}>
        Log In
      </a>
    </div>
  );
}

// Printing shows everybody, whatever the screen was asked for.
function usePrinting() {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

// The person whose card is open, and what is done from it.
function useCards(device, people, { told, queue, isReached }) {
  const [opened, open] = useState(null);
  const [done, setDone] = useState(null);
  const close = () => open(null);

  const scanned = async (code) => {
    const pass = passIn(code);
    if (!pass) return false;
    const hash = await hashOf(pass);
    const known = people.find(({ passHash }) => passHash === hash);
    open(known ?? { ...UNKNOWN_PASS, pass, passHash: hash });
    return true;
  };
  const checkIn = async (one) => {
    close();
    const entry = await device.checkIn(one);
    const at = device.timeOf(entry.at);
    const words = one.pass ? "is asked about when there is a network." : `checked in at ${at}.`;
    setDone({ entry, name: one.name, words });
  };
  // Also what still waits on this device.
  const undo = async ({ userId }) => {
    const waiting = queue.find((entry) => entry.userId === userId);
    const answer = await device.undo(waiting ?? { userId });
    if (answer.ok) setDone(null);
    return answer;
  };
  // A person without a seat is seated by the pass, and then has a card.
  const seat = async ({ pass }) => {
    const answer = await device.send("POST", "/walk-ins", { pass });
    if (!answer.ok) return answer;
    const { userId } = await answer.json();
    await device.refresh();
    open({ userId });
    return answer;
  };
  // A pass that waits already is not asked about twice.
  const isAsked = opened?.pass && queue.some(({ passHash }) => passHash === opened.passHash);
  const current = opened?.userId
    ? (people.find(({ userId }) => userId === opened.userId) ?? null)
    : opened && { ...opened, isAsked, isAskedLater: !isReached };
  const other = told.find(({ clientId }) => clientId === done?.entry.clientId);
  const latest = done && { ...done, text: other?.text };
  const end = () => setDone(null);
  return { current, open, close, scanned, checkIn, undo, seat, done: latest, end };
}

function Screen({ device, state, sprite, onClaim, onSign, claim }) {
  const [shown, show] = useState("");
  const isPrinting = usePrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the people are part of the state
  const people = useMemo(() => device.people(), [device, state]);
  const cards = useCards(device, people, state);
  const { rights } = state.info ?? { rights: {} };
  const close = () => show("");

  return (
    <div className="gate">
      <header className="gate-head">
        <a href={device.paths.event} className="link no-print">
          <Icon sprite={sprite} name="chevron-left" /> Event
        </a>
        <h1>{state.info?.title ?? "Gate"}</h1>
        <p>{state.info?.when}</p>
      </header>
      <Contact device={device} state={state} sprite={sprite} />
      <Told device={device} state={state} sprite={sprite} />
      {isPrinting ? (
        <PaperSheet people={people} timeOf={device.timeOf} />
      ) : (
        <Listed {...{ device, state, people, sprite }} done={cards.done} onOpen={cards.open} />
      )}
      <div className="gate-bar no-print">
        <Done device={device} done={cards.done} onEnd={cards.end} sprite={sprite} />
        <button type="button" className="btn btn-primary btn-lg" onClick={() => show("scanner")}>
          Scan
        </button>
        {rights.may_add && (
          <button type="button" className="btn btn-outline btn-lg" onClick={() => show("walk-in")}>
            Walk-In
          </button>
        )}
      </div>
      {shown === "scanner" && (
        <Suspense fallback={null}>
          <Scanner
            onCode={cards.scanned}
            isPaused={Boolean(cards.current)}
            onClose={close}
            sprite={sprite}
          />
        </Suspense>
      )}
      <Card
        {...{ device, rights, sprite, onSign }}
        one={cards.current}
        onCheckIn={cards.checkIn}
        onUndo={cards.undo}
        onSeat={cards.seat}
        onClose={cards.close}
      />
      <WalkIn
        {...{ device, rights, sprite, onClaim, claim }}
        isOpen={shown === "walk-in"}
        isReached={state.isReached}
        onClose={close}
      />
    </div>
  );
}
