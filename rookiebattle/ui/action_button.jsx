import { useEffect, useRef, useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";

const PATIENCE = 10_000;
const OFFLINE = "You are offline";
const OFFLINE_SHOWN = 3_000;

// Answers a press at once: shows the pending label and refuses further presses until `done`
// changes. aria-disabled instead of disabled keeps the keyboard focus where it is.
export function ActionButton({ label, pendingLabel, done, disabled, onClick, type = "button", className, ...rest }) {
  const [pressedAt, setPressedAt] = useState(null);
  const pending = pressedAt !== null && pressedAt === done;
  const [offline, setOffline] = useState(false);
  const latest = useRef(done);
  latest.current = done;

  useEffect(() => {
    if (pressedAt === null) return undefined;
    const timer = setTimeout(() => setPressedAt(null), PATIENCE);
    return () => clearTimeout(timer);
  }, [pressedAt]);

  useEffect(() => {
    if (!offline) return undefined;
    const timer = setTimeout(() => setOffline(false), OFFLINE_SHOWN);
    return () => clearTimeout(timer);
  }, [offline]);

  const press = (event) => {
    // What is pressed without a network must not happen by itself once there is one again.
    if (!navigator.onLine) {
      event.preventDefault();
      setOffline(true);
      return;
    }
    if (pending) {
      event.preventDefault();
      return;
    }
    const form = type === "submit" ? event.currentTarget.form : null;
    if (form && !form.checkValidity()) return;
    setPressedAt(latest.current);
    onClick?.(event);
  };

  return jsx("button", {
    ...rest,
    type,
    className,
    disabled,
    "aria-busy": pending || undefined,
    "aria-disabled": pending || undefined,
    onClick: press,
    children: jsxs("span", {
      className: "btn-stack",
      children: [
        jsx("span", { "data-off": pending || offline || undefined, children: label }),
        jsx("span", { "data-off": pending && !offline ? undefined : true, children: pendingLabel }),
        offline && jsx("span", { role: "status", children: OFFLINE }),
      ],
    }),
  });
}
