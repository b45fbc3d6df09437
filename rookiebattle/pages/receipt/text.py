"""The document of a receipt: its head alone. Everything else waits for its reader."""

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.serving.documents import Described, DynamicPage, head_alone
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
    return head_alone(full_title(TITLE))


RECEIPT = DynamicPage(routes.RECEIPTS, describe_receipt)
