import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { hasFirstData, onFirstData } from "../../ui/live.js";
import { isBlocked } from "../../ui/network.js";
import { isFromElsewhere } from "../../ui/own_document.js";
import { appearanceOf, onThemeChange } from "./appearance.js";
import { secretOf } from "./secret.js";
import { amountOf, ownScript, startedPayment } from "./start.js";

const ALREADY_PAID = "payment_intent_unexpected_state";
const CLOSED = "canceled";
const nextOf = (count) => count + 1;

// The card form of the checkout. `purchase` says with which request the payment starts: a path and
// a body. The secret that comes back stays in this component: no state of the server ever holds it.
// A secret of the address is used only for `purchase.intent`: the server knows that payment as the
// member's own, for what the page draws. A link that somebody else sent pays nothing else.
// With `purchase.press` the request waits until the button with that label was pressed.
// A tab that the server knows is drawn at first as it was left, with the purchase of a last visit.
// So nothing starts before the page has the data of its address.
export function CardForm({ purchase, words, stripeKey, script, onLogin, onFailed }) {
  const [isLive, setIsLive] = useState(hasFirstData);
  const [attempt, setAttempt] = useState(0);
  const starting = useRef({});
  const [payment, setPayment] = useState({});
  const [isPressed, setIsPressed] = useState(false);
  const isWanted = Boolean(purchase.path) && isOfAddress(purchase);
  const mayStart = isLive && isWanted && (isPressed || !purchase.press);

  // The state of this tab may bring the purchase twice: its start is asked for once, with one key.
  const begin = useEffectEvent(async (nth, isShown) => {
    const which = JSON.stringify([nth, purchase.path, purchase.body]);
    if (starting.current.which !== which) {
      const key = crypto.randomUUID();
      starting.current = { which, found: opened({ purchase, key, stripeKey, script, nth }) };
    }
    const found = await starting.current.found;
    if (!isShown()) return;
    // Without a websocket the page finds out by itself that nobody is logged in.
    if (found.loggedOut && isBlocked()) window.location.reload();
    else if (found.loggedOut) onLogin();
    if (found.isOver) leave(found.done);
    setPayment(found);
  });
  useEffect(() => {
    if (!mayStart || !stripeKey || reloaded()) return undefined;
    let isShown = true;
    setPayment({});
    begin(attempt, () => isShown);
    return () => {
      isShown = false;
    };
  }, [mayStart, stripeKey, attempt]);
  useEffect(() => onFirstData(() => setIsLive(true)), []);
  useEffect(() => {
    // The browser's Back shows the page as it was left. Somebody may have paid since then.
    const look = ({ persisted }) => persisted && setAttempt(nextOf);
    window.addEventListener("pageshow", look);
    return () => window.removeEventListener("pageshow", look);
  }, []);

  if (!isLive) return <Waiting words={words} />;
  if (!mayStart)
    return <Press label={isWanted ? purchase.press : ""} press={() => setIsPressed(true)} />;
  if (payment.problem !== undefined) {
    const retry = payment.canRetry ? () => setAttempt(nextOf) : null;
    return <Problem text={payment.problem || words.notStarted} retry={retry} words={words} />;
  }
  if (!payment.secret || payment.isOver) return <Waiting words={words} />;
  return (
    <Paying
      {...payment}
      words={words}
      onFailed={onFailed}
      onLost={(problem) => setPayment({ problem, canRetry: true })}
      onClosed={() => setAttempt(nextOf)}
    />
  );
}

// Whether the purchase is for the address in the bar, and not for the last checkout of this tab.
function isOfAddress({ asked }) {
  const query = new URLSearchParams(window.location.search);
  return Object.entries(asked).every(([name, value]) => (query.get(name) ?? "") === value);
}

// The document of another page must not load Stripe's script.
function reloaded() {
  if (!isFromElsewhere()) return false;
  window.location.reload();
  return true;
}

// The page to which a payment leads announces only the payment that its address names.
function doneWith({ done }, payment) {
  const address = new URL(done, window.location.href);
  if (payment) address.searchParams.set("payment", payment);
  return address.pathname + address.search;
}

function leave(path) {
  window.location.replace(path);
}

