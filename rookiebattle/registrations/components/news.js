import { useState } from "react";
import { useTimer } from "../../ui/timer.js";

// All open pages are told of a change in the same moment. Each asks for what it shows at a moment
// of its own within this time, so that the server does not get all questions at once.
const SPREAD = 1500;

// A member's own tabs are few. The wait is for the tab that took the seat: it loads by itself.
const OWN_LOAD = 400;

// Asks once for each stamp. A newer one that comes during the wait does not begin the wait anew:
// a page whose stamp changes each second would otherwise never ask.
function useAsking(stamp, onNews, wait) {
  const [spread] = useState(() => Math.random() * SPREAD);
  const delay = wait ?? spread;
  const [asked, setAsked] = useState("");
  useTimer(stamp && stamp !== asked && `after ${asked}`, delay, () => {
    setAsked(stamp);
    onNews();
  });
}

// A device's clock may be ahead of the server's, so the page asks again while nothing has changed.
const ASKED_AGAIN = 20_000;
const QUESTIONS = 6;
// A browser's timers last for less than 25 days, and a page that was open for days is loaded anew.
const AHEAD = 24 * 60 * 60_000;

// Asks for the page again when its clock comes to `at`, such as the start of an event. The answer
// brings the next instant at which a sentence of the page stops being true.
export function FollowClock({ at, onNews }) {
  const [spread] = useState(() => Math.random() * SPREAD);
  const [asked, setAsked] = useState({ at: "", times: 0 });
  const times = asked.at === at ? asked.times : 0;
  const away = Math.max(Date.parse(at) - Date.now(), times && ASKED_AGAIN, 0);
  const isNear = Boolean(at) && away < AHEAD && times < QUESTIONS;
  useTimer(isNear && `${at} ${times}`, away + spread, () => {
    setAsked({ at, times: times + 1 });
    onNews();
  });
  return null;
}

// Asks for the event again when the server knows a newer one than the page shows.
export function FollowNews({ stamp, known, onNews }) {
  useAsking(known && stamp !== known && stamp, onNews);
  return null;
}

// Asks for the page again when the member took or gave up a seat in another tab.
export function FollowOwn({ told, shown, onNews }) {
  const cards = shown.flat().flatMap((one) => one.cards ?? [one]);
  const other = cards.find(
    ({ id, is_registered }) => told[id] && told[id].startsWith("yes") !== is_registered,
  );
  useAsking(other && `${other.id} ${told[other.id]}`, onNews, OWN_LOAD);
  return null;
}

// Loads a list again when it has changed. A stamp that is there when the page is drawn counts too:
// it may have come while the page waited for its style sheet, and after its data was read.
export function FollowList({ stamp, onNews }) {
  useAsking(stamp, onNews);
  return null;
}

// The last stamp of the own seats that a page of this tab has asked for. Pages that are opened
// later have read their data after it.
let answered = "";

// The same for the member's own seats, which change in few tabs, and often in this one.
export function FollowOwnSeats({ stamp, onNews }) {
  const isNew = stamp !== answered;
  useAsking(
    isNew && stamp,
    () => {
      answered = stamp;
      onNews();
    },
    OWN_LOAD,
  );
  return null;
}
