"""The library as its own slice's tests fill it."""

from tests.resources.library import add

__all__ = ["add"]
