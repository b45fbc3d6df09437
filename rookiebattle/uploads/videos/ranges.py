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


def overwrite_outside(video: mmap, areas: Iterable[Range], kept: Iterable[Range]) -> None:
    """Put zeros into the areas, except in the kept ranges. Both are sorted.

    Each step is done with an area or with a kept range. So a file of many areas and many ranges
    takes as many steps as it has of both together, not of each with each.
    """
    nothing = len(video), len(video)
    ranges = iter(kept)
    first, last = next(ranges, nothing)
    for start, end in areas:
        at = start
        while first < end:
            overwrite(video, at, first)
            at = max(at, last)
            if last > end:
                break
            first, last = next(ranges, nothing)
        overwrite(video, at, end)
