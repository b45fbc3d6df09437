"""Ranges of bytes of a video, and what overwrites them."""

from collections.abc import Iterable
from mmap import mmap

PIECE = 1024 * 1024
Range = tuple[int, int]
"""Where it starts, and where it ends."""


def overwrite(video: mmap, start: int, end: int) -> None:
    """Put zeros there."""
    for at in range(start, end, PIECE):
        until = min(at + PIECE, end)
        video[at:until] = bytes(until - at)


def overwrite_between(video: mmap, start: int, end: int, kept: Iterable[Range]) -> None:
    """Put zeros from start to end, except in the kept ranges, which are sorted."""
    for first, last in kept:
        overwrite(video, start, min(first, end))
        start = max(start, last)
    overwrite(video, start, end)
