"""The words and symbols of resources: categories, markers, the path that a title is about. Pure."""

import re
from dataclasses import dataclass

from rookiebattle.resources.models import Category
from rookiebattle.resources.schemas import ResourceRead

PUBLIC, MEMBERS = ("🌐", "Public"), ("🔒", "Members")
VISIBILITY, OPEN, HIDDEN = "Visibility", "Public", "Private"
"""The words of the console and of the log, as the specification has them. The library marks what is
for members with `MEMBERS`."""
NO_PATH = "book"
KINDS = {
    Category.BEAD_SYSTEM.value: "bead",
    Category.TRAINING.value: "repeat",
    Category.TEMPLATES.value: "edit",
    Category.GAMES.value: "ticket",
    Category.FORMS.value: "list",
}
"""The icon of each category, for titles that name no path; rules have the book."""


@dataclass(frozen=True)
class Shelf:
    """A category as a tab. The first has an empty value and holds all resources."""

    value: str
    label: str
    hint: str
    about: str


ALL = Shelf(
    "",
    "All Resources",
    "Everything we share",
    "Every rule, guide, list and form that we share, in one place.",
)
SHELVES = (
    ALL,
    Shelf(
        Category.RULES.value,
        "Rules",
        "How we fight safely",
        "How we fight, what counts as a hit, and what keeps everyone safe.",
    ),
    Shelf(
        Category.BEAD_SYSTEM.value,
        "Bead System",
        "What each bead means",
        "What each bead stands for, who awards it, and how it is earned.",
    ),
    Shelf(
        Category.TRAINING.value,
        "Training Materials",
        "Drills and path guides",
        "Drills and lesson plans, and a guide to each path of the warrior.",
    ),
    Shelf(
        Category.TEMPLATES.value,
        "Templates & Assets",
        "Patterns and artwork",
        "Patterns to build from, and flyers and crests for your chapter.",
    ),
    Shelf(
        Category.GAMES.value,
        "Game Lists",
        "Games for a park day",
        "Games for park days: how they are set up, played and won.",
    ),
    Shelf(
        Category.FORMS.value,
        "Forms & Documents",
        "Waivers and paperwork",
        "Waivers, consent forms and the papers that a chapter needs.",
    ),
)
_BY_VALUE = {shelf.value: shelf for shelf in SHELVES}

# The words in a title that stand for each path, by the path's slug. Whole words only: 'Rainbow'
# is no bow, 'Medicine' no medic.
_PATHS = {
    "single-hand": r"single[- ]?hand(?:ed|er|ers)?",
    "shield": r"shields?",
    "dual-wielder": r"dual[- ]?wield(?:er|ers|ing)?",
    "polearm": r"pole[- ]?arms?",
    "battlefield-medic": r"(?:battlefield[- ])?medics?",
    "bow": r"bows?",
    "spear": r"spears?",
    "great-weapon": r"great[- ]?weapons?",
}
_NAMED = re.compile(
    "|".join(rf"(?P<{slug.replace('-', '_')}>\b{words}\b)" for slug, words in _PATHS.items()),
    re.IGNORECASE,
)


def shelf_of(category: str) -> Shelf:
    """The tab of a category. A category that no longer exists is shown by its own name."""
    return _BY_VALUE.get(category) or Shelf(category, category.replace("-", " ").title(), "", "")


def marker_of(is_public: bool | None) -> tuple[str, str]:
    """The symbol and the word: '🌐' and 'Public', or '🔒' and 'Members'."""
    return MEMBERS if is_public is False else PUBLIC


def told_of(resource: ResourceRead) -> dict[str, str]:
    return {
        "Title": resource.title,
        "Description": resource.description or "",
        "Keywords": resource.keywords or "",
        "Category": shelf_of(resource.category).label,
        "Link": resource.external_url or "",
        VISIBILITY: OPEN if resource.is_public else HIDDEN,
    }


def icon_for(title: str, category: str = "") -> str:
    """The slug of the first warrior path that a title names, else the icon of the category."""
    named = _NAMED.search(title)
    kind = KINDS.get(category, NO_PATH)
    return (named.lastgroup or "").replace("_", "-") if named else kind


def path_name(icon: str) -> str:
    """The text alternative of a path's icon; empty for a category's."""
    return f"Path of the {icon.replace('-', ' ').title()}" if icon in _PATHS else ""


def nothing_found(category: str) -> str:
    if not category:
        return "No resources have been uploaded yet."
    return f"No resources found in the {shelf_of(category).label} category."
