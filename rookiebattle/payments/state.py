"""Pages ask the server about the payment from which somebody comes back."""

from collections.abc import Awaitable, Mapping

import reflex as rx

from rookiebattle.core.errors import AppError, NotFound
from rookiebattle.payments.view import WAITING, Returned
from rookiebattle.ui.state import toast


def announced(params: Mapping[str, str]) -> str:
    """The id of the payment that an address announces; empty for none."""
    return params.get("payment", "") if params.get("success") == "true" else ""


async def asked_what_became(asking: Awaitable[Returned], before: Returned) -> Returned:
    """The payment's state as far as it is known now; nothing where there is no payment.

    While the payment service does not answer, what was known before stays, and the page asks again.
    """
    try:
        return await asking
    except NotFound:
        return Returned()
    except AppError:
        return before if before.state else WAITING


async def tell_returned(state: rx.State, found: Returned) -> bool:
    """Say in a toast what became of the payment; False while there is nothing to say.

    That it worked is said only once the server has verified it.
    """
    if found.state in ("", "waiting"):
        return False
    await toast(state, found.title, found.text, "success" if found.state == "paid" else "error")
    return True
