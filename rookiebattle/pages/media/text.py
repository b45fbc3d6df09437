"""The text before scripts of the gallery: the first items, for readers and search engines."""

from rookiebattle import routes
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.freshness import MEDIA
from rookiebattle.core.serving.documents import PageTexts, QueriedPage, Query
from rookiebattle.pages.media.page import ITEMS, items
from rookiebattle.pages.media.state.gallery import MediaState, load
from rookiebattle.pages.media.url import PageQuery, href, read_query
from rookiebattle.ui.before_scripts import Template

TEXT = Template(items, MediaState)


async def tell_gallery(params: Query) -> PageTexts | None:
    """A visitor's view of the whole gallery's first page.

    Other tabs, tags and pages have no text: the built page shows the official pictures and the tab
    of the whole gallery, which would change under the reader's eyes.
    """
    if read_query(params) != PageQuery():
        return None
    return PageTexts({ITEMS: TEXT.fill({MediaState: await load(VISITOR, params)})})


def kept_as(params: Query) -> str:
    """The address that shows the same; empty for what has no text."""
    query = read_query(params)
    return href(query) if query == PageQuery() else ""


SHOTS = QueriedPage(routes.MEDIA, tell_gallery, kept_as, (MEDIA,))
