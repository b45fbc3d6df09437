"""Lists the pages of the product."""

from rookiebattle.accounts.pages import account, goodbye
from rookiebattle.members.pages import chapters, welcome
from rookiebattle.progression.gallery import progression_examples
from rookiebattle.registrations.documents import CHAPTER, EVENT
from rookiebattle.registrations.pages import calendar, chapter, event, my_events
from rookiebattle.resources.pages import resources
from rookiebattle.settings import get_settings
from rookiebattle.site.pages import home, not_found
from rookiebattle.ui.gallery.page import gallery
from rookiebattle.ui.page import page

__all__ = [
    "account",
    "calendar",
    "chapter",
    "chapters",
    "event",
    "goodbye",
    "home",
    "my_events",
    "not_found",
    "resources",
    "welcome",
]

WITH_ID = EVENT, CHAPTER

if get_settings().is_development:
    page("/_ui", title="Design system")(lambda: gallery(*progression_examples()))
