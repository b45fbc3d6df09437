import { memo, useDeferredValue, useMemo, useState } from "react";
import { Icon } from "../../ui/icon.jsx";
import { counted, found, partOf, SEARCHES_FROM } from "./people.js";
import { Mark, stateOf, wordsOf } from "./words.jsx";

// Words for the roles that add walk-ins, and for those that send them to the roster's gate code.
const NOTHING = {
  adds: "Nobody here has that name. Try fewer letters, or add a walk-in.",
  sends: "Nobody here has that name. Try fewer letters, or press “No Seat?” on the roster.",
};
const NO_SEATS = {
  adds: "Nobody has a seat yet. Add whoever comes as a walk-in.",
  sends: "Nobody has a seat yet. When somebody comes, press “No Seat?” on the roster.",
};
const EMPTY = {
  expected: "Everybody is here.",
  there: "Nobody is here yet.",
};

// More than any screen shows. The others follow once these are painted.
const FIRST_ROWS = 24;

// Everybody of the event, by counters and by name. The next name is typed into an empty field: a
// check-in (`done`) empties it.
export function Listed({ device, state, people, sprite, done, onOpen }) {
  const [typed, setTyped] = useState("");
  const [part, setPart] = useState("expected");
  const [last, setLast] = useState(done?.entry);
  if (done?.entry !== last) {
    setLast(done?.entry);
    if (done) setTyped("");
  }
  const openFirst = ({ key }) => {
    if (key === "Enter" && typed.trim().length >= SEARCHES_FROM)
      onOpen(found(people, typed)[0] ?? null);
  };
  return (
    <>
      <Parts counts={counted(people, state.counts)} part={part} onPart={setPart} />
      <label className="gate-find">
        <span className="sr-only">Find a name</span>
        <Icon sprite={sprite} name="search" />
        <input
          type="search"
          name="gate-find"
          className="input"
          placeholder="Two letters of a name"
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={openFirst}
        />
      </label>
      <WantsIn people={people} entries={state.wantsIn} onOpen={onOpen} />
      <Asked queue={state.queue} />
      <People
        {...{ people, typed, part, sprite, onOpen }}
        act={state.info?.rights.may_add ? "adds" : "sends"}
        timeOf={device.timeOf}
      />
      <NotTaken device={device} entries={state.notTaken} />
      <div className="gate-more">
        <button type="button" className="btn btn-outline" onClick={() => window.print()}>
          Print the Day’s Sheet
        </button>
        <a className="btn btn-outline" href={device.paths.roster}>
          Roster
        </a>
      </div>
    </>
  );
}

// People who scanned the poster at the entrance, and whom the gate has to see first.
function WantsIn({ people, entries, onOpen }) {
  if (entries.length === 0) return null;
  const cardOf = (id) => people.find(({ userId }) => userId === id);
  return (
    <section className="gate-told no-print" aria-labelledby="gate-wants-in">
      <h2 id="gate-wants-in">At the Entrance</h2>
      <ul>
        {entries.map(({ userId, name, text }) => (
          <li key={userId}>
            {cardOf(userId) ? (
              <button
                type="button"
                className="btn btn-outline"
                onClick={() => onOpen(cardOf(userId))}
              >
                {name}
              </button>
            ) : (
              <strong>{name}</strong>
            )}{" "}
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

// Passes that nobody on the list has, scanned without a network.
function Asked({ queue }) {
  const asked = queue.filter(({ userId }) => !userId);
  if (asked.length === 0) return null;
  return (
    <section className="gate-told no-print" aria-labelledby="gate-asked">
      <h2 id="gate-asked">To Be Asked</h2>
      <ul>
        {asked.map(({ clientId, name }) => (
          <li key={clientId}>
            <strong>{name}</strong>, asked when there is a network.
          </li>
        ))}
      </ul>
    </section>
  );
}

// The check-ins that the server refused lately, whichever device sent them.
function NotTaken({ device, entries }) {
  if (entries.length === 0) return null;
  return (
    <details className="details no-print">
      <summary>Not Taken From a Device ({entries.length})</summary>
      <ul className="gate-refused">
        {entries.map((one) => (
          <li key={`${one.userId} ${one.at}`}>
            <strong>{one.name || "Somebody"}</strong> {device.timeOf(one.at)}, sent by{" "}
            {one.sentByName}. {one.text}
          </li>
        ))}
      </ul>
    </details>
  );
}

const PARTS = [
  ["expected", "Expected"],
  ["there", "Here"],
  ["all", "All"],
];

function Parts({ counts, part, onPart }) {
  return (
    <div className="gate-counts">
      {PARTS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          className="gate-count"
          aria-pressed={part === name}
          onClick={() => onPart(name)}
        >
          <strong>{counts[name]}</strong> {label}
        </button>
      ))}
      {counts.waiting > 0 && (
        <span className="gate-count">
          <strong>{counts.waiting}</strong> Waiting
        </span>
      )}
    </div>
  );
}

function People({ people, typed, part, act, sprite, timeOf, onOpen }) {
  const letters = useDeferredValue(typed);
  const isSearch = letters.trim().length >= SEARCHES_FROM;
  const shown = useMemo(
    () => (isSearch ? found(people, letters) : partOf(people, part)),
    [people, isSearch, letters, part],
  );
  const rows = useDeferredValue(shown, shown.slice(0, FIRST_ROWS));
  if (shown.length === 0) {
    const words = isSearch ? NOTHING[act] : (EMPTY[part] ?? NO_SEATS[act]);
    return <p className="gate-none">{words}</p>;
  }
  return (
    <ul className="gate-list" aria-label="People">
      {rows.map((one) => (
        <Row key={one.userId} {...{ one, sprite, timeOf, onOpen }} />
      ))}
    </ul>
  );
}

// A check-in changes one of five hundred rows, so the others are not drawn again.
const Row = memo(function Row({ one, sprite, timeOf, onOpen }) {
  return (
    <li>
      <button
        type="button"
        className="gate-row"
        data-verdict={stateOf(one)}
        onClick={() => onOpen(one)}
      >
        <Mark one={one} sprite={sprite} />
        <span className="gate-name">{one.name}</span>
        <span className="gate-said-of">{wordsOf(one, timeOf)}</span>
      </button>
    </li>
  );
});
