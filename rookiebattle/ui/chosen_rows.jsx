import { useEffect, useLayoutEffect, useRef, useState } from "react";

const BOX = 'input[type="checkbox"][name^="chosen-"]';
const boxesOf = (bar) => [...bar.closest("form").querySelectorAll(BOX)];
const countIn = (bar) => boxesOf(bar).filter((box) => box.checked).length;

// The bar of a form whose rows can be chosen. It is hidden while none is. It stands before the
// rows, and Enter leads from any box to it: else a keyboard would pass all rows between the two.
export function ChosenRows({ done, children, ...rest }) {
  const ref = useRef(null);
  const cleared = useRef(done);
  const lastBox = useRef(null);
  const [count, setCount] = useState(0);

  const choose = (isChosen) => {
    for (const box of boxesOf(ref.current)) box.checked = isChosen;
    setCount(countIn(ref.current));
  };

  useEffect(() => {
    const form = ref.current.closest("form");
    const look = ({ target }) => {
      if (target.matches(BOX)) lastBox.current = target;
      setCount(countIn(ref.current));
    };
    const toBar = (event) => {
      if (event.key !== "Enter" || !event.target.matches(BOX)) return;
      // The browser would send the form.
      event.preventDefault();
      ref.current.querySelector("button").focus();
    };
    form.addEventListener("change", look);
    form.addEventListener("keydown", toBar);
    return () => {
      form.removeEventListener("change", look);
      form.removeEventListener("keydown", toBar);
    };
  }, []);

  // After every drawing: the server may have done what was asked, or the list has other rows now.
  useEffect(() => {
    if (cleared.current === done) setCount(countIn(ref.current));
    else choose(false);
    cleared.current = done;
  });

  // The bar goes with the focus in it, which would be lost.
  useLayoutEffect(() => {
    const isLost = count === 0 && ref.current.contains(document.activeElement);
    if (isLost) lastBox.current?.focus({ preventScroll: true });
  }, [count]);

  return (
    <div {...rest} ref={ref} hidden={count === 0}>
      <span role="status">{count > 0 && `${count} selected`}</span>
      <kbd>Enter</kbd>
      <button
        type="button"
        className="btn btn-ghost"
        aria-label="Select All on This Page"
        onClick={() => choose(true)}
      >
        All on This Page
      </button>
      <button
        type="button"
        className="btn btn-ghost"
        aria-label="Choose None"
        onClick={() => choose(false)}
      >
        None
      </button>
      {children}
    </div>
  );
}
