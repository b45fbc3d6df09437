"""The library as its own slice's tests fill it."""

from tests.resources.conftest import add, club

__all__ = ["add", "club"]
