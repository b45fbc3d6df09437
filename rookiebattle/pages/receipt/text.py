"""The document of a receipt: its head alone. Everything else waits for its reader."""

from htpy import fragment, title

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.core.serving.head import NO_INDEX
from rookiebattle.core.values.markup import rendered
from rookiebattle.pages.receipt.page import TITLE
from rookiebattle.payments import service
from rookiebattle.ui.page import full_title


async def describe_receipt(actor: Actor, payment_id: str) -> Described | None:
    """The head without a name, or None for whoever may not read the receipt."""
    if not actor.is_member:
        return None
    try:
        await run(service.receipt, actor, payment_id=payment_id)
    except NotFound:
        return None
    return Described(rendered(fragment[title[full_title(TITLE)], NO_INDEX]))


RECEIPT = DynamicPage(routes.RECEIPTS, describe_receipt)
