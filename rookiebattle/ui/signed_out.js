import { useEffect, useState } from "react";

// Says that the person whose page this tab shows is logged in no longer: the page becomes a
// visitor's by itself, and would do so without a word. A person who pressed "Logout" here knows.
const KEY = "logged-out";
const ELSEWHERE = "You logged out in another tab.";
const ENDED = "You’re no longer logged in.";

let account = "";
let words = "";
let isLeaving = false;
let isHeard = false;

// Other tabs hear of every change of what the browser stores.
export function noteLogout() {
  isLeaving = true;
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // The browser stores nothing: the other tabs say it in other words.
  }
}

function hear({ key }) {
  if (key === KEY) isHeard = true;
}

// Notes the person of the page. Answers whether that person has just been logged out.
function look(now) {
  const isGone = Boolean(account) && !now && !isLeaving;
  if (now) {
    words = "";
    isHeard = false;
    isLeaving = false;
  }
  if (isGone) words = isHeard ? ELSEWHERE : ENDED;
  account = now;
  return isGone;
}

// The sentence, and the way to close it. A page that shows other content now begins at its top.
export function useSignedOut(now, known) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, []);
  useEffect(() => {
    if (!known) return;
    if (look(now)) window.scrollTo({ top: 0, behavior: "instant" });
    setSaid(words);
  }, [now, known]);
  const close = () => {
    words = "";
    setSaid("");
  };
  return [said, close];
}
