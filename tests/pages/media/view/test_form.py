"""The values of the gallery's forms."""

import pytest

from rookiebattle.pages.media.view.form import title_from


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("shield-wall_2.jpg", "Shield wall 2"),
        ("The Winter Feast.webp", "The Winter Feast"),
        ("IMG_20260314_180000.jpg", ""),
        ("PXL_2026.mp4", ""),
        ("DSC00012.JPG", ""),
        ("0001.png", ""),
        ("", ""),
    ],
)
def test_a_files_name_suggests_a_title_unless_a_camera_gave_it(name: str, title: str) -> None:
    assert title_from(name) == title
