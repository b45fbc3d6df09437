"""The library as the tests of its slice fill it."""

from tests.resources.library import add

__all__ = ["add"]
