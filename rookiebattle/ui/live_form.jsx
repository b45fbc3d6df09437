import { useEffect, useEffectEvent, useRef } from "react";

const PAUSE_MS = 120;
const ON = "on";

// A form that tells what it holds while somebody types (`onType`, after a short pause) and when it
// is sent (`onSend`): texts by name, 'on' or empty for a switch. Disabled controls are left out.
// `values` are the stored ones. When they change while the form is open, controls that nobody has
// touched follow them; the others keep what was typed.
export function LiveForm({ values, onType, onSend, children, ...rest }) {
  const ref = useRef(null);
  const known = useRef(values);
  const pause = useRef(0);

  const tell = useEffectEvent(() => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => onType(valuesOf(ref.current)), PAUSE_MS);
  });
  const follow = useEffectEvent(() => {
    if (known.current !== values) {
      takeOver(ref.current, known.current, values);
      known.current = values;
      tell();
    }
    enable(ref.current);
  });
  useEffect(() => follow(values), [values]);
  useEffect(() => {
    const form = ref.current;
    const change = ({ target }) => {
      enable(form);
      if (target.closest("[data-drawn]")) tell();
    };
    form.addEventListener("input", change);
    form.addEventListener("click", step);
    return () => {
      clearTimeout(pause.current);
      form.removeEventListener("input", change);
      form.removeEventListener("click", step);
    };
  }, []);

  const send = (event) => {
    event.preventDefault();
    clearTimeout(pause.current);
    onSend(valuesOf(ref.current));
  };
  return (
    <form {...rest} ref={ref} noValidate onSubmit={send}>
      {children}
    </form>
  );
}

// The buttons beside a number, which cannot lead out of its limits.
function step({ target }) {
  const pressed = target.closest("[data-step]");
  if (!pressed) return;
  const number = pressed.parentElement.querySelector("input");
  if (Number(pressed.dataset.step) > 0) number.stepUp();
  else number.stepDown();
  number.dispatchEvent(new Event("input", { bubbles: true }));
}

const read = (control) =>
  control.type === "checkbox" ? (control.checked ? ON : "") : control.value;

function write(control, value) {
  if (control.type === "checkbox") control.checked = value === ON;
  else control.value = value;
}

function valuesOf(form) {
  const isMeant = (one) => one.name && !one.disabled && (one.type !== "radio" || one.checked);
  return Object.fromEntries(
    [...form.elements].filter(isMeant).map((control) => [control.name, read(control)]),
  );
}

// The need of a part of the form stands in `data-needs`: the name of a switch that is on, or a
// control and its value as 'name=value'. A part without it can be neither used nor sent.
function enable(form) {
  for (const part of form.querySelectorAll("[data-needs]")) {
    const [name, value = ON] = part.dataset.needs.split("=");
    const isMet = read(form.elements.namedItem(name)) === value;
    part.toggleAttribute("data-unmet", !isMet);
    for (const control of part.querySelectorAll("input, select, button")) {
      control.disabled = !isMet;
    }
  }
}

function takeOver(form, before, now) {
  for (const [name, stored] of Object.entries(now)) {
    const control = form.elements.namedItem(name);
    if (!control || before[name] === stored) continue;
    const own = read(control);
    setDefault(control, stored);
    write(control, own === before[name] ? stored : own);
  }
}

// The value that counts as unchanged from now on. Several radio buttons have one name.
function setDefault(control, stored) {
  if (control.type === "checkbox") control.defaultChecked = stored === ON;
  else if (control.options) {
    for (const option of control.options) option.defaultSelected = option.value === stored;
  } else if (control instanceof RadioNodeList) {
    for (const one of control) one.defaultChecked = one.value === stored;
  } else control.defaultValue = stored;
}
