import { useEffect, useEffectEvent, useState } from "react";

const SECOND = 1000;
const MINUTE = 60;

// The time that is left until a moment, such as '29:07'; `onOver` fires once when none is left.
export function Countdown({ until, onOver, ...rest }) {
  const [left, setLeft] = useState(null);
  const end = useEffectEvent(() => onOver?.());
  useEffect(() => {
    if (!until) return undefined;
    const count = () => {
      const seconds = Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / SECOND));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(count, SECOND);
    count();
    return () => clearInterval(timer);
  }, [until]);

  if (left === null) return null;
  const minutes = Math.floor(left / MINUTE);
  const seconds = String(left % MINUTE).padStart(2, "0");
  return (
    <time {...rest} role="timer" dateTime={`PT${left}S`}>
      {`${minutes}:${seconds}`}
    </time>
  );
}
