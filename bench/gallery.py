"""Pictures and videos to measure on, with common and rare tags."""

import random
import uuid
from collections.abc import Sequence

from bench.app import place_of, tag_key

NAMESPACE = uuid.UUID("0b3c9a52-5f0e-4a53-8c4e-7d0c2f0f6a12")
COMMON = ("Battle", "Duel", "Park", "Shields", "Spears", "Drill")
CATEGORIES = ("general", "training", "events", "tournaments")
VIDEO = "https://www.youtube.com/watch?v=rookieDemo1"
PINNED = 3

Row = dict[str, object]


def tables(number: int, author: str, events: Sequence[str]) -> dict[str, list[Row]]:
    """The rows of this many items and of their tags; every second one is of an event."""
    chance = random.Random(3)
    rows = [_item(one, author, events, chance) for one in range(number)]
    return {"media": rows, "media_tags": [tag for row in rows for tag in _tags(row)]}


def _item(number: int, author: str, events: Sequence[str], chance: random.Random) -> Row:
    is_pinned = number < PINNED
    return {
        "id": str(uuid.uuid5(NAMESPACE, str(number))),
        "title": f"Round {number:05} of the day",
        "description": "What happened there, in a sentence or two that people wrote afterwards.",
        "alt_text": "Two fighters cross their swords.",
        "media_type": "video" if number % 4 == 0 else "photo",
        "category": CATEGORIES[number % len(CATEGORIES)],
        "tags": [*chance.sample(COMMON, 2), f"Day {number // 40}"],
        "file_url": VIDEO,
        "youtube_url": VIDEO,
        "mime_type": "video/youtube",
        "file_name": "YouTube Video: rookieDemo1",
        "file_size": 0,
        "is_public": number % 10 > 0,
        "is_pinned": is_pinned,
        "order_position": number,
        "place": place_of(number, is_pinned=is_pinned),
        "view_count": number % 90,
        "uploaded_by": author,
        "event_id": events[number % len(events)] if events and number % 2 else None,
    }


def _tags(row: Row) -> list[Row]:
    named = row["tags"]
    assert isinstance(named, list)
    return [{"media_id": row["id"], "tag": tag_key(tag), "place": row["place"]} for tag in named]
