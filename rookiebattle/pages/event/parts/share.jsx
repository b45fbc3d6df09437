import { useState } from "react";
import { useTimer } from "../../../ui/timer.js";

const SHOWN_FOR = 3000;

// Opens the phone's own share sheet; elsewhere copies the page's address and says so.
export function ShareButton({ title, words, label, copied, children, ...rest }) {
  const [isTold, setIsTold] = useState(false);
  useTimer(isTold, SHOWN_FOR, () => setIsTold(false));

  const share = async () => {
    const url = window.location.href.split("#")[0];
    try {
      if (navigator.share) {
        await navigator.share({ title, text: words, url });
      } else {
        await navigator.clipboard.writeText(url);
        setIsTold(true);
      }
    } catch {
      // The person closed the sheet, or the browser keeps its clipboard: the address bar remains.
    }
  };

  return (
    <span className="share">
      <button {...rest} type="button" aria-label={label} title={label} onClick={share}>
        {children}
      </button>
      <span role="status" className={isTold ? "share-told" : "sr-only"}>
        {isTold ? copied : ""}
      </span>
    </span>
  );
}
