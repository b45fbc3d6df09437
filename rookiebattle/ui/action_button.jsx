import { useState } from "react";
import { useTimer } from "./timer.js";

const PATIENCE = 10_000;
const OFFLINE = "You are offline";
const OFFLINE_SHOWN = 3_000;

// Answers a press at once: shows the pending label and refuses further presses until `done`
// changes. aria-disabled instead of disabled keeps the keyboard focus where it is.
export function ActionButton({ label, pendingLabel, done, onClick, type = "button", ...rest }) {
  const [pressedAt, setPressedAt] = useState(null);
  const [isOffline, setIsOffline] = useState(false);
  const isPending = pressedAt !== null && pressedAt === done;

  useTimer(pressedAt, PATIENCE, () => setPressedAt(null));
  useTimer(isOffline, OFFLINE_SHOWN, () => setIsOffline(false));

  const press = (event) => {
    // A press without a network must not take effect later, when the network is back.
    if (!navigator.onLine) {
      event.preventDefault();
      setIsOffline(true);
      return;
    }
    if (isPending) {
      event.preventDefault();
      return;
    }
    const form = type === "submit" ? event.currentTarget.form : null;
    if (form && !form.checkValidity()) return;
    setPressedAt(done);
    onClick?.(event);
  };

  return (
    <button
      {...rest}
      type={type}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={press}
    >
      <span className="btn-stack">
        <span data-off={isPending || isOffline || undefined}>{label}</span>
        <span data-off={isPending && !isOffline ? undefined : true}>{pendingLabel}</span>
        {isOffline && <span role="status">{OFFLINE}</span>}
      </span>
    </button>
  );
}
