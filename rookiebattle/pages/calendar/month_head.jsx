import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { jsx } from "react/jsx-runtime";

// An answer that takes longer is not coming: it was refused, or the connection is gone.
const PATIENCE = 10_000;

const isPlain = (event) => !event.button && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

// Shows at once that another month was asked for and goes there after that has been painted:
// what a navigation renders takes a slow phone longer than one expects an answer to a tap.
export function MonthHead({ month, children, ...rest }) {
  const ref = useRef(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  const timer = useRef(0);

  const settle = () => {
    clearTimeout(timer.current);
    delete ref.current?.dataset.turning;
  };
  useEffect(settle, [month]);
  // Who goes back before the answer is where they were.
  useEffect(() => {
    const wanted = new URLSearchParams(search).get("month");
    if (!wanted || wanted === month) settle();
  }, [search]);

  const turn = (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !isPlain(event)) return;
    event.preventDefault();
    const href = link.getAttribute("href");
    if (!href.includes(`month=${month}`)) {
      ref.current.dataset.turning = "";
      clearTimeout(timer.current);
      timer.current = setTimeout(settle, PATIENCE);
    }
    requestAnimationFrame(() => setTimeout(() => navigate(href, { preventScrollReset: true })));
  };

  return jsx("div", { ...rest, ref, onClickCapture: turn, children });
}
