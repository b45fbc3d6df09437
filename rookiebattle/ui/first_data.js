import { useContext, useEffect, useRef } from "react";
import { DispatchContext } from "$/utils/context";

let spent = false;

// The address must equal the preload that the server announced in its Link header.
function address(page) {
  const rest = window.location.pathname.split("/").slice(2).filter(Boolean);
  return ["/api/first-data/" + page, ...rest].join("/") + window.location.search;
}

export function FirstData({ page, settled }) {
  const dispatch = useContext(DispatchContext);
  const isSettled = useRef(settled);
  isSettled.current = settled;
  useEffect(() => {
    if (spent) return;
    spent = true;
    fetch(address(page), { headers: { accept: "application/json" } })
      .then((response) => (response.ok ? response.json() : {}))
      .then((delta) => {
        if (isSettled.current) return;
        for (const [name, values] of Object.entries(delta)) dispatch[name]?.(values);
      })
      .catch(() => {}); // the websocket brings the same data a moment later
  }, [page, dispatch]);
  return null;
}
