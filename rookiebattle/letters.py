"""Imports whoever writes letters, so that the outbox knows them. Nothing else."""

from rookiebattle.accounts import letters as accounts
from rookiebattle.chapters import letters as chapters
from rookiebattle.registrations.letters import changes as news
from rookiebattle.registrations.letters import seats as registrations

__all__ = ["accounts", "chapters", "news", "registrations"]
