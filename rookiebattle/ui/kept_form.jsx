import { useEffect, useEffectEvent, useState } from "react";
import { LoginLink } from "./browser.jsx";
import {
  forget,
  forgetOf,
  giveBack,
  isChanged,
  keep,
  keptFor,
  noteOpener,
  onAnnounced,
  openerOf,
} from "./kept_fields.js";
import { noteLogout, useSignedOut } from "./signed_out.js";
import { comeBack, forgetWanted } from "./wanted.js";

const OPENS = "kept-form-opens";
const WAITS_MS = 10_000;
const LOGOUT = 'a[href^="/api/logout"]';

// Presses the button that opened the form, as soon as the page has it.
function openAgain(found) {
  const press = () => {
    const button = openerOf(found);
    button?.click();
    return Boolean(button);
  };
  if (press()) return undefined;
  const drawn = new MutationObserver(() => press() && drawn.disconnect());
  drawn.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(() => drawn.disconnect(), WAITS_MS);
  return () => {
    clearTimeout(timer);
    drawn.disconnect();
  };
}

function goOn(found) {
  const { pathname, search } = window.location;
  if (found.path === pathname + search) return openAgain(found);
  sessionStorage.setItem(OPENS, found.form);
  return window.location.assign(found.path);
}

function forgetAll() {
  forget();
  forgetWanted();
}

// A wish from before the sign-in belongs to the account that came back from it. A page that the
// browser has kept and shows again forgets a wish of another account too.
function useWanted(account, known) {
  useEffect(() => {
    if (!known) return undefined;
    comeBack(account);
    const again = ({ persisted }) => persisted && comeBack(account);
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, [account, known]);
}

const LoginAgain = ({ href, children }) => (
  <LoginLink href={href} className="btn btn-row">
    {children}
  </LoginLink>
);

// The bar that says that something is kept, while its form is not open, and that the session has
// ended. The `welcome` has a bar of its own, which leads to the same form.
export function KeptForm({ account, known, login, welcome }) {
  const [found, setFound] = useState(null);
  const [signedOut, close] = useSignedOut(account, known);
  useWanted(account, known);

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
    const press = ({ target }) => {
      if (target.closest?.(LOGOUT)) {
        noteLogout();
        forgetAll();
      }
      const button = target.closest?.("button");
      if (button) noteOpener(button);
    };
    document.addEventListener("click", press, true);
    return () => document.removeEventListener("click", press, true);
  }, []);

  useEffect(() => {
    if (!found || !account || sessionStorage.getItem(OPENS) !== found.form) return undefined;
    sessionStorage.removeItem(OPENS);
    return openAgain(found);
  }, [found, account]);

  const isWelcome = Boolean(welcome) && found?.path.split("?")[0] === welcome;
  if (!known || ((!found || isWelcome) && !signedOut)) return null;
  if (!found || isWelcome) {
    return (
      <div className="kept-form" role="status">
        <p>{signedOut}</p>
        <LoginAgain href={login}>Log In Again</LoginAgain>
        <button type="button" className="btn btn-outline" onClick={close}>
          Close
        </button>
      </div>
    );
  }
  const next = account ? "" : " Log in again to continue.";
  const before = signedOut && `${signedOut} `;
  return (
    <div className="kept-form" role="status">
      <p>{`${before}We saved your draft of “${found.title}.”${next}`}</p>
      {account ? (
        <button type="button" className="btn btn-row" onClick={() => goOn(found)}>
          Continue
        </button>
      ) : (
        <LoginAgain href={login}>Login</LoginAgain>
      )}
      <button type="button" className="btn btn-outline" onClick={forget}>
        Discard
      </button>
    </div>
  );
}

// For a page whose reader has no account anymore.
export function ForgetForm() {
  useEffect(forgetAll, []);
  return null;
}

// Keeps what is typed into a form that is a page's own, and gives it back after a reload. A form
// that was sent and left is forgotten.
export function KeptPageForm({ form, title, account }) {
  const follow = useEffectEvent((event, touched) => {
    touched.add(event.target.name);
    const isMeant = (field) =>
      touched.has(field.name) && (field.type === "radio" ? field.checked : isChanged(field));
    if (account) keep(account, title, event.currentTarget, isMeant);
  });

  useEffect(() => {
    const element = document.getElementById(form);
    if (!element || !account) return undefined;
    const touched = new Set();
    let isSent = false;
    const type = (event) => {
      isSent = false;
      follow(event, touched);
    };
    const send = () => {
      isSent = true;
    };
    element.addEventListener("input", type);
    element.addEventListener("submit", send);
    giveBack(account, element);
    return () => {
      element.removeEventListener("input", type);
      element.removeEventListener("submit", send);
      if (isSent) forgetOf(element);
    };
  }, [form, account]);
  return null;
}
