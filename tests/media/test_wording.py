"""The sentences of media that depend on what an item is."""

import pytest

from rookiebattle.media.models import OF_YOUTUBE
from rookiebattle.media.wording import loss_words


@pytest.mark.parametrize(
    ("media_type", "mime_type", "said"),
    [
        (
            "photo",
            "image/jpeg",
            "The picture will be gone from the gallery, and so will its file here.",
        ),
        (
            "video",
            "video/mp4",
            "The video will be gone from the gallery, and so will its file here.",
        ),
        (
            "video",
            OF_YOUTUBE,
            "The link will be gone from the gallery; the video stays on YouTube.",
        ),
        ("photo", None, "The picture will be gone from the gallery, and so will its file here."),
    ],
    ids=["picture", "own video", "link", "picture of an unknown kind"],
)
def test_the_question_before_deleting_speaks_of_what_the_item_is(
    media_type: str, mime_type: str | None, said: str
) -> None:
    assert loss_words(media_type, mime_type) == f"{said} This can’t be undone."
