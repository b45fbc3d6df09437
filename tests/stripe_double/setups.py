"""Setup intents (a card is kept for later) and the pages where customers help themselves."""

from collections.abc import Iterable

from tests.stripe_double import cards, customers
from tests.stripe_double.account import Account, client_secret
from tests.stripe_double.errors import Refusal
from tests.stripe_double.shapes import Json


def create(account: Account, params: Json) -> Json:
    """A new setup intent."""
    if params.get("customer"):
        account.find("customer", params["customer"])
    intent = account.add(
        "setup_intent",
        customer=params.get("customer"),
        description=params.get("description") or None,
        metadata=customers.merged(None, params.get("metadata")),
        payment_method_types=params.get("payment_method_types") or ["card"],
        status="requires_payment_method",
        usage=params.get("usage", "off_session"),
    )
    intent["client_secret"] = client_secret(intent["id"])
    account.tell("setup_intent.created", intent)
    return intent


def retrieve(account: Account, _params: Json, id_: str) -> Json:
    return account.find("setup_intent", id_)


def listed(account: Account, params: Json) -> Iterable[Json]:
    """All setup intents, or those of a customer."""
    wanted = params.get("customer")
    return [one for one in account.all("setup_intent") if wanted in (None, one["customer"])]


def confirm(account: Account, params: Json, id_: str) -> Json:
    """Keep a card."""
    intent = account.find("setup_intent", id_)
    if intent["status"] == "succeeded":
        raise Refusal(
            "This SetupIntent has already succeeded.", code="setup_intent_unexpected_state"
        )
    method = (
        cards.of_data(account, params["payment_method_data"])
        if "payment_method_data" in params
        else cards.of_token(account, params["payment_method"])
    )
    card = cards.card_of(account, method)
    if card.refused and not card.later:
        account.tell("setup_intent.setup_failed", intent)
        raise cards.decline(card)
    account.trusted.add(method["id"])
    if intent["customer"]:
        customers.attached(account, method, intent["customer"])
    intent["status"], intent["payment_method"] = "succeeded", method["id"]
    account.tell("setup_intent.succeeded", intent)
    return intent


def open_portal(account: Account, params: Json) -> Json:
    """A page on which a customer changes the card."""
    customer = account.find("customer", params.get("customer", ""))
    session = account.add(
        "billing_portal.session",
        configuration="bpc_double",
        customer=customer["id"],
        flow=_flow(params["flow_data"]) if "flow_data" in params else None,
        livemode=False,
        return_url=params.get("return_url"),
    )
    session["url"] = f"{account.url}/_double/portal/{session['id']}"
    return session


def _flow(sent: Json) -> Json:
    return {
        "after_completion": {
            "hosted_confirmation": None,
            "redirect": None,
            "type": sent.get("after_completion", {}).get("type", "portal_homepage"),
        },
        "subscription_cancel": None,
        "subscription_update": None,
        "subscription_update_confirm": None,
        "type": sent["type"],
    }


def change_card(account: Account, session: str, number: str) -> Json:
    """The act of the portal's page: another card pays from now on."""
    customer = account.find("billing_portal.session", session)["customer"]
    method = customers.attach(account, {"customer": customer}, cards.make(account, number)["id"])
    account.trusted.add(method["id"])
    customers.update(
        account, {"invoice_settings": {"default_payment_method": method["id"]}}, customer
    )
    for one in account.all("subscription"):
        if one["customer"] == customer and one["default_payment_method"]:
            before = dict(one)
            one["default_payment_method"] = method["id"]
            account.tell("customer.subscription.updated", one, before)
    return method
