import { useState } from "react";
import { useTimer } from "../../ui/timer.js";

// All open pages are told of a change in the same moment. Each asks for what it shows at a moment
// of its own within this time, so that the server does not get all questions at once.
const SPREAD = 1500;

// Asks once for each stamp. A newer one that comes during the wait does not begin the wait anew:
// a page whose stamp changes each second would otherwise never ask.
function useAsking(stamp, onNews) {
  const [delay] = useState(() => Math.random() * SPREAD);
  const [asked, setAsked] = useState("");
  useTimer(stamp && stamp !== asked && `after ${asked}`, delay, () => {
    setAsked(stamp);
    onNews();
  });
}

// Asks for the event again when the server knows a newer one than the page shows.
export function FollowNews({ stamp, known, onNews }) {
  useAsking(known && stamp !== known && stamp, onNews);
  return null;
}

// Loads a list again when it has changed. A stamp that is there when the page is drawn counts too:
// it may have come while the page waited for its style sheet, and after its data was read.
export function FollowList({ stamp, onNews }) {
  useAsking(stamp, onNews);
  return null;
}
