import { useEffect, useState } from "react";

// Browsers tell that a dialog was closed. That one was opened, Safari before 26 does not tell.
const OPENED = "rookiebattle:opened";

export function showModal(dialog) {
  dialog.showModal();
  document.dispatchEvent(new Event(OPENED));
}

const topmost = () => [...document.querySelectorAll("dialog:modal")].pop() ?? document.body;

// The element that messages move into: the dialog on top, or the body. Outside an open modal
// everything is inert and covered. It is looked for again whenever `message` changes, because a
// dialog may go with its page, without being closed.
export function useTopmost(message) {
  const [host, setHost] = useState(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for anew for each message
  useEffect(() => {
    const look = () => setHost(topmost());
    look();
    document.addEventListener("close", look, true);
    document.addEventListener(OPENED, look);
    return () => {
      document.removeEventListener("close", look, true);
      document.removeEventListener(OPENED, look);
    };
  }, [message]);
  return host;
}
