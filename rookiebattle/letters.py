"""Imports whoever writes letters, so that the outbox knows them. Nothing else."""

from rookiebattle.accounts import letters as accounts
from rookiebattle.chapters import letters as chapters
from rookiebattle.registrations import letters as registrations
from rookiebattle.registrations import news_letters as news

__all__ = ["accounts", "chapters", "news", "registrations"]
