"""Pages of the double beside Stripe's API: its script, the portal, and how a test steers it."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from tests.stripe_double import clock, setups
from tests.stripe_double.account import DAY
from tests.stripe_double.errors import Refusal

if TYPE_CHECKING:
    from tests.stripe_double.double import StripeDouble

FOLDER = Path(__file__).parent / "browser"
Shown = tuple[int, bytes, str]
HTML, SCRIPT, DATA = "text/html; charset=utf-8", "text/javascript", "application/json"


def answer(double: "StripeDouble", method: str, path: str, sent: str) -> Shown:
    """The page, script or state at an address that is not the API's."""
    values = dict(parse_qsl(sent))
    if path == "/stripe.js":
        return 200, _script(double), SCRIPT
    if path.startswith("/_double/portal/"):
        return _portal(double, method, path.rsplit("/", 1)[1], values)
    if path == "/_double/advance" and method == "POST":
        with double.lock:
            clock.advance(double.account, int(float(values["days"]) * DAY))
            double.after_call()
        return _state(double)
    if path == "/_double/state":
        return _state(double)
    return 404, b"{}", DATA


def _script(double: "StripeDouble") -> bytes:
    """The stand-in for Stripe's script; it knows where it came from."""
    text = (FOLDER / "stripe.js").read_text()
    # A busy page was seen to load the script twice, which Stripe's own script bears. Only a block
    # lets the second load declare the same names again.
    return f"{{\n{text.replace('__API__', double.url)}}}\n".encode()


def _state(double: "StripeDouble") -> Shown:
    with double.lock:
        state = {
            "now": double.account.now,
            "keys": asdict(double.keys),
            "customers": len(list(double.account.all("customer"))),
            "subscriptions": list(double.account.all("subscription")),
            "mistakes": double.mistakes,
        }
    return 200, json.dumps(state, indent=2).encode(), DATA


def _portal(double: "StripeDouble", method: str, session: str, values: dict[str, str]) -> Shown:
    """The page on which a customer changes the card."""
    with double.lock:
        try:
            back = double.account.find("billing_portal.session", session)["return_url"] or "/"
            said = ""
            if method == "POST":
                setups.change_card(double.account, session, values.get("card", ""))
                said = "Your card was changed."
                double.after_call()
        except Refusal as refusal:
            back, said = "/", str(refusal)
    page = (FOLDER / "portal.html").read_text()
    return 200, page.replace("__SAID__", said).replace("__BACK__", back).encode(), HTML
