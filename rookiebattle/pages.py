"""Lists the pages of the product."""

import reflex as rx

from rookiebattle.registrations.pages import calendar
from rookiebattle.settings import get_settings
from rookiebattle.site.pages import home
from rookiebattle.ui.gallery.page import gallery

__all__ = ["calendar", "home"]

if get_settings().is_development:
    rx.page(route="/_ui", title="Design system")(gallery)
