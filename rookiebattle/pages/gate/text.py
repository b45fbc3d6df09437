"""The document of a gate, which tells nobody anything: people and names come by the page."""

from htpy import fragment, title

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.core.serving.head import NO_INDEX
from rookiebattle.core.values.markup import rendered
from rookiebattle.ui.page import pages


async def describe_gate(_actor: Actor, _event_id: str) -> Described:
    """The same head for everybody and every event."""
    return Described(rendered(fragment[title[pages()[routes.GATE].title], NO_INDEX]))


GATE = DynamicPage(
    routes.EVENTS,
    describe_gate,
    is_same=True,
    suffix=routes.GATE.removeprefix(routes.EVENT),
    has_list=True,
)
