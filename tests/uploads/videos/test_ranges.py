"""Bytes in no kept range are overwritten, in every area."""

from mmap import mmap
from random import Random

import pytest

from rookiebattle.uploads.videos.ranges import Range, overwrite_outside

LENGTH = 60


@pytest.mark.parametrize("seed", range(50))
def test_only_kept_bytes_and_those_outside_of_the_areas_stay(seed: int) -> None:
    chance = Random(seed)
    edges = sorted(chance.choices(range(LENGTH + 1), k=2 * chance.randrange(6)))
    areas = list(zip(edges[::2], edges[1::2], strict=True))
    # Ranges may overlap, be empty, and lie before the start or behind the end.
    kept = sorted(_some_range(chance) for _ in range(chance.randrange(9)))
    with mmap(-1, LENGTH) as video:
        video[:] = b"~" * LENGTH
        overwrite_outside(video, areas, kept)
        found = {at for at in range(LENGTH) if video[at]}
    bytes_of_areas = {at for start, end in areas for at in range(start, end)}
    bytes_kept = {at for start, end in kept for at in range(start, end)}
    assert found == {*range(LENGTH)} - (bytes_of_areas - bytes_kept)


def _some_range(chance: Random) -> Range:
    start = chance.randrange(-9, LENGTH + 9)
    return start, start + chance.randrange(20)
