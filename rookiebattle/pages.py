"""Lists the pages of the product."""

from rookiebattle.site.pages import home

__all__ = ["home"]
