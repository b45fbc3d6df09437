import { useState } from "react";
import { useTimer } from "./timer.js";

const SHOWN_MS = 3000;

// Copies an address and says so.
export function CopyAddress({ address, children, ...rest }) {
  const [isTold, setIsTold] = useState(false);
  useTimer(isTold, SHOWN_MS, () => setIsTold(false));

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setIsTold(true);
    } catch {
      window.prompt("Copy this address:", address);
    }
  };

  return (
    <>
      <button {...rest} type="button" onClick={copy}>
        {isTold ? "Copied" : children}
      </button>
      <span role="status" className="sr-only">
        {isTold ? "Copied" : ""}
      </span>
    </>
  );
}
