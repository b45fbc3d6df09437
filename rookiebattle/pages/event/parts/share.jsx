import { useEffect, useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";

const SHOWN_FOR = 3000;

// Opens the phone's own share sheet; elsewhere copies the page's address and says so.
export function ShareButton({ title, label, copied, children, ...rest }) {
  const [told, setTold] = useState(false);

  useEffect(() => {
    if (!told) return undefined;
    const timer = setTimeout(() => setTold(false), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [told]);

  const share = async () => {
    const url = window.location.href.split("#")[0];
    try {
      if (navigator.share) {
        await navigator.share({ title, url });
      } else {
        await navigator.clipboard.writeText(url);
        setTold(true);
      }
    } catch (refused) {
      // The person closed the sheet, or the browser keeps its clipboard: the address bar remains.
    }
  };

  return jsxs("span", {
    className: "share",
    children: [
      jsx("button", { ...rest, type: "button", "aria-label": label, title: label, onClick: share, children }),
      jsx("span", { role: "status", className: told ? "share-told" : "sr-only", children: told ? copied : "" }),
    ],
  });
}
