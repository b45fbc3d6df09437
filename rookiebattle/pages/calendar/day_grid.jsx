import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

// So much of the list is seen below its heading.
const ROOM = 96;

const moved = (date, days) =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days));

// The same day of another month, or that month's last.
function inMonth(date, months) {
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  return moved(last, Math.min(date.getUTCDate(), last.getUTCDate()) - last.getUTCDate());
}

function wished(key, date) {
  if (key in STEPS) return moved(date, STEPS[key]);
  if (key === "Home") return moved(date, -date.getUTCDay());
  if (key === "End") return moved(date, 6 - date.getUTCDay());
  if (key === "PageUp") return inMonth(date, -1);
  if (key === "PageDown") return inMonth(date, 1);
  return null;
}

// Moves the focus between the days of a month. A day that is not shown turns the page to its
// month and takes the focus when it has arrived. One day at a time is in the tab order.
export function DayGrid({ month, selected, previous, next, children, ...rest }) {
  const ref = useRef(null);
  const wanted = useRef("");
  const awaited = useRef(null);
  const navigate = useNavigate();
  const days = () => [...ref.current.querySelectorAll("[data-day]")];

  const reach = (chosen) => {
    for (const day of days()) day.tabIndex = day === chosen ? 0 : -1;
  };

  useEffect(() => {
    const isArrived = ({ dataset: { day, tone } }) => day === awaited.current && tone !== "outside";
    const arrived = awaited.current && days().find(isArrived);
    if (arrived) {
      awaited.current = null;
      arrived.focus();
    }
  });

  // The list of the day that somebody chose comes into sight, where it is not. Of two days that are
  // chosen one after the other, the answer to the first one comes meanwhile.
  useEffect(() => {
    if (!wanted.current || wanted.current !== selected) return;
    wanted.current = "";
    const head = document.getElementById("chosen-day");
    if (!head) return;
    const { top, bottom } = head.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight - ROOM) head.scrollIntoView({ block: "center" });
  }, [selected]);

  const choose = (event) => {
    const day = event.target.closest("[data-day]")?.dataset.day;
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (day && day !== selected && !isElsewhere) wanted.current = day;
  };

  const press = (event) => {
    const from = event.target.closest("[data-day]");
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const date = wished(event.key, new Date(`${from.dataset.day}T00:00:00Z`));
    if (!date) return;
    event.preventDefault();
    const day = date.toISOString().slice(0, 10);
    const turns = event.key.startsWith("Page");
    const shown = !turns && days().find((one) => one.dataset.day === day);
    if (shown) return shown.focus();
    awaited.current = day;
    const isBack = day.slice(0, 7) < month || (!turns && day < from.dataset.day);
    navigate(isBack ? previous : next, { preventScrollReset: true });
  };

  const enter = (event) => event.target.matches("[data-day]") && reach(event.target);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events come from the links inside
    <div {...rest} ref={ref} onClick={choose} onKeyDown={press} onFocus={enter}>
      {children}
    </div>
  );
}
