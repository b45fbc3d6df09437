import { useEffect, useState } from "react";
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

// A device's clock may be ahead of the server's. A page that has asked too early asks again, each
// time after a longer pause.
const FIRST_PAUSE = 20_000;
const LONGEST_PAUSE = 5 * 60_000;
// A browser's timers last for less than 25 days.
const LONGEST_TIMER = 24 * 60 * 60_000;

function useIsHidden() {
  const [isHidden, setIsHidden] = useState(false);
  useEffect(() => {
    const look = () => setIsHidden(document.hidden);
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isHidden;
}

// Asks for the page again when its clock comes to `at`, such as the start of an event, and within
// `spread` milliseconds. The answer brings the next such instant. A tab in the background asks when
// somebody looks at it.
export function FollowClock({ at, spread, onNews }) {
  const [share] = useState(() => Math.random());
  const [asked, setAsked] = useState({ at: "", times: 0, until: 0 });
  const [looks, setLooks] = useState(0);
  const isHidden = useIsHidden();
  const isAgain = asked.at === at;
  const due = (isAgain ? asked.until : Date.parse(at)) + share * spread;
  const wait = Math.min(Math.max(due - Date.now(), 0), LONGEST_TIMER);
  useTimer(at && !isHidden && `${at} ${asked.until} ${looks}`, wait, () => {
    if (Date.now() < due) {
      setLooks(looks + 1);
      return;
    }
    const times = isAgain ? asked.times + 1 : 1;
    const pause = Math.min(FIRST_PAUSE * 2 ** (times - 1), LONGEST_PAUSE);
    setAsked({ at, times, until: Date.now() + pause });
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
