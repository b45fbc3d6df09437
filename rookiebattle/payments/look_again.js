import { useEffect, useEffectEvent } from "react";
import { page, useBlocked } from "../ui/network.js";

const WAIT_MS = 2_000;
const MOST_LOOKS = 60;

// Calls `onLook` every two seconds while something is waited for and the page is seen, for two
// minutes at most: the answer then comes by email.
export function LookAgain({ waits: isWaiting, onLook }) {
  const blocked = useBlocked();
  // Without a websocket nobody has asked yet. The service's own notice comes within seconds.
  const waits = isWaiting || (blocked && isPaid());
  const look = useEffectEvent(() => {
    if (document.visibilityState !== "visible") return;
    if (blocked) page.reread();
    else onLook();
  });
  useEffect(() => {
    if (!waits) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      look();
      looks += 1;
      if (looks === MOST_LOOKS) clearInterval(timer);
    }, WAIT_MS);
    return () => clearInterval(timer);
  }, [waits]);
  return null;
}

const isPaid = () => new URLSearchParams(window.location.search).get("success") === "true";
