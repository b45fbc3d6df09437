import { useEffect, useState } from "react";
import { LoginLink } from "./browser.jsx";
import { forget, keptFor, onAnnounced } from "./kept_fields.js";

const LOGOUT = 'a[href^="/api/logout"]';

// The bar that says that something is kept, while its form is not open.
export function KeptForm({ account, known, login }) {
  const [found, setFound] = useState(null);

  useEffect(() => {
    if (!known) return undefined;
    const look = () => {
      const now = keptFor(account);
      setFound(now && !document.getElementById(now.form) ? now : null);
    };
    // After the page has been drawn with what changed.
    const later = () => setTimeout(look);
    later();
    return onAnnounced(later);
  }, [account, known]);

  useEffect(() => {
    const leave = ({ target }) => target.closest?.(LOGOUT) && forget();
    document.addEventListener("click", leave);
    return () => document.removeEventListener("click", leave);
  }, []);

  if (!known || !found) return null;
  const next = account
    ? "Open the form again to go on."
    : "You have been logged out: log in again to go on.";
  return (
    <div className="kept-form" role="status">
      <p>{`What you typed in “${found.title}” is kept in this tab. ${next}`}</p>
      {!account && (
        <LoginLink href={login} className="btn btn-row">
          Login
        </LoginLink>
      )}
      <button type="button" className="btn btn-outline" onClick={forget}>
        Discard
      </button>
    </div>
  );
}

// For a page whose reader has no account any more.
export function ForgetForm() {
  useEffect(forget, []);
  return null;
}
