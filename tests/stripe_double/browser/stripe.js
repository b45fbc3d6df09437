// A stand-in for Stripe's browser script: what `@stripe/stripe-js` and
// `@stripe/react-stripe-js` ask of it. Stripe's own Payment Element is a frame of js.stripe.com;
// this one is a part of the page.
const API = "__API__";
const FIELDS = [
  { name: "number", label: "Card number", hint: "1234 1234 1234 1234", auto: "cc-number" },
  { name: "expiry", label: "Expiration date", hint: "MM / YY", auto: "cc-exp" },
  { name: "cvc", label: "Security code", hint: "CVC", auto: "cc-csc" },
];
const DIGITS = { number: 14, expiry: 4, cvc: 3 };
const INCOMPLETE = {
  number: "Your card number is incomplete.",
  expiry: "Your card's expiration date is incomplete.",
  cvc: "Your card's security code is incomplete.",
};
const digits = (text) => text.replace(/\D/g, "");
const idOf = (secret) => secret.split("_secret_")[0];

async function call(key, path, values, method = "POST") {
  const sent = new URLSearchParams(values);
  const url = method === "GET" ? `${API}${path}?${sent}` : `${API}${path}`;
  const body = method === "GET" ? undefined : sent;
  try {
    const answer = await fetch(url, { method, body, headers: { Authorization: `Bearer ${key}` } });
    return await answer.json();
  } catch {
    const message = "We could not reach the payment service.";
    return { error: { type: "api_connection_error", message } };
  }
}

// Handlers by the name of what happens.
class Events {
  handlers = {};

  on(name, handler) {
    const known = this.handlers[name] ?? [];
    this.handlers[name] = [...known, handler];
    return this;
  }

  off(name, handler) {
    this.handlers[name] = (this.handlers[name] ?? []).filter((one) => one !== handler);
    return this;
  }

  once(name, handler) {
    return this.on(name, handler);
  }

  tell(name, value) {
    for (const handler of this.handlers[name] ?? []) handler(value);
  }
}

class PaymentElement extends Events {
  constructor(elements) {
    super();
    this.elements = elements;
  }

  mount(where) {
    this.box = typeof where === "string" ? document.querySelector(where) : where;
    this.tell("loaderstart", { elementType: "payment" });
    this.load();
  }

  async load() {
    const { key, secret } = this.elements;
    const path = `/v1/payment_intents/${idOf(secret)}`;
    const found = await call(key, path, { client_secret: secret }, "GET");
    const over = ["succeeded", "canceled"].includes(found.status);
    if (!this.box) return;
    if (found.error || over) {
      const message = found.error?.message ?? `This payment is ${found.status}.`;
      this.tell("loaderror", { elementType: "payment", error: { message } });
      return;
    }
    this.draw();
    this.tell("ready", { elementType: "payment" });
  }

  draw() {
    this.form = document.createElement("div");
    this.form.className = "double-card";
    this.form.append(styleOf(this.elements.appearance), ...FIELDS.map(fieldOf));
    this.form.addEventListener("input", ({ target }) => {
      if (target.name === "number") spaced(target);
      this.tellChange();
    });
    this.box.replaceChildren(this.form);
  }

  tellChange() {
    const values = this.values();
    this.tell("change", {
      elementType: "payment",
      collapsed: false,
      complete: !this.missing(),
      empty: !Object.values(values).some(Boolean),
      value: { type: "card" },
    });
  }

  values() {
    const inputs = this.form ? [...this.form.querySelectorAll("input")] : [];
    return Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
  }

  missing() {
    const values = this.values();
    return FIELDS.find(({ name }) => digits(values[name] ?? "").length < DIGITS[name])?.name;
  }

  show(name, message) {
    for (const one of this.form.querySelectorAll("[data-problem]")) one.textContent = "";
    for (const one of this.form.querySelectorAll("input")) one.removeAttribute("aria-invalid");
    if (!name) return;
    this.form.querySelector(`[data-problem="${name}"]`).textContent = message;
    const input = this.form.querySelector(`[name="${name}"]`);
    input.setAttribute("aria-invalid", "true");
    input.focus();
  }

  update() {
    return this;
  }

  focus() {
    this.form?.querySelector("input").focus();
  }

  blur() {
    document.activeElement?.blur();
  }

  clear() {
    for (const one of this.form?.querySelectorAll("input") ?? []) one.value = "";
  }

  collapse() {
    return this;
  }

  unmount() {
    this.box?.replaceChildren();
    this.box = undefined;
  }

  destroy() {
    this.unmount();
  }
}

function fieldOf({ name, label, hint, auto }) {
  const box = document.createElement("label");
  box.className = `double-field double-${name}`;
  const words = document.createElement("span");
  words.textContent = label;
  const input = document.createElement("input");
  Object.assign(input, { name, placeholder: hint, autocomplete: auto, inputMode: "numeric" });
  const problem = document.createElement("span");
  problem.className = "double-problem";
  problem.dataset.problem = name;
  problem.setAttribute("role", "alert");
  box.append(words, input, problem);
  return box;
}

