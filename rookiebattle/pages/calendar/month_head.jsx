import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

// An answer that takes longer is not coming: it was refused, or the connection is gone.
const PATIENCE = 10_000;

const isPlain = (event) =>
  !event.button && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;

// Shows at once that another month was asked for, and goes there after that has been painted: a
// slow phone draws the new month for longer than a tap may stay without an answer.
export function MonthHead({ month, children, ...rest }) {
  const ref = useRef(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  const timer = useRef(0);

  const settle = useCallback(() => {
    clearTimeout(timer.current);
    delete ref.current?.dataset.turning;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another month is the answer
  useEffect(settle, [month]);

  // Going back before the answer has come leads to the month that is still shown.
  useEffect(() => {
    const wanted = new URLSearchParams(search).get("month");
    if (!wanted || wanted === month) settle();
  }, [search, month, settle]);

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

  return (
    <div {...rest} ref={ref} onClickCapture={turn}>
      {children}
    </div>
  );
}
