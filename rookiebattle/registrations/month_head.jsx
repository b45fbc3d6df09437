import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { jsx } from "react/jsx-runtime";

const isPlain = (event) => !event.button && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

// Shows at once that another month was asked for and goes there after that has been painted:
// what a navigation renders takes a slow phone longer than one expects an answer to a tap.
export function MonthHead({ month, children, ...rest }) {
  const ref = useRef(null);
  const navigate = useNavigate();

  useEffect(() => {
    delete ref.current.dataset.turning;
  }, [month]);

  const turn = (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    const href = link.getAttribute("href");
    if (!href.includes(`month=${month}`)) ref.current.dataset.turning = "";
    requestAnimationFrame(() => setTimeout(() => navigate(href, { preventScrollReset: true })));
  };

  return jsx("div", { ...rest, ref, onClickCapture: turn, children });
}
