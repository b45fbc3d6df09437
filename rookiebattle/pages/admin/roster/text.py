"""The document of a roster, which tells nobody anything: people and names come by the page."""

from htpy import fragment, title

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.core.serving.head import NO_INDEX
from rookiebattle.core.values.markup import rendered
from rookiebattle.ui.page import pages


async def describe_roster(_actor: Actor, _event_id: str) -> Described:
    """The same head for everybody and every event."""
    return Described(rendered(fragment[title[pages()[routes.ADMIN_ROSTER].title], NO_INDEX]))


ROSTER = DynamicPage(routes.ADMIN_EVENTS, describe_roster, is_same=True)
