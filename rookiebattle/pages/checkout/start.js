import { askApi } from "../../ui/api.js";

// Starts a payment on the server and finds out what it will really cost.
const JSON_HEADERS = { "content-type": "application/json" };
const LOGGED_OUT = 401;
const SERVER_FAILED = 500;

// A start that brought no secret, and why.
const failed = (sentence) => ({ sentence });

// Resolves with { secret }, { nothingToPay }, both with our id of the `payment`, { loggedOut } or
// { sentence }. An empty sentence is a failure that may pass: it can be tried again. `key` makes a
// repeated request start nothing new.
export async function startedPayment({ path, body }, key) {
  try {
    const headers = { ...JSON_HEADERS, "idempotency-key": key };
    const answer = await askApi(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.status === LOGGED_OUT) return { loggedOut: true };
    if (!answer.ok) return failed(answer.status < SERVER_FAILED ? await answer.text() : "");
    const { clientSecret, paymentId: payment } = await answer.json();
    return clientSecret ? { secret: clientSecret, payment } : { nothingToPay: true, payment };
  } catch {
    return failed("");
  }
}

// The amount of a payment as the provider knows it, with its words: '$20.00'.
export async function amountOf(stripe, secret) {
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(secret);
  if (error) return { problem: error.message };
  const { amount, currency, status } = paymentIntent;
  const words = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const isPaid = ["succeeded", "processing"].includes(status);
  return { due: words.format(amount / 100), isPaid, status };
}

// Loads Stripe's script: its own, or the one at `address`, which sets `window.Stripe` as well.
export function ownScript(address) {
  if (!address || window.Stripe) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: address, onload: resolve, onerror: reject });
    document.head.append(script);
  });
}
