// The secret of a payment may stand in the address with which somebody arrives. It leaves the
// address while this module is read: before the router and the websocket look at the address. The
// id of its payment takes its place, so that the server can say whose payment it is.
const NAMES = ["clientSecret", "payment_intent_client_secret"];
const ID = "intent";
const MARK = "_secret_";

let kept = "";

if (typeof window !== "undefined") {
  const address = new URL(window.location.href);
  const given = address.searchParams.get(NAMES[0]) ?? "";
  const before = address.href;
  for (const name of [...NAMES, ID]) address.searchParams.delete(name);
  const [id, ...rest] = given.split(MARK);
  if (id && rest.length > 0) {
    kept = given;
    address.searchParams.set(ID, id);
  }
  if (address.href !== before) window.history.replaceState(window.history.state, "", address);
}

// The secret of the address, if it belongs to the payment with this id; otherwise empty. It lives
// as long as this document. Nothing stores it.
export const secretOf = (id) => (id && kept.startsWith(`${id}${MARK}`) ? kept : "");
