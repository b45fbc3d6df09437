// Drafts keep what was typed into forms that went with their page, because the page was loaded
// again or the account was signed out in another tab. Each form and record has one; the newest is
// first.
// Drafts stay in this tab alone, for half an hour, and go back to the same account only.
const KEY = "kept-form";
const CHANGED = "kept-form-changed";
const LASTS_MS = 30 * 60_000;
const MOST = 10;

let expiry = 0;

// An earlier version of the site kept one draft alone, or something of another shape, which counts
// as nothing.
function read() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return [found].flat().filter((one) => Array.isArray(one?.fields));
  } catch {
    return [];
  }
}

// The oldest draft goes first where the browser has no room for all.
function write(drafts) {
  if (drafts.length === 0) {
    sessionStorage.removeItem(KEY);
    return;
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts));
  } catch {
    write(drafts.slice(0, -1));
  }
}

const isFresh = ({ at }) => Date.now() - at < LASTS_MS;
const isOf = (draft, name) => draft.form === name?.form && draft.about === name.about;
const without = (names) => read().filter((one) => !names.some((name) => isOf(one, name)));

// Writes the drafts without those that are too old, and comes back when the next one is.
function keepFresh(drafts) {
  clearTimeout(expiry);
  const fresh = drafts.filter(isFresh);
  write(fresh);
  if (fresh.length === 0) return;
  const oldest = Math.min(...fresh.map(({ at }) => at));
  expiry = setTimeout(tidyAndTell, oldest + LASTS_MS - Date.now());
}

function tidyAndTell() {
  keepFresh(read());
  announce();
}

// Keeps a draft in place of the one of the same name, and of the name that the form had `before`.
// A name has the form's id and the record that it is `about`.
export function add(draft, before) {
  keepFresh([draft, ...without([draft, before])].slice(0, MOST));
}

export function remove(...names) {
  write(without(names));
  announce();
}

// Notes that the form of this name was sent, or that its answer has come.
export const markSent = (name, isSent) =>
  write(read().map((one) => (isOf(one, name) ? { ...one, isSent } : one)));

// A success came after the reader had left the form's page: what was typed is stored, so its draft
// goes.
export function removeSent() {
  const sent = read().filter(({ isSent }) => isSent);
  if (sent.length > 0) remove(...sent);
}

export function removeAll() {
  write([]);
  announce();
}

// The drafts of this account, or of the visitor who may sign in again. Those of another account
// are removed.
export function draftsOf(account) {
  keepFresh(read().filter((one) => !account || one.account === account));
  return read();
}

// The draft of this name, if it is of this account.
export const draftFor = (account, name) =>
  read().find((one) => isFresh(one) && one.account === account && isOf(one, name));

// Tells the bar (`KeptForm`) to look again. `onAnnounced` answers with the way to stop listening.
export const announce = () => window.dispatchEvent(new Event(CHANGED));

export function onAnnounced(listener) {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}
