import { useEffect, useRef, useState } from "react";
import { Sheet } from "./card.jsx";
import { isIn } from "./people.js";
import { Mark, stateOf, VERDICTS } from "./words.jsx";

const NO_NETWORK =
  "A walk-in needs a connection. Write the name down, and add it when there is a signal.";
const AGES = [
  ["adult", "Adult"],
  ["minor", "Minor, 13 to 17"],
];
const WAIVERS = [
  ["device", "Signs on this device"],
  ["paper", "Signed on paper"],
  ["none", "None yet"],
];

function bodyOf(form) {
  const entries = [...new FormData(form)].map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

// Somebody without a seat, with or without an account. The form stays as it is until it was taken.
export function WalkIn({ device, rights, sprite, isOpen, isReached, onClose, onClaim, claim }) {
  const [added, setAdded] = useState(null);
  const close = () => {
    setAdded(null);
    onClose();
  };
  const add = (answer) => {
    setAdded(answer);
    device.refresh();
    if (answer.claimUrl) onClaim?.(answer.claimUrl);
  };
  return (
    <Sheet open={isOpen} title={added ? added.name : "Walk-In"} onClose={close} sprite={sprite}>
      {added ? (
        <Added {...{ added, claim, sprite }} onNext={() => setAdded(null)} />
      ) : (
        <Form {...{ device, rights, isReached }} onAdded={add} />
      )}
    </Sheet>
  );
}

function Form({ device, rights, isReached, onAdded }) {
  const form = useRef(null);
  const [age, setAge] = useState("adult");
  const [said, setSaid] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  // The sentence about the network is untrue once that is back.
  useEffect(() => {
    if (isReached) setSaid((words) => (words === NO_NETWORK ? "" : words));
  }, [isReached]);

  const submit = async (event) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const body = bodyOf(form.current);
    const answer = await device.send("POST", "/walk-ins", body);
    setIsBusy(false);
    if (answer.ok) onAdded({ ...(await answer.json()), name: body.name, email: body.email });
    else setSaid(answer.status ? await answer.text() : NO_NETWORK);
  };

  return (
    <form ref={form} className="gate-form" onSubmit={submit}>
      <div className="dialog-body">
        {!isReached && said !== NO_NETWORK && <p className="gate-said">{NO_NETWORK}</p>}
        <Field label="Name" name="name" required maxLength={100} autoComplete="off" />
        <Choice name="ageGroup" label="Age" options={AGES} value={age} onChange={setAge} />
        {age === "minor" && (
          <Field
            label="Guardian’s Name"
            name="guardianName"
            required
            maxLength={100}
            autoComplete="off"
          />
        )}
        <Field
          label={age === "minor" ? "Guardian’s Email" : "Email"}
          hint="Optional. The link to the account goes there."
          name="email"
          type="email"
          autoComplete="off"
        />
        <Choice name="waiver" label="Waiver" options={WAIVERS} initial="device" />
        {rights.price && (
          <Field
            label={`Cash Taken (${rights.price})`}
            hint="Empty: not paid yet."
            name="paid"
            inputMode="decimal"
            pattern="\d+([.]\d{1,2})?"
          />
        )}
        <p role="alert" className="gate-said">
          {said}
        </p>
      </div>
      <div className="dialog-foot">
        <button type="submit" className="btn btn-primary btn-lg" aria-busy={isBusy}>
          {isBusy ? "Adding …" : "Add and Check In"}
        </button>
      </div>
    </form>
  );
}

function Field({ label, hint, name, ...rest }) {
  return (
    <div className="field">
      <label htmlFor={`gate-${name}`}>{label}</label>
      <input id={`gate-${name}`} name={name} className="input" {...rest} />
      {hint && <p className="field-hint">{hint}</p>}
    </div>
  );
}

function Choice({ name, label, options, value, initial, onChange }) {
  return (
    <fieldset className="gate-choice">
      <legend>{label}</legend>
      {options.map(([option, words]) => {
        const chosen = value === undefined ? { defaultChecked: option === initial } : {};
        const asked = value === undefined ? {} : { checked: option === value };
        return (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              {...chosen}
              {...asked}
              onChange={() => onChange?.(option)}
            />
            {words}
          </label>
        );
      })}
    </fieldset>
  );
}

// The new account waits for its owner behind a link, which a phone reads from this screen.
function Added({ added, claim, sprite, onNext }) {
  return (
    <>
      <div className="dialog-body gate-claim">
        <div className="gate-verdict" data-verdict={stateOf(added)}>
          <Mark one={added} sprite={sprite} />
          <strong>{isIn(added) ? "Checked in" : VERDICTS[added.verdict]}</strong>
        </div>
        {added.reasons.map(({ code, text }) => (
          <p key={code}>{text}</p>
        ))}
        {added.claimUrl && (
          <>
            <p>
              {added.name} scans this to keep the account.
              {added.email && ` The link goes to ${added.email}, too.`}
            </p>
            {claim.url === added.claimUrl && <img alt="QR code of the link" src={claim.picture} />}
            <a className="link" href={added.claimUrl}>
              {added.claimUrl}
            </a>
          </>
        )}
      </div>
      <div className="dialog-foot">
        {added.signUrl && (
          <a className="btn btn-primary btn-lg" href={added.signUrl}>
            Sign on This Device
          </a>
        )}
        <button type="button" className="btn btn-outline btn-lg" onClick={onNext}>
          Next Walk-In
        </button>
      </div>
    </>
  );
}
