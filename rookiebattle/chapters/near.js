import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

const KEY = "near";

// Remembers the city that was chosen last on this device, and asks for it where the address names
// none. `chosen` is what the page shows: an id in the address may be that of a chapter of long ago.
export function NearCity({ chosen, settled }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const query = new URLSearchParams(search);
    try {
      if (query.has("chapter")) {
        if (settled) localStorage.setItem(KEY, chosen);
        return;
      }
      const known = localStorage.getItem(KEY) ?? "all";
      if (known === "all") return;
      query.set("chapter", known);
      navigate(`${pathname}?${query}${hash}`, { replace: true, preventScrollReset: true });
    } catch {
      // Without a storage the city is asked for again.
    }
  }, [pathname, search, hash, chosen, settled, navigate]);
  return null;
}