// The payment of the address is opened once. After it was closed, the server says what comes next.
async function opened({ purchase, key, stripeKey, script, nth }) {
  const given = nth === 0 ? secretOf(purchase.intent) : "";
  const started = given
    ? { secret: given, payment: purchase.payment }
    : await startedPayment(purchase, key);
  const done = doneWith(purchase, started.payment);
  if (started.loggedOut) return started;
  if (started.nothingToPay) return { isOver: true, done };
  if (!started.secret) return { problem: started.sentence, canRetry: !started.sentence };
  try {
    await ownScript(script);
    const stripe = await loadStripe(stripeKey);
    const { due, isPaid, status, problem } = await amountOf(stripe, started.secret);
    if (problem) return { problem, canRetry: true };
    const why = reasonOf(status, purchase.press);
    return { stripe, due, why, secret: started.secret, isOver: isPaid, done };
  } catch {
    return { problem: "", canRetry: true };
  }
}

// Why a card is asked for although a saved one was charged; empty for the first card of a payment.
function reasonOf(status, press) {
  if (status === "requires_action") return "asks";
  return press ? "refused" : "";
}

// A change of plan charges the card that is there already, so it waits for a press.
function Press({ label, press }) {
  if (!label) return null;
  return (
    <button type="button" className="btn btn-primary btn-lg" onClick={press}>
      {label}
    </button>
  );
}

function Waiting({ words }) {
  return (
    <div aria-busy="true" className="pay-waiting">
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="sr-only">{words.starting}</span>
    </div>
  );
}

function Problem({ text, retry, words }) {
  return (
    <div role="alert" className="form-errors pay-problem">
      <p>{text}</p>
      {retry && (
        <button type="button" className="btn btn-outline" onClick={retry}>
          {words.again}
        </button>
      )}
    </div>
  );
}

function Paying({ stripe, secret, due, why, words, ...rest }) {
  const [appearance, setAppearance] = useState(appearanceOf);
  useEffect(() => onThemeChange(() => setAppearance(appearanceOf())), []);
  return (
    <Elements stripe={stripe} options={{ clientSecret: secret, appearance }}>
      {why && (
        <p role="status" className="pay-why">
          {words[why]}
        </p>
      )}
      <PayForm due={due} words={words} {...rest} />
    </Elements>
  );
}

function PayForm({ due, words, done, onFailed, onLost, onClosed }) {
  const stripe = useStripe();
  const elements = useElements();
  const isPaying = useRef(false);
  const [isReady, setIsReady] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState("");

  const pay = async (event) => {
    event.preventDefault();
    // A second press comes before React has drawn the first one.
    if (isPaying.current || !isReady) return;
    isPaying.current = true;
    setIsPending(true);
    setProblem("");
    const { said, isShown, isClosed } = await confirmed(stripe, elements, done);
    // The club closed the payment meanwhile. The server says why, or opens another one.
    if (isClosed) onClosed();
    if (said === undefined) return;
    isPaying.current = false;
    setIsPending(false);
    // The sentence about a missing value stands at its field already.
    if (isShown) return;
    setProblem(said);
    if (!isBlocked()) onFailed(said.slice(0, 300));
  };

  const busy = isPending || !isReady || undefined;
  return (
    <form className="form pay-form" noValidate onSubmit={pay}>
      <PaymentElement
        options={{ layout: "tabs" }}
        onReady={() => setIsReady(true)}
        onLoadError={({ error }) => onLost(error.message)}
      />
      <div role="alert" className={problem ? "form-errors" : undefined}>
        {problem}
      </div>
      <p className="pay-due">
        <span>{words.due}</span> <strong>{due}</strong>
      </p>
      <button
        type="submit"
        className="btn btn-primary btn-lg"
        aria-disabled={busy}
        aria-busy={isPending || undefined}
      >
        {isPending ? words.confirming : `${words.pay} ${due}`}
      </button>
    </form>
  );
}

// Nothing is said once the browser leaves for the page that confirms the payment; otherwise why it
// failed, and whether the form of the payment service shows that itself.
async function confirmed(stripe, elements, returnPath) {
  const { error } = await stripe.confirmPayment({
    elements,
    confirmParams: { return_url: new URL(returnPath, window.location.href).href },
    redirect: "if_required",
  });
  // Another tab may have paid meanwhile: that is no failure.
  const isPaid = !error || (error.code === ALREADY_PAID && wasPaid(error));
  if (!isPaid && error.payment_intent?.status === CLOSED) return { isClosed: true };
  if (!isPaid) return { said: error.message ?? "", isShown: error.type === "validation_error" };
  leave(returnPath);
  return {};
}

const wasPaid = ({ payment_intent: intent }) =>
  ["succeeded", "processing"].includes(intent?.status);
