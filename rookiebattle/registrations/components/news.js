import { useState } from "react";
import { useTimer } from "../../ui/timer.js";

// All open pages are told of a change in the same moment. Each asks for what it shows at a moment
// of its own within this time, so that the server does not get all questions at once.
const SPREAD = 1500;

// Asks for the event again when the server knows a newer one than the page shows.
export function FollowNews({ stamp, known, onNews }) {
  const [delay] = useState(() => Math.random() * SPREAD);
  const isOld = stamp && known && stamp !== known;
  useTimer(isOld && `${known} ${stamp}`, delay, () => onNews());
  return null;
}

// Loads a list again when it has changed since this page was opened.
export function FollowList({ stamp, onNews }) {
  const [known, setKnown] = useState(stamp);
  const [delay] = useState(() => Math.random() * SPREAD);
  useTimer(stamp !== known && stamp, delay, () => {
    setKnown(stamp);
    onNews();
  });
  return null;
}
