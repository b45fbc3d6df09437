"""The state of the page of one receipt."""

import reflex as rx

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.pages.receipt.view import ReceiptView, view_of
from rookiebattle.payments import service
from rookiebattle.settings import get_settings
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import LoadedPage
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, params: Query) -> ReceiptView | Loaded:
    if not actor.is_member:
        return Loaded()
    try:
        found = await run(service.receipt, actor, payment_id=params.get("id", ""))
    except NotFound:
        return ReceiptView()
    return view_of(found, get_settings())


class ReceiptState(LoadedPage, rx.State):
    """One receipt; without a number there is none."""

    shown: ReceiptView = ReceiptView()
    _load = load
