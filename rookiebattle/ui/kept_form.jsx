import { useEffect, useEffectEvent, useState } from "react";
import { LoginLink } from "./browser.jsx";
import { draftsOf, onAnnounced, remove, removeAll } from "./drafts.js";
import { forgetOf, giveBack, isChanged, keep, noteOpener, openerOf } from "./kept_fields.js";
import { hasFirstData } from "./live.js";
import { noteLogout, useSignedOut } from "./signed_out.js";
import { store } from "./stored.js";
import { comeBack, forgetWanted } from "./wanted.js";

const OPENS = "kept-form-opens";
const WAITS_MS = 10_000;
const LOGOUT = 'a[href^="/api/logout"]';

// Presses the button that opened the form, as soon as the page has it and the data of its address.
function openAgain(found) {
  const press = () => {
    const button = hasFirstData() && openerOf(found);
    if (button) button.click();
    return Boolean(button);
  };
  if (press()) return undefined;
  const drawn = new MutationObserver(() => press() && drawn.disconnect());
  const changes = { childList: true, attributes: true, attributeFilter: ["data-live"] };
  drawn.observe(document.body, { ...changes, subtree: true });
  const timer = setTimeout(() => drawn.disconnect(), WAITS_MS);
  return () => {
    clearTimeout(timer);
    drawn.disconnect();
  };
}

const nameOf = ({ form, about }) => `${form} ${about}`;

function goOn(found) {
  const { pathname, search } = window.location;
  if (found.path === pathname + search) return openAgain(found);
  store(OPENS, nameOf(found));
  return window.location.assign(found.path);
}

function forgetAll() {
  removeAll();
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

// The drafts whose form is not open. The `welcome` has a bar of its own, which leads to its form.
function useDrafts(account, known, welcome) {
  const [found, setFound] = useState([]);
  useEffect(() => {
    if (!known) return undefined;
    const isWelcome = ({ path }) => Boolean(welcome) && path.split("?")[0] === welcome;
    const look = () => {
      const closed = draftsOf(account).filter(({ form }) => !document.getElementById(form));
      const now = closed.filter((one) => !isWelcome(one));
      setFound((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
    };
    // After the page has been drawn with what changed.
    const later = () => setTimeout(look);
    later();
    return onAnnounced(later);
  }, [account, known, welcome]);
  return found;
}

function SignedOut({ words, login, onClose }) {
  return (
    <div className="kept-form" role="status">
      <p>{words}</p>
      <LoginAgain href={login}>Log In Again</LoginAgain>
      <button type="button" className="btn btn-outline" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

const saved = ([{ title }, ...more]) =>
  more.length
    ? `We saved ${more.length + 1} drafts, the latest of “${title}.”`
    : `We saved your draft of “${title}.”`;

// The bar that says that something is kept, while its form is not open, and that the session has
// ended. Of several drafts it offers the latest.
export function KeptForm({ account, known, login, welcome }) {
  const drafts = useDrafts(account, known, welcome);
  const [signedOut, close] = useSignedOut(account, known);
  useWanted(account, known);

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
    const opens = drafts.find((one) => nameOf(one) === sessionStorage.getItem(OPENS));
    if (!opens || !account) return undefined;
    sessionStorage.removeItem(OPENS);
    return openAgain(opens);
  }, [drafts, account]);

  if (!known) return null;
  const [latest] = drafts;
  if (!latest) return signedOut && <SignedOut words={signedOut} login={login} onClose={close} />;
  const next = account ? "" : " Log in again to continue.";
  const before = signedOut && `${signedOut} `;
  return (
    <div className="kept-form" role="status">
      <p>{`${before}${saved(drafts)}${next}`}</p>
      {account ? (
        <button type="button" className="btn btn-row" onClick={() => goOn(latest)}>
          Continue
        </button>
      ) : (
        <LoginAgain href={login}>Login</LoginAgain>
      )}
      <button type="button" className="btn btn-outline" onClick={() => remove(latest)}>
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
