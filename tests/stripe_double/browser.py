"""The acts of a browser: with the key that everybody may read, it acts on one intent by its secret.

The package has no types for these calls, because servers never make them.
"""

import re
from typing import Any

from tests.stripe_double import intents, setups
from tests.stripe_double.account import Account
from tests.stripe_double.errors import Refusal
from tests.stripe_double.shapes import Json

SHOWN = {
    *("id", "object", "amount", "currency", "status", "client_secret", "next_action", "created"),
    *("last_payment_error", "description", "payment_method", "payment_method_types", "livemode"),
}
SENT = {"client_secret", "payment_method_data", "payment_method", "return_url"}
_PATH = re.compile(r"/v1/(payment_intents|setup_intents)/([^/]+)(/confirm|/answer)?")


def answer(account: Account, method: str, path: str, sent: Json) -> Json:
    """Read, confirm, or answer the bank's question about one intent."""
    found = _PATH.fullmatch(path)
    if found is None:
        raise Refusal("This API call cannot be made with a publishable API key.", status=401)
    kind, id_, verb = found[1].removesuffix("s"), found[2], found[3]
    intent = account.find(kind, id_)
    if sent.get("client_secret") != intent["client_secret"]:
        raise Refusal("The client_secret provided does not match.", param="client_secret")
    if unknown := sent.keys() - SENT - {"passed"}:
        raise Refusal(f"Received unknown parameters: {sorted(unknown)}", code="parameter_unknown")
    return _shown(_done(account, kind, id_, verb, sent) if method == "POST" else intent)


def _done(account: Account, kind: str, id_: str, verb: str | None, sent: Json) -> Json:
    if verb == "/answer":
        return intents.answer(account, id_, passed=sent.get("passed") == "true")
    params: dict[str, Any] = {key: sent[key] for key in sent.keys() & SENT}
    if kind == "payment_intent":
        return intents.confirm(account, params, id_)
    return setups.confirm(account, params, id_)


def _shown(intent: Json) -> Json:
    return {name: value for name, value in intent.items() if name in SHOWN}
