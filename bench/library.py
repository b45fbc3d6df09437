"""Resources to measure on, and the words by which the search finds them."""

import random
import uuid

from bench.app import Category, sort_key, words_of

NAMESPACE = uuid.UUID("0b3c9a52-5f0e-4a53-8c4e-7d0c2f0f6a11")
# Every second resource is a guide. Some words are common, most are not.
COMMON = ("shield", "spear", "safety", "waiver", "drill", "rules", "games", "pattern")
RARE = tuple(f"term{number}" for number in range(400))
SHELVES = tuple(Category)

Row = dict[str, object]


def tables(number: int, author: str) -> dict[str, list[Row]]:
    """The rows of this many resources and of their words."""
    chance = random.Random(2)
    rows = [_resource(one, author, chance) for one in range(number)]
    return {"resources": rows, "resource_words": [word for row in rows for word in _words(row)]}


def _resource(number: int, author: str, chance: random.Random) -> Row:
    start = "Guide to" if number % 2 else "About"
    title = f"{start} {chance.choice(COMMON)} {chance.choice(RARE)}, part {number:05}"
    return {
        "id": str(uuid.uuid5(NAMESPACE, str(number))),
        "title": title,
        "sort_title": sort_key(title),
        "description": " ".join(chance.sample(RARE, 12)),
        "category": SHELVES[number % len(SHELVES)].value,
        "external_url": f"https://docs.example.org/{number}",
        "is_public": number % 3 > 0,
        "created_by": author,
    }


def _words(row: Row) -> list[Row]:
    found = words_of(str(row["title"]), str(row["description"]))
    same = {"resource_id": row["id"], "category": row["category"]}
    return [{**same, "word": word} for word in found]
