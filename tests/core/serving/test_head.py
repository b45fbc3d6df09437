"""The head of an event's page, for any text that an organizer may type."""

from html.parser import HTMLParser

from markupsafe import Markup

from rookiebattle.core.serving.head import Share, head_of

NASTY = Share(
    '</title><script>alert(1)</script>"', '" onload="x', "https://x/og.png", Markup('{"a": 1}')
)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def _tags(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    return tags


def test_what_an_organizer_typed_stays_text() -> None:
    seen = _tags(head_of(NASTY, "https://x/events/1", is_listed=True)).seen
    assert [attrs for tag, attrs in seen if tag == "script"] == [{"type": "application/ld+json"}]
    titles = [attrs["content"] for _, attrs in seen if attrs.get("property") == "og:title"]
    assert titles == [NASTY.title]
    assert not any("onload" in attrs for _, attrs in seen)


def test_private_events_are_kept_out_of_search_engines() -> None:
    public, private = (
        head_of(NASTY, "https://x/events/1", is_listed=listed) for listed in (True, False)
    )
    assert "noindex" in private
    assert "noindex" not in public
