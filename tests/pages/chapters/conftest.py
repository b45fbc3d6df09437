"""A chapter with people of all kinds, and a worker that knows them."""

from tests.members.club import club, worker

__all__ = ["club", "worker"]
