"""Customers and the payment methods that are attached to them."""

from collections.abc import Iterable

from tests.stripe_double import cards
from tests.stripe_double.account import Account
from tests.stripe_double.errors import Missing
from tests.stripe_double.shapes import Json

DIRECT = ("name", "email", "phone", "description", "address", "preferred_locales", "shipping")


def create(account: Account, params: Json) -> Json:
    """A new customer; nothing keeps two customers from having one email address."""
    customer = account.add(
        "customer",
        balance=0,
        delinquent=False,
        invoice_prefix=account.new_id("customer")[-8:].upper(),
        invoice_settings={
            "custom_fields": None,
            "default_payment_method": None,
            "footer": None,
            "rendering_options": None,
        },
        metadata={},
        next_invoice_sequence=1,
        preferred_locales=[],
        tax_exempt="none",
    )
    _fill(customer, params)
    account.tell("customer.created", customer)
    return customer


def update(account: Account, params: Json, id_: str) -> Json:
    """Change what was sent; metadata is merged, and an empty value takes a key out."""
    customer = account.find("customer", id_)
    before = dict(customer)
    _fill(customer, params)
    method = params.get("invoice_settings", {}).get("default_payment_method")
    if method is not None:
        _attached(account, method, id_)
        settings = {**customer["invoice_settings"], "default_payment_method": method}
        customer["invoice_settings"] = settings
    account.tell("customer.updated", customer, before)
    return customer


def retrieve(account: Account, _params: Json, id_: str) -> Json:
    return account.find("customer", id_)


def delete(account: Account, _params: Json, id_: str) -> Json:
    """The customer goes; `subscriptions.end_all` has ended what they subscribed to."""
    customer = account.find("customer", id_)
    account.before_delete(id_)
    account.remove("customer", id_)
    account.tell("customer.deleted", customer)
    return {"id": id_, "object": "customer", "deleted": True}


def listed(account: Account, params: Json) -> Iterable[Json]:
    """All customers, or those with one email address."""
    wanted = params.get("email")
    return [one for one in account.all("customer") if wanted in (None, one["email"])]


def attach(account: Account, params: Json, id_: str) -> Json:
    """A payment method becomes the customer's."""
    method = cards.of_token(account, id_)
    customer = account.find("customer", params["customer"])
    card = cards.card_of(account, method)
    if card.refused and not card.later:
        raise cards.decline(card)
    return attached(account, method, customer["id"])


def attached(account: Account, method: Json, customer: str) -> Json:
    """The payment method with its customer."""
    if method["customer"] != customer:
        method["customer"] = customer
        account.tell("payment_method.attached", method)
    return method


def detach(account: Account, _params: Json, id_: str) -> Json:
    """A payment method leaves its customer and pays nothing anymore."""
    method = account.find("payment_method", id_)
    before = dict(method)
    method["customer"] = None
    account.tell("payment_method.detached", method, before)
    return method


def method(account: Account, _params: Json, id_: str) -> Json:
    return account.find("payment_method", id_)


def methods(account: Account, params: Json, id_: str = "") -> Iterable[Json]:
    customer = id_ or params.get("customer")
    if customer is None:
        return []
    account.find("customer", customer)
    return [one for one in account.all("payment_method") if one["customer"] == customer]


def merged(kept: dict[str, str] | None, sent: dict[str, str] | str | None) -> dict[str, str]:
    """Metadata after a change: '' for all takes everything out, '' for a key takes it out."""
    if sent == "":
        return {}
    assert not isinstance(sent, str)
    both = {**(kept or {}), **(sent or {})}
    return {name: value for name, value in both.items() if value != ""}


def _fill(customer: Json, params: Json) -> None:
    for name in DIRECT:
        if name in params:
            customer[name] = params[name] or None
    customer["metadata"] = merged(customer["metadata"], params.get("metadata"))


def _attached(account: Account, method: str, customer: str) -> None:
    if account.find("payment_method", method)["customer"] != customer:
        raise Missing("payment_method", method)
