import { useEffect, useEffectEvent, useState } from "react";
import { persist } from "./persist.js";

// Draws a part of a page whose script stands in a file of its own, once that file is there. `load`
// answers with the part. It is loaded when `when` is true for the first time, and stays: a server
// that starts again knows nothing of the page for a moment, and a form would be lost. The children
// are drawn until then.
export function Later({ load, when, children }) {
  const [Part, setPart] = useState(null);
  const [isWanted, setIsWanted] = useState(when);
  const ask = useEffectEvent(load);
  if (when && !isWanted) setIsWanted(true);

  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    const show = (part) => isHere && setPart(() => part);
    persist(
      () => ask(),
      () => isHere,
    ).then(show, () => undefined);
    return () => {
      isHere = false;
    };
  }, [isWanted]);

  return Part ? <Part /> : children;
}
