"""Events, to be asked for later."""

from collections.abc import Iterable
from fnmatch import fnmatch

from tests.stripe_double.account import Account
from tests.stripe_double.shapes import Json

KEPT_DAYS = 30


def retrieve(account: Account, _params: Json, id_: str) -> Json:
    return account.find("event", id_)


def listed(account: Account, params: Json) -> Iterable[Json]:
    """The events of the last thirty days, of all types or some ('invoice.*')."""
    wanted = params.get("types") or ([params["type"]] if "type" in params else ["*"])
    oldest = account.now - KEPT_DAYS * 86400
    return [
        one
        for one in account.all("event")
        if one["created"] >= oldest and any(fnmatch(one["type"], name) for name in wanted)
    ]
