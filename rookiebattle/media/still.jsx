import { useState } from "react";
import { useTimer } from "../ui/timer.js";

// Milliseconds before all addresses are tried again: a network may have lost them.
const PAUSES = [1000, 5000, 30_000];

// A picture that has several addresses: the next is tried when one cannot be loaded. After the last
// nothing is drawn, and the ground behind it is seen.
export function Still({ sources, ...rest }) {
  const [failed, setFailed] = useState(0);
  const [round, setRound] = useState(0);
  const isMissing = failed >= sources.length;
  useTimer(isMissing && round < PAUSES.length && round + 1, PAUSES[round], () => {
    setRound(round + 1);
    setFailed(0);
  });
  if (isMissing) return null;
  return (
    // biome-ignore lint/a11y/useAltText: the alternative text comes with the other attributes
    <img {...rest} key={failed} src={sources[failed]} onError={() => setFailed(failed + 1)} />
  );
}
