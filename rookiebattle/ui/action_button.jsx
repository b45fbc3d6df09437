import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isOffline, onEnd, refuse } from "./network.js";
import { useTimer } from "./timer.js";

const PATIENCE = 10_000;
// A finger that taps twice must not hit "Undo" where "Check In" was.
const DOUBLE_TAP = 600;

// Whether a tap comes right after the button became another one. Keys press it at once.
function useTooSoon(label) {
  const known = useRef(label);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (known.current !== label) changedAt.current = performance.now();
    known.current = label;
  }, [label]);
  return ({ detail }) => detail > 0 && performance.now() - changedAt.current < DOUBLE_TAP;
}

// Answers a press at once: shows the pending label and refuses further presses until `done`
// changes. aria-disabled instead of disabled keeps the keyboard focus where it is. `holdBack` may
// return true and call the function that it gets later, once a question was answered.
export function ActionButton(props) {
  const { label, pendingLabel, which, done, onClick, holdBack, type = "button", ...rest } = props;
  const [pressedAt, setPressedAt] = useState(null);
  const isPending = pressedAt !== null && pressedAt === done;
  const isTooSoon = useTooSoon(label);

  useTimer(pressedAt, PATIENCE, () => setPressedAt(null));
  useEffect(() => onEnd(() => setPressedAt(null)), []);

  const press = (event) => {
    // A press without a network must not take effect later, when the network is back.
    if (isOffline()) {
      event.preventDefault();
      refuse();
      return;
    }
    if (isPending || isTooSoon(event)) {
      event.preventDefault();
      return;
    }
    const form = type === "submit" ? event.currentTarget.form : null;
    if (form && !form.checkValidity()) return;
    const go = () => {
      setPressedAt(done);
      onClick?.(event);
    };
    if (!holdBack?.(go)) go();
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
        <span data-off={isPending || undefined}>{label}</span>
        <span data-off={isPending ? undefined : true}>{pendingLabel}</span>
      </span>
      {which && <span className="sr-only">{which}</span>}
    </button>
  );
}
