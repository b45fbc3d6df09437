import { useEffect } from "react";

const LIT = "lit";

// Lights the pin of the chapter whose row is pointed at or has the focus.
export function LitPins() {
  useEffect(() => {
    const light = ({ target }) => {
      const id = target.closest?.(".chapter-row")?.dataset.chapter;
      for (const pin of document.querySelectorAll(".map-pin")) {
        pin.classList.toggle(LIT, Boolean(id) && pin.dataset.chapter === id);
      }
    };
    document.addEventListener("mouseover", light);
    document.addEventListener("focusin", light);
    return () => {
      document.removeEventListener("mouseover", light);
      document.removeEventListener("focusin", light);
    };
  }, []);
  return null;
}
