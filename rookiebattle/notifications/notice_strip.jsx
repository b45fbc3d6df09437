import { useRef, useState } from "react";
import { Icon } from "../ui/icon.jsx";
import { useTimer } from "../ui/timer.js";

const AT_FIRST = 3;
const FOLDING = 180;
// On a phone one notice stands above the page's own text, with the beginning of its message.
const WIDER_THAN_PHONE = "(min-width: 40rem)";
const LEAD_ON_PHONE = 60;

const isPhone = () => !matchMedia(WIDER_THAN_PHONE).matches;

function leadOnPhone(message) {
  if (!isPhone() || message.length <= LEAD_ON_PHONE) return "";
  const begun = message.slice(0, LEAD_ON_PHONE);
  return `${begun.slice(0, begun.lastIndexOf(" ") + 1 || LEAD_ON_PHONE).trimEnd()} …`;
}

// Ids of the notices that were dismissed. They come back when the page is loaded again, because the
// server is not told.
const dismissed = new Set();

function Message({ message, lead }) {
  const [short] = useState(() => leadOnPhone(message) || lead);
  const [isWhole, setIsWhole] = useState(!short);
  return (
    <p>
      {isWhole ? message : short}
      {short && (
        <button
          type="button"
          className="link"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? "Show less" : "Read more"}
        </button>
      )}
    </p>
  );
}

function NoticeRow({ notice, sprite, isLeaving, onDismiss }) {
  return (
    <li className={`notice-row notice-${notice.kind}`} data-leaving={isLeaving || undefined}>
      <div>
        <Icon sprite={sprite} name={notice.symbol} />
        <div className="notice-words">
          <span className="notice-kind">{notice.word}</span>
          <strong>{notice.title}</strong>
          <Message message={notice.message} lead={notice.lead} />
          {notice.href && (
            <a className="link" href={notice.href}>
              {notice.act}
            </a>
          )}
        </div>
        <button
          type="button"
          className="btn btn-ghost btn-icon"
          aria-label={`Dismiss: ${notice.title}`}
          title="Dismiss"
          onClick={onDismiss}
        >
          <Icon sprite={sprite} name="close" />
        </button>
      </div>
    </li>
  );
}

function MoreButton(props) {
  return <button type="button" className="notice-more" {...props} />;
}

// After a dismissal the focus goes to the next notice's button, or to `after` when none is left.
// `older` says whether the server has more than it has sent.
export function NoticeStrip({ notices, sprite, after, older, onOlder }) {
  const [, redraw] = useState(0);
  const [leaving, setLeaving] = useState(null);
  const [showsAll, setShowsAll] = useState(false);
  const [said, setSaid] = useState("");
  const list = useRef(null);
  const remaining = notices.filter((one) => !dismissed.has(one.id));
  const [atFirst] = useState(() => (isPhone() ? 1 : AT_FIRST));
  const shown = showsAll ? remaining : remaining.slice(0, atFirst);

  useTimer(leaving, FOLDING, () => {
    dismissed.add(leaving);
    setLeaving(null);
    redraw((count) => count + 1);
  });

  const dismiss = (notice, place) => {
    if (leaving) dismissed.add(leaving);
    const buttons = [...list.current.querySelectorAll(".btn-icon")];
    const next = buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById(after);
    next?.focus();
    setSaid(`Dismissed: ${notice.title}`);
    setLeaving(notice.id);
  };
  const showOlder = () => {
    setShowsAll(true);
    onOlder?.();
  };

  return (
    <section className="notices" aria-label="Notifications">
      <p role="status" className="sr-only">
        {said}
      </p>
      {(shown.length > 0 || older) && (
        <div className="card card-flush">
          {shown.length > 0 && (
            <ul ref={list}>
              {shown.map((notice, place) => (
                <NoticeRow
                  key={notice.id}
                  notice={notice}
                  sprite={sprite}
                  isLeaving={notice.id === leaving}
                  onDismiss={() => dismiss(notice, place)}
                />
              ))}
            </ul>
          )}
          {older && (showsAll || remaining.length <= atFirst) && (
            <MoreButton onClick={showOlder}>Show Older</MoreButton>
          )}
          {remaining.length > atFirst && (
            <MoreButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? "Show Fewer" : `Show ${remaining.length - atFirst} More`}
            </MoreButton>
          )}
        </div>
      )}
    </section>
  );
}
