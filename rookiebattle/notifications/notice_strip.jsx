import { useEffect, useRef, useState } from "react";
import { jsx, jsxs } from "react/jsx-runtime";

const AT_FIRST = 3;
const FOLDING = 180;

// What was dismissed stays so until the page is loaded again; the server is not told.
const dismissed = new Set();

const drawn = (sprite, name) =>
  jsx("svg", { className: "icon", "aria-hidden": true, children: jsx("use", { href: `${sprite}#${name}` }) });

function Message({ message, lead }) {
  const [whole, setWhole] = useState(!lead);
  return jsxs("p", {
    children: [
      whole ? message : lead,
      lead && jsx("button", {
        type: "button", className: "link", "aria-expanded": whole, onClick: () => setWhole(!whole),
        children: whole ? "Show less" : "Read more",
      }),
    ],
  });
}

function NoticeRow({ notice, sprite, isLeaving, onDismiss }) {
  return jsx("li", {
    className: `notice-row notice-${notice.kind}`, "data-leaving": isLeaving || undefined,
    children: jsxs("div", {
      children: [
        drawn(sprite, notice.symbol),
        jsxs("div", {
          className: "notice-words",
          children: [
            jsx("span", { className: "notice-kind", children: notice.word }),
            jsx("strong", { children: notice.title }),
            jsx(Message, notice),
          ],
        }),
        jsx("button", {
          type: "button", className: "btn btn-ghost btn-icon", "aria-label": `Dismiss: ${notice.title}`,
          title: "Dismiss", onClick: onDismiss, children: drawn(sprite, "close"),
        }),
      ],
    }),
  });
}

// After a dismissal the focus goes to the next notice's button, or to `after` when none is left.
// `older` says whether the server has more than it has sent.
export function NoticeStrip({ notices, sprite, after, older, onOlder }) {
  const [, redraw] = useState(0);
  const [leaving, setLeaving] = useState(null);
  const [all, setAll] = useState(false);
  const [said, setSaid] = useState("");
  const list = useRef(null);
  const left = notices.filter((one) => !dismissed.has(one.id));
  const foot = (children, onClick, rest) =>
    jsx("button", { type: "button", className: "notice-more", onClick, children, ...rest });
  const shown = all ? left : left.slice(0, AT_FIRST);

  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => {
      dismissed.add(leaving);
      setLeaving(null);
      redraw((count) => count + 1);
    }, FOLDING);
    return () => clearTimeout(timer);
  }, [leaving]);

  const dismiss = (notice, place) => {
    if (leaving) dismissed.add(leaving);
    const buttons = [...list.current.querySelectorAll(".btn-icon")];
    const next = buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById(after);
    next?.focus();
    setSaid(`Dismissed: ${notice.title}`);
    setLeaving(notice.id);
  };

  return jsxs("section", {
    className: "notices", "aria-label": "Notifications",
    children: [
      jsx("p", { role: "status", className: "sr-only", children: said }),
      (shown.length > 0 || older) && jsxs("div", {
        className: "card card-flush",
        children: [
          shown.length > 0 && jsx("ul", {
            ref: list,
            children: shown.map((notice, place) =>
              jsx(NoticeRow, {
                notice, sprite, isLeaving: notice.id === leaving, onDismiss: () => dismiss(notice, place),
              }, notice.id)),
          }),
          older && (all || left.length <= AT_FIRST) && foot("Show older", () => {
            setAll(true);
            onOlder?.();
          }),
          left.length > AT_FIRST &&
            foot(all ? "Show fewer" : `Show ${left.length - AT_FIRST} more`, () => setAll(!all), { "aria-expanded": all }),
        ],
      }),
    ],
  });
}
