import { store } from "./stored.js";

// The button that a visitor pressed, kept until they have logged in and finished the welcome. Only
// the tab knows it: in an address it would let any link act for whoever follows it. It belongs to
// the person who comes back from that sign-in, and to nobody who uses the tab later.
const KEY = "wanted";
const SIGN_IN_TAKES = 15 * 60_000;

const note = (wanted) => store(KEY, JSON.stringify(wanted));

export function want(thing, account) {
  note({ thing, account, until: Date.now() + SIGN_IN_TAKES });
}

export function forgetWanted() {
  sessionStorage.removeItem(KEY);
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

// Every page tells whose it is as soon as it knows. A page of a visitor means that the sign-in was
// left, or that its session has ended. The first member gets what is wanted, a second one does not.
export function comeBack(account) {
  const wanted = read();
  if (!wanted) return;
  const isTheirs = account && (!wanted.account || wanted.account === account);
  if (isTheirs && Date.now() < wanted.until) note({ ...wanted, account });
  else forgetWanted();
}

// Whether this account wanted the thing before it logged in. It is answered with yes only once.
export function isWanted(thing, account) {
  comeBack(account);
  if (read()?.thing !== thing) return false;
  forgetWanted();
  return true;
}
