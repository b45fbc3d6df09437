import { useEffect, useEffectEvent } from "react";

// Calls `act` once, `delay` milliseconds after `reason` was given. Another reason starts the wait
// anew; null, undefined, false and "" end it. 0 is a reason, because counters start there.
export function useTimer(reason, delay, act) {
  const onTime = useEffectEvent(act);
  useEffect(() => {
    if (!reason && reason !== 0) return undefined;
    const timer = setTimeout(() => onTime(), delay);
    return () => clearTimeout(timer);
  }, [reason, delay]);
}
