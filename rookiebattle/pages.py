"""Lists the pages of the product."""

from rookiebattle.members.pages import chapters
from rookiebattle.progression.gallery import progression_examples
from rookiebattle.registrations.pages import calendar, chapter, event, my_events
from rookiebattle.resources.pages import resources
from rookiebattle.settings import get_settings
from rookiebattle.site.pages import home, not_found
from rookiebattle.ui.gallery.page import gallery
from rookiebattle.ui.page import page

__all__ = [
    "calendar",
    "chapter",
    "chapters",
    "event",
    "home",
    "my_events",
    "not_found",
    "resources",
]

if get_settings().is_development:
    page("/_ui", title="Design system")(lambda: gallery(*progression_examples()))
