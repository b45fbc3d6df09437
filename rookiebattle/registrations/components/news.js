import { useState } from "react";
import { useTimer } from "../../ui/timer.js";

// All open pages are told of a change in the same moment. Each asks for the event at a moment of
// its own within this time, so that the server does not get all questions at once.
const SPREAD = 1500;

// Asks for the event again when the server knows a newer one than the page shows.
export function FollowNews({ stamp, known, onNews }) {
  const [delay] = useState(() => Math.random() * SPREAD);
  const isOld = stamp && known && stamp !== known;
  useTimer(isOld && `${known} ${stamp}`, delay, () => onNews());
  return null;
}
