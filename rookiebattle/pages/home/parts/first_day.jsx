import { useState } from "react";
import { Icon } from "../../../ui/icon.jsx";

const KEY = "first-day-dismissed:";
// For a browser without storage: until the page is loaded again.
const dismissed = new Set();

function isDismissed(account) {
  try {
    return dismissed.has(account) || localStorage.getItem(KEY + account) !== null;
  } catch {
    return dismissed.has(account);
  }
}

// A card that its reader puts away for good, in this browser. The focus goes to `after`.
export function FirstDayCard({ account, sprite, label, after, children, ...rest }) {
  const [isGone, setIsGone] = useState(() => isDismissed(account));
  if (isGone) return null;
  const dismiss = () => {
    dismissed.add(account);
    try {
      localStorage.setItem(KEY + account, "1");
    } catch {
      // Storage is blocked or full.
    }
    document.getElementById(after)?.focus();
    setIsGone(true);
  };
  return (
    <section {...rest}>
      {children}
      <button
        type="button"
        className="btn btn-ghost btn-icon"
        aria-label={label}
        title={label}
        onClick={dismiss}
      >
        <Icon sprite={sprite} name="close" />
      </button>
    </section>
  );
}
