"""Products and prices."""

from collections.abc import Iterable

from tests.stripe_double.account import Account
from tests.stripe_double.customers import merged
from tests.stripe_double.errors import Refusal
from tests.stripe_double.shapes import Json, empty


def create_product(account: Account, params: Json) -> Json:
    """A new product, with an id of the caller's choice if one is sent."""
    wanted = params.get("id")
    if wanted and wanted in {one["id"] for one in account.all("product")}:
        raise Refusal("Product already exists.", code="resource_already_exists", param="id")
    product = account.add(
        "product",
        **({"id": wanted} if wanted else {}),
        name=params["name"],
        description=params.get("description") or None,
        default_price=None,
        metadata=merged(None, params.get("metadata")),
        type="service",
        updated=account.now,
    )
    account.tell("product.created", product)
    return product


def product(account: Account, _params: Json, id_: str) -> Json:
    return account.find("product", id_)


def update_product(account: Account, params: Json, id_: str) -> Json:
    """Another name, description or state."""
    found = account.find("product", id_)
    before = dict(found)
    for name in ("name", "description", "active"):
        if name in params:
            found[name] = params[name]
    found["metadata"] = merged(found["metadata"], params.get("metadata"))
    account.tell("product.updated", found, before)
    return found


def products(account: Account, params: Json) -> Iterable[Json]:
    """All products, or some."""
    ids, active = params.get("ids"), params.get("active")
    return [
        one
        for one in account.all("product")
        if (ids is None or one["id"] in ids) and active in (None, one["active"])
    ]


def create_price(account: Account, params: Json) -> Json:
    """A new price. A lookup key belongs to one price, unless the call transfers it."""
    if "product" in params:
        owner = account.find("product", params["product"])
    elif "product_data" in params:
        owner = create_product(account, params["product_data"])
    else:
        raise Refusal("Missing required param: product.", code="parameter_missing", param="product")
    _free_lookup_key(account, params)
    recurring = params.get("recurring")
    amount = _amount(params)
    price = account.add(
        "price",
        currency=_currency(params["currency"]),
        product=owner["id"],
        unit_amount=amount,
        unit_amount_decimal=str(amount),
        lookup_key=params.get("lookup_key"),
        nickname=params.get("nickname"),
        metadata=merged(None, params.get("metadata")),
        type="recurring" if recurring else "one_time",
        recurring=_recurring(recurring) if recurring else None,
        tax_behavior=params.get("tax_behavior", "unspecified"),
    )
    account.tell("price.created", price)
    return price


def price(account: Account, _params: Json, id_: str) -> Json:
    return account.find("price", id_)


def update_price(account: Account, params: Json, id_: str) -> Json:
    """Another lookup key, name or state; an amount never changes."""
    found = account.find("price", id_)
    before = dict(found)
    _free_lookup_key(account, params)
    for name in ("lookup_key", "nickname", "active"):
        if name in params:
            found[name] = params[name]
    found["metadata"] = merged(found["metadata"], params.get("metadata"))
    account.tell("price.updated", found, before)
    return found


def prices(account: Account, params: Json) -> Iterable[Json]:
    """All prices, or those of a product or with a lookup key."""
    keys = params.get("lookup_keys")
    return [
        one
        for one in account.all("price")
        if (keys is None or one["lookup_key"] in keys)
        and params.get("active") in (None, one["active"])
        and params.get("product") in (None, one["product"])
        and params.get("type") in (None, one["type"])
        and params.get("currency") in (None, one["currency"])
    ]


def plan_of(price: Json) -> Json:
    """The old form of a recurring price, which each item of a subscription still carries."""
    return empty(
        "plan",
        active=price["active"],
        amount=price["unit_amount"],
        amount_decimal=price["unit_amount_decimal"],
        billing_scheme="per_unit",
        created=price["created"],
        currency=price["currency"],
        id=price["id"],
        interval=price["recurring"]["interval"],
        interval_count=price["recurring"]["interval_count"],
        livemode=False,
        metadata=price["metadata"],
        product=price["product"],
        usage_type="licensed",
    )


def _free_lookup_key(account: Account, params: Json) -> None:
    key = params.get("lookup_key")
    holders = [one for one in account.all("price") if key and one["lookup_key"] == key]
    if holders and not params.get("transfer_lookup_key"):
        raise Refusal(
            f"A price (`{holders[0]['id']}`) already uses that lookup key.", param="lookup_key"
        )
    for one in holders:
        one["lookup_key"] = None


def _amount(params: Json) -> int:
    amount = params.get("unit_amount")
    if not isinstance(amount, int) or amount < 0:
        raise Refusal("Invalid non-negative integer", param="unit_amount")
    return amount


def _currency(sent: str) -> str:
    if sent.lower() != sent or len(sent) != 3:
        raise Refusal(f"Invalid currency: {sent}.", param="currency")
    return sent


def _recurring(sent: Json) -> Json:
    return {
        "interval": sent["interval"],
        "interval_count": sent.get("interval_count", 1),
        "meter": None,
        "trial_period_days": None,
        "usage_type": "licensed",
    }
