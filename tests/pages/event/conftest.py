"""Events as the tests of their slice create them."""

from tests.events.club import at_now, club, create

__all__ = ["at_now", "club", "create"]
