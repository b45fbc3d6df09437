import { useState } from "react";
import { askApi } from "../../ui/api.js";
import { Icon } from "../../ui/icon.jsx";
import { isOnBackdrop, useModal } from "../../ui/modal.js";
import { isIn } from "./people.js";
import { Mark, VERDICTS } from "./words.jsx";

const FAILED = "That needs a connection. Try again when there is a signal.";
const ITEMS = [
  ["weapon", "Weapon"],
  ["shield", "Shield"],
  ["armor", "Armor"],
];
// Nothing at the gate ends these, so their card has no button.
const FINAL = ["event_canceled", "under_13", "suspended"];

const ASKED_LATER = {
  code: "asked_later",
  text: "This device keeps the pass, and asks whose it is when there is a network.",
};

// A modal of the gate, which the browser's Back closes too.
export function Sheet({ open, title, onClose, sprite, children }) {
  const ref = useModal(open, onClose);
  return (
    <dialog
      ref={ref}
      tabIndex={-1}
      className="dialog dialog-sheet gate-dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => isOnBackdrop(event) && onClose()}
    >
      {open && (
        <>
          <div className="dialog-head">
            <h2>{title}</h2>
            <button
              type="button"
              className="btn btn-ghost btn-icon"
              aria-label="Close"
              onClick={onClose}
            >
              <Icon sprite={sprite} name="close" />
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}

// One person: the verdict, each reason with what ends it, and one large button.
export function Card({ one, device, rights, sprite, onCheckIn, onUndo, onSeat, onSign, onClose }) {
  return (
    <Sheet open={Boolean(one)} title={one?.name ?? ""} onClose={onClose} sprite={sprite}>
      {one && (
        <Opened
          key={one.userId ?? one.pass}
          {...{ one, device, rights, sprite, onCheckIn, onUndo, onSeat, onSign }}
        />
      )}
    </Sheet>
  );
}

function Opened({ one, device, rights, sprite, onCheckIn, onUndo, onSeat, onSign }) {
  const [said, setSaid] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  // Sends what ends a reason, and reads the verdict again.
  const act = async (send) => {
    setIsBusy(true);
    const answer = await send().catch(() => ({ status: 0 }));
    if (answer.ok) await device.refresh();
    setSaid(answer.ok ? "Noted." : answer.status ? await answer.text() : FAILED);
    setIsBusy(false);
  };
  const isRed = one.verdict === "red";
  const reasons = one.isAsked || one.isAskedLater ? [...one.reasons, ASKED_LATER] : one.reasons;
  const button = buttonOf(one, { isRed, rights, act, onCheckIn, onUndo, onSeat });
  return (
    <>
      <div className="dialog-body">
        <div className="gate-verdict" data-verdict={isIn(one) ? "in" : one.verdict}>
          <Mark one={one} sprite={sprite} />
          <strong>
            {isIn(one) ? `In since ${device.timeOf(one.checkedInAt)}` : VERDICTS[one.verdict]}
          </strong>
        </div>
        <ul className="gate-reasons">
          {reasons.map((reason) => (
            <li key={reason.code}>
              <p>{reason.text}</p>
              <Remedy {...{ reason, one, device, rights, act, isBusy, onSign }} />
            </li>
          ))}
        </ul>
        <p role="status" className="gate-said">
          {said}
        </p>
      </div>
      {button && (
        <div className="dialog-foot">
          <button
            type="button"
            className={`btn btn-lg ${isRed || isIn(one) ? "btn-outline" : "btn-primary"}`}
            disabled={isBusy}
            onClick={button[1]}
          >
            {button[0]}
          </button>
        </div>
      )}
    </>
  );
}

// The words of the large button, and what it does; nothing where there is nothing to do.
function buttonOf(one, { isRed, rights, act, onCheckIn, onUndo, onSeat }) {
  if (isIn(one)) return ["Undo Check-In", () => act(() => onUndo(one))];
  if (one.isAsked || one.reasons.some(({ code }) => FINAL.includes(code))) return null;
  if (one.isAskedLater) return ["Keep It and Ask Later", () => onCheckIn(one)];
  if (one.pass) return rights.may_add && ["Seat and Check In", () => act(() => onSeat(one))];
  return [isRed ? "Check In Anyway" : "Check In", () => onCheckIn(one)];
}

const json = (body) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

// The acts that end a reason at the gate.
function Remedy({ reason, one, device, rights, act, isBusy, onSign }) {
  const { code } = reason;
  if (code === "fee_due" && rights.may_settle) {
    const settle = () =>
      device.send("PATCH", `/registrations/${one.userId}`, { paymentStatus: "completed" });
    return (
      <Act disabled={isBusy} onClick={() => act(settle)}>
        Took the Cash
      </Act>
    );
  }
  if (code === "gear_unchecked" && rights.may_check_gear) {
    return <Gear {...{ one, device, act, isBusy }} />;
  }
  if (rights.may_sign && code.startsWith("waiver_") && code !== "waiver_unverified") {
    const paper = (form) => () =>
      askApi(device.paths.paper, json({ userId: one.userId, eventId: device.eventId, form }));
    return (
      <div className="gate-acts">
        <Act disabled={isBusy} onClick={() => onSign(one.userId)}>
          Sign on This Device
        </Act>
        <Act disabled={isBusy} kind="outline" onClick={() => act(paper("adult"))}>
          Paper: Signed as an Adult
        </Act>
        <Act disabled={isBusy} kind="outline" onClick={() => act(paper("minor"))}>
          Paper: Guardian Signed
        </Act>
      </div>
    );
  }
  return null;
}

function Act({ children, kind = "row", ...rest }) {
  return (
    <button type="button" className={`btn btn-${kind}`} {...rest}>
      {children}
    </button>
  );
}

function Gear({ one, device, act, isBusy }) {
  const [item, setItem] = useState("weapon");
  const note = (passed) => () =>
    device.send("POST", "/gear-checks", { userId: one.userId, item, passed });
  return (
    <div className="gate-acts">
      <select
        className="input"
        aria-label="Gear"
        name="item"
        value={item}
        onChange={({ target }) => setItem(target.value)}
      >
        {ITEMS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Act disabled={isBusy} onClick={() => act(note(true))}>
        Passed
      </Act>
      <Act disabled={isBusy} onClick={() => act(note(false))} kind="outline">
        Failed
      </Act>
    </div>
  );
}
