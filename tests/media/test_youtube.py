"""Which links name a video at YouTube."""

import pytest

from rookiebattle import routes
from rookiebattle.media.youtube import video_id, video_named_by

ID = "dQw4w9_-XcQ"


@pytest.mark.parametrize(
    "link",
    [
        ID,
        f"  {ID} ",
        f"https://www.youtube.com/watch?v={ID}",
        f"http://youtube.com/watch?v={ID}&t=42s",
        f"https://m.youtube.com/watch?list=PL1&v={ID}#t=1",
        f"https://music.youtube.com/watch?v={ID}",
        f"https://www.youtube.com/embed/{ID}?autoplay=1",
        f"https://www.youtube-nocookie.com/embed/{ID}",
        f"https://youtube-nocookie.com/embed/{ID}",
        f"https://youtube.com/v/{ID}",
        f"https://youtu.be/{ID}?si=abc",
        f"youtu.be/{ID}",
        f"WWW.YouTube.com/watch?v={ID}",
        f"https://youtube.com/shorts/{ID}?si=aB3_x-9&feature=share",
        f"https://www.youtube.com/shorts/{ID}",
        f"https://www.youtube.com/live/{ID}?si=aB3_x-9&t=12",
        f"https://youtu.be/{ID}?si=aB3_x-9&t=42",
        f"https://www.youtube.com/watch?app=desktop&v={ID}&pp=ygU%3D",
        f"https://www.youtube.com/watch/{ID}/",
        f"https://www.youtube.com/watch_popup?v={ID}",
        f"https://www.youtubekids.com/watch?v={ID}",
        f"https://studio.youtube.com/video/{ID}/edit",
        f"//www.youtube.com/embed/{ID}",
        f"Tidewall Battle, Day 2 https://youtu.be/{ID}?si=aB3_x-9",
        f"(https://youtu.be/{ID}).",
        f"<https://youtu.be/{ID}>",
        f"\u200bhttps://youtu.be/{ID}\ufeff",
        f'<iframe width="560" src="https://www.youtube.com/embed/{ID}?si=aB3" title="Day 2">',
    ],
)
def test_these_links_name_the_video(link: str) -> None:
    assert video_id(link) == ID


@pytest.mark.parametrize(
    "link",
    [
        "",
        "dQw4w9_-Xc",
        f"{ID}x",
        f"https://example.org/watch?v={ID}",
        f"https://example.org/embed/{ID}",
        f"https://youtube.com.example.org/watch?v={ID}",
        f"https://notyoutube.com/watch?v={ID}",
        f"https://evil.org/https://youtu.be/{ID}",
        f"https://youtu.be@evil.org/{ID}",
        f"javascript:alert(1)//youtu.be/{ID}",
        f"ftp://youtu.be/{ID}",
        "https://www.youtube.com/watch?v=short",
        f"https://www.youtube.com/watch?v={ID}extra",
        f"https://www.youtube.com/playlist?list={ID}",
        f"https://youtu.be/{ID}/more",
        "https://www.youtube.com/",
        "https://www.youtube.com/embed/videoseries?list=PL1",
        "https://www.youtube.com/embed/live_stream?channel=UC1",
        "https://www.youtube.com/@tidewall_dj/live",
        f"https://www.youtube.com/clip/{ID}",
        f"Look here {ID}",
        f"https://example.org/?u=https://youtu.be/{ID}",
        "https://[::1",
        f"https://www.youtube.com/embed/{ID}<script>",
    ],
)
def test_these_links_name_no_video(link: str) -> None:
    assert video_id(link) == ""


def test_the_address_that_we_make_is_read_back() -> None:
    assert video_named_by(routes.youtube(ID)) == ID
    assert video_named_by(f"https://youtu.be/{ID}") == ""
