"""The gallery as the tests of its slice fill it."""

from tests.media.gallery import add

__all__ = ["add"]
