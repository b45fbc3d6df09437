"""The document of a gate, which tells nobody anything: people and names come by the page."""

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.serving.documents import Described, DynamicPage, head_alone
from rookiebattle.ui.page import pages


async def describe_gate(_actor: Actor, _event_id: str) -> Described:
    """The same head for everybody and every event."""
    return head_alone(pages()[routes.GATE].title)


GATE = DynamicPage(
    routes.EVENTS,
    describe_gate,
    is_same=True,
    suffix=routes.GATE.removeprefix(routes.EVENT),
    has_list=True,
)
