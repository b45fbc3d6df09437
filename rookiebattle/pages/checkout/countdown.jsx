import { useEffect, useEffectEvent, useState } from "react";

const SECOND = 1000;
const MINUTE = 60;

// The time that is left until a moment, such as '29:07'; `onOver` fires once when none is left. It
// counts down from the `left` milliseconds that the server named, because the clock of a phone may
// be wrong.
export function Countdown({ until, left: given, onOver, ...rest }) {
  const [left, setLeft] = useState(null);
  const end = useEffectEvent(() => onOver?.());
  useEffect(() => {
    if (!until) return undefined;
    const begun = Date.now();
    const count = () => {
      const seconds = Math.max(0, Math.ceil((given - (Date.now() - begun)) / SECOND));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(count, SECOND);
    count();
    return () => clearInterval(timer);
  }, [until, given]);

  if (left === null) return null;
  const minutes = Math.floor(left / MINUTE);
  const seconds = String(left % MINUTE).padStart(2, "0");
  return (
    <time {...rest} role="timer" dateTime={`PT${left}S`}>
      {`${minutes}:${seconds}`}
    </time>
  );
}
