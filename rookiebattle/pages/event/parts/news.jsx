import { useEffect } from "react";

// Everybody who looks is told in the same moment; they need not all ask in the same one.
const SPREAD = 1500;

// Asks for the event again when the server knows a newer one than the page shows.
export function FollowNews({ stamp, known, onNews }) {
  useEffect(() => {
    if (!stamp || !known || stamp === known) return undefined;
    const timer = setTimeout(() => onNews(), Math.random() * SPREAD);
    return () => clearTimeout(timer);
  }, [stamp, known]);
  return null;
}
