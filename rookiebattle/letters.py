"""Imports whoever writes letters, so that the outbox knows them. Nothing else."""

from rookiebattle.registrations import letters as registrations

__all__ = ["registrations"]
