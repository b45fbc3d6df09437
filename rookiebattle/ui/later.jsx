import { useEffect, useEffectEvent, useState } from "react";

// The pause before a file that could not be had is asked for again, in milliseconds. Each is twice
// as long as the one before, up to the longest: a deployment may have removed the file for good.
const FIRST_PAUSE = 3000;
const LONGEST_PAUSE = 60_000;

// Draws a part of a page whose script stands in a file of its own, once that file is there. `load`
// answers with the part. It is loaded when `when` is true for the first time, and stays: a server
// that starts again knows nothing of the page for a moment, and a form would be lost.
export function Later({ load, when }) {
  const [Part, setPart] = useState(null);
  const [isWanted, setIsWanted] = useState(when);
  const ask = useEffectEvent(load);
  if (when && !isWanted) setIsWanted(true);

  useEffect(() => {
    if (!isWanted) return undefined;
    let timer = null;
    let pause = FIRST_PAUSE;
    let isHere = true;
    const show = (part) => isHere && setPart(() => part);
    const wait = () => {
      if (isHere) timer = setTimeout(attempt, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    };
    const attempt = () => ask().then(show, wait);
    attempt();
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [isWanted]);

  return Part && <Part />;
}