// Stripe's element wears what the page says in `appearance`.
function styleOf(appearance = {}) {
  const v = appearance.variables ?? {};
  const rules = appearance.rules ?? {};
  const style = document.createElement("style");
  style.textContent = `
.double-card { display: grid; grid-template-columns: 1fr 1fr; gap: 16px 12px;
  font-family: ${v.fontFamily ?? "inherit"}; color: ${v.colorText ?? "inherit"}; }
.double-field { display: grid; gap: 4px; font-size: 0.93rem; align-content: start; }
.double-number { grid-column: 1 / -1; }
.double-field input { font: inherit; font-size: ${v.fontSizeBase ?? "16px"};
  min-height: 44px; width: 100%; box-sizing: border-box; padding: 8px 12px;
  color: ${v.colorText ?? "inherit"};
  background: ${v.colorBackground ?? "Field"}; border-radius: ${v.borderRadius ?? "8px"};
  border: ${rules[".Input"]?.border ?? "1px solid gray"}; }
.double-field input::placeholder { color: ${v.colorTextPlaceholder ?? "GrayText"}; opacity: 1; }
.double-field input[aria-invalid] { border-color: ${v.colorDanger ?? "red"}; }
.double-problem:empty { display: none; }
.double-problem { color: ${v.colorDanger ?? "red"}; }`;
  return style;
}

function spaced(input) {
  input.value = digits(input.value)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, "$1 ");
}

// The bank's question to the holder of a card (3-D Secure); resolves with the answer.
function ask() {
  return new Promise((resolve) => {
    // The site's own sheets draw it as one of the site's dialogs.
    const dialog = element("dialog", "dialog");
    dialog.setAttribute("aria-label", "3D Secure 2 Test Page");
    const answer = (passed) => {
      dialog.remove();
      resolve(passed);
    };
    const words = element("div", "dialog-body");
    words.textContent =
      "3D Secure 2 Test Page: do you confirm this payment? With a real card, your bank asks you.";
    const foot = element("div", "dialog-foot");
    foot.append(
      button("Fail", () => answer(false), "btn btn-outline"),
      button("Complete", () => answer(true), "btn btn-primary"),
    );
    dialog.append(words, foot);
    dialog.addEventListener("cancel", () => answer(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

function button(label, act, className) {
  const made = element("button", className);
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

class Elements extends Events {
  constructor(key, options) {
    super();
    this.key = key;
    this.secret = options.clientSecret;
    this.appearance = options.appearance;
  }

  create(type) {
    if (type !== "payment") throw new Error(`The stand-in has no ${type} element.`);
    this.element = new PaymentElement(this);
    return this.element;
  }

  getElement(type) {
    return type === "payment" ? (this.element ?? null) : null;
  }

  update({ appearance } = {}) {
    if (!appearance) return;
    this.appearance = appearance;
    this.element?.form?.querySelector("style").replaceWith(styleOf(appearance));
  }

  async submit() {
    const name = this.element?.missing();
    this.element?.show(name, INCOMPLETE[name]);
    if (!name) return {};
    const error = { type: "validation_error", code: `incomplete_${name}` };
    return { error: { ...error, message: INCOMPLETE[name] } };
  }

  async fetchUpdates() {
    return {};
  }
}

async function confirm(key, { elements, confirmParams = {}, redirect = "always" }) {
  const { error } = await elements.submit();
  if (error) return { error };
  const { secret, element } = elements;
  const path = `/v1/payment_intents/${idOf(secret)}`;
  let intent = await call(key, `${path}/confirm`, {
    client_secret: secret,
    return_url: confirmParams.return_url ?? "",
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": digits(element.values().number),
  });
  if (intent.status === "requires_action") {
    const passed = String(await ask());
    intent = await call(key, `${path}/answer`, { client_secret: secret, passed });
  }
  return finished(intent, secret, confirmParams.return_url, redirect);
}

function finished(intent, secret, back, redirect) {
  if (intent.error) return { error: intent.error };
  if (intent.status !== "succeeded") return { error: intent.last_payment_error };
  if (redirect === "if_required") return { paymentIntent: intent };
  const url = new URL(back);
  url.searchParams.set("payment_intent", intent.id);
  url.searchParams.set("payment_intent_client_secret", secret);
  url.searchParams.set("redirect_status", "succeeded");
  location.assign(url);
  return new Promise(() => undefined);
}

async function retrieve(key, secret) {
  const path = `/v1/payment_intents/${idOf(secret)}`;
  const found = await call(key, path, { client_secret: secret }, "GET");
  return found.error ? { error: found.error } : { paymentIntent: found };
}

const absent = () => {
  throw new Error("The stand-in cannot do this.");
};

window.Stripe = (key) => ({
  elements: (options = {}) => new Elements(key, options),
  confirmPayment: (options) => confirm(key, options),
  retrievePaymentIntent: (secret) => retrieve(key, secret),
  createToken: absent,
  createPaymentMethod: absent,
  confirmCardPayment: absent,
  confirmSetup: absent,
  registerAppInfo: () => undefined,
  _registerWrapper: () => undefined,
});
window.Stripe.version = "endive";
