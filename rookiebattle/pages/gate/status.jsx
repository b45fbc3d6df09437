import { useState } from "react";
import { Icon } from "../../ui/icon.jsx";
import { useTimer } from "../../ui/timer.js";
import { UNDO_MS } from "./device.js";
import { nameOf } from "./people.js";

const NO_CONNECTION = "That needs a connection. Undo it on the roster later.";

export const checkIns = (count) => (count === 1 ? "1 check-in waits" : `${count} check-ins wait`);

// Whether this device reaches the site, and what waits on it.
export function Contact({ device, state, sprite }) {
  const count = state.queue.length;
  const waits = count > 0 ? ` ${checkIns(count)} on this device.` : "";
  const asOf = state.asOf ? ` List of ${device.timeOf(state.asOf)}.` : "";
  return (
    <div className="gate-contact no-print" role="status" data-reached={state.isReached}>
      {!state.isReached && (
        <p>
          <Icon sprite={sprite} name="warning" /> <strong>Offline.</strong> Go on checking in.
          {waits}
          {asOf}
        </p>
      )}
      {state.isReached && state.isStuck && count > 0 && (
        <p>
          <Icon sprite={sprite} name="warning" /> The site can’t take check-ins right now.{waits}
        </p>
      )}
      {!state.isKept && (
        <p>
          <Icon sprite={sprite} name="warning" /> This device has no room to keep the list. It works
          while this page stays open: don’t reload it.
        </p>
      )}
    </div>
  );
}

export function Told({ device, state, sprite }) {
  const { told, lost } = state;
  if (told.length === 0 && !lost) return null;
  return (
    <section className="gate-told no-print" aria-labelledby="gate-told">
      <h2 id="gate-told">Please Check These Names</h2>
      {lost && (
        <p>
          <Icon sprite={sprite} name="warning" /> {lost.sentence} Show these check-ins to the lead:
        </p>
      )}
      <ul>
        {lost?.entries.map((one) => (
          <li key={one.clientId}>
            <strong>{nameOf(one, state.people)}</strong> {device.timeOf(one.at)}
          </li>
        ))}
        {told.map((one) => (
          <li key={one.clientId} data-outcome={one.outcome}>
            <strong>{nameOf(one, state.people)}</strong> {one.text}
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn-outline btn-sm" onClick={device.dismiss}>
        Clear the List
      </button>
    </section>
  );
}

// The last check-in, for ten seconds with the way back.
export function Done({ device, done, onEnd, sprite }) {
  const [note, setNote] = useState({});
  const isUndone = note.entry === done?.entry;
  const key = done && `${done.entry.clientId} ${done.text ?? ""} ${isUndone}`;
  useTimer(key, UNDO_MS, onEnd);
  const undo = async () => {
    const { entry, name } = done;
    const answer = await device.undo(entry);
    const refused = answer.status ? await answer.text() : NO_CONNECTION;
    setNote({ entry, text: answer.ok ? `${name} isn’t checked in.` : refused });
  };
  if (!done) return <div role="status" className="gate-done" hidden />;
  const words = done.text ?? done.words;
  return (
    <div role="status" className="gate-done" data-other={Boolean(done.text)}>
      <Icon sprite={sprite} name={done.text ? "warning" : "check"} />
      <span>
        {isUndone ? (
          note.text
        ) : (
          <>
            <strong>{done.name}</strong> {words}
          </>
        )}
      </span>
      {!isUndone && !done.text && (
        <button type="button" className="btn btn-outline" onClick={undo}>
          Undo
        </button>
      )}
    </div>
  );
}
