"""The four official pictures, which always stand first, and which tab and tag narrow too. Pure."""

from dataclasses import dataclass

from rookiebattle import routes
from rookiebattle.media.models import Category, MediaType
from rookiebattle.media.policy import tag_keys
from rookiebattle.media.schemas import tag_key
from rookiebattle.media.view import MediaCard, TagChip
from rookiebattle.media.wording import GALLERY, PHOTO, category_label
from rookiebattle.pages.media.url import PageQuery, href


@dataclass(frozen=True, slots=True)
class Official:
    """A picture that belongs to the site; `file` lies among the drawn pictures."""

    file: str
    title: str
    about: str
    alt: str
    category: Category
    tags: tuple[str, ...]


WIDTH, HEIGHT = 1200, 900
# The lightest drawing comes first: on a phone it is the largest paint of the page.
OFFICIAL = (
    Official(
        "official-duel.svg",
        "Last Light",
        "The gates close soon. There is always one more round.",
        "Two fighters with long foam swords face each other on a pier at sunset.",
        Category.GENERAL,
        ("Duel", "Bay"),
    ),
    Official(
        "official-clash.svg",
        "Two Lines Meet",
        "Shields to the front, spears behind them, and a great deal of shouting.",
        "Two lines of fighters with round shields and foam spears meet before a red sun.",
        Category.EVENTS,
        ("Battle", "Shields"),
    ),
    Official(
        "official-park.svg",
        "A Saturday in the Park",
        "Loaner gear, a first lesson, and oranges in the shade.",
        "Three people practice with foam swords under palms while two rest on a blanket.",
        Category.GENERAL,
        ("Park",),
    ),
    Official(
        "official-banners.svg",
        "Banners by the Bay",
        "Chapters from two states march in before the first fight.",
        "Five fighters carry tall banners along the shore of the bay in the evening.",
        Category.EVENTS,
        ("Battle", "Bay"),
    ),
)


def shown_of(query: PageQuery) -> list[str]:
    """The files of those that belong to this list. They stand on its first page.

    They have no day, so a list of one event or by time has none of them.
    """
    is_dated = bool(query.event or query.sort)
    return [
        one.file for one in OFFICIAL if query.page == 1 and not is_dated and _matches(one, query)
    ]


def _matches(one: Official, query: PageQuery) -> bool:
    tab = query.tab
    return (
        tab.media_type in (None, MediaType.PHOTO)
        and tab.category in (None, one.category)
        and (not query.tag or tag_key(query.tag) in tag_keys(one.tags))
    )


def chip(tag: str, query: PageQuery) -> TagChip:
    """A tag with the address to which it leads; the chosen one leads back to all."""
    is_chosen = bool(query.tag) and tag_key(tag) == tag_key(query.tag)
    return TagChip(tag, href(query, tag="" if is_chosen else tag), is_chosen)


def official_chips(query: PageQuery) -> dict[str, TagChip]:
    every = dict.fromkeys(tag for one in OFFICIAL for tag in one.tags)
    return {tag: chip(tag, query) for tag in every}


def card_of_official(one: Official) -> MediaCard:
    """The card of an official picture, without its tags."""
    return MediaCard(
        id=one.file,
        title=one.title,
        description=one.about,
        category=category_label(one.category),
        kind=PHOTO,
        href=routes.art(one.file),
        alt=one.alt,
        src=routes.art(one.file),
    )


def gallery_facts() -> dict[str, object]:
    """The gallery and its official pictures, as search engines read them."""
    return {
        "@context": routes.SCHEMA_ORG,
        "@type": "ImageGallery",
        "name": GALLERY,
        "url": routes.absolute(routes.MEDIA),
        "image": [_picture_facts(one) for one in OFFICIAL],
    }


def _picture_facts(one: Official) -> dict[str, object]:
    return {
        "@type": "ImageObject",
        "name": one.title,
        "caption": one.about,
        "contentUrl": routes.absolute(routes.art(one.file)),
    }
