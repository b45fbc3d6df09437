"""The resources of the demo data: invented documents at `example.org` addresses."""

from typing import NamedTuple

from rookiebattle.resources.models import Category
from rookiebattle.resources.schemas import ResourceWrite

HOST = "https://docs.example.org"


class Document(NamedTuple):
    """A document as an administrator would enter it."""

    category: Category
    title: str
    about: str
    is_public: bool = True


RULES, BEADS, TRAINING = Category.RULES, Category.BEAD_SYSTEM, Category.TRAINING
TEMPLATES, GAMES, FORMS = Category.TEMPLATES, Category.GAMES, Category.FORMS

LIBRARY = (
    Document(RULES, "Core Combat Rules", "Hits, limbs, armor and honor on twelve pages."),
    Document(RULES, "Weapon Construction Standards", "Foam, cores and tips that pass the check."),
    Document(RULES, "Code of Conduct", "How we treat each other on and off the field."),
    Document(
        RULES, "Marshal Handbook", "Calls, holds and safety checks for trained Marshals.", False
    ),
    Document(RULES, "Rules on One Page", "To print and pin to the gear bag."),
    Document(BEADS, "The Bead System Explained", "What every bead stands for, with pictures."),
    Document(BEADS, "Award Criteria", "What leaders look for before they award a bead.", False),
    Document(BEADS, "Stringing Your Beads", "Cords, knots and the order of the strands."),
    Document(TRAINING, "Path of the Single Hand", "Footwork, measure and the eight cuts."),
    Document(TRAINING, "Path of the Shield", "Walls, rims and how to hold a line."),
    Document(TRAINING, "Path of the Dual-Wielder", "Two swords, and neither in the other’s way."),
    Document(TRAINING, "Path of the Polearm", "Reach, and what to do when they are inside it."),
    Document(TRAINING, "Path of the Battlefield Medic", "Bring people back without being hit."),
    Document(TRAINING, "Path of the Bow", "Draw weights, safe arrows and shots at a run.", False),
    Document(TRAINING, "Path of the Spear", "Thrusts from the second rank."),
    Document(TRAINING, "Path of the Great Weapon", "Big swings that stay safe.", False),
    Document(TRAINING, "First Park Day: a Lesson Plan", "Two hours that turn guests into players."),
    Document(TRAINING, "Warm-up Drills", "Ten minutes that save knees and shoulders."),
    Document(TEMPLATES, "Sword Pattern, 34 Inches", "Cutting lines for one sheet of foam."),
    Document(TEMPLATES, "Round Shield Pattern", "Two sizes, with the straps marked."),
    Document(TEMPLATES, "Park Day Flyer", "Add your park and time, then print."),
    Document(TEMPLATES, "Chapter Crest Files", "The club’s crest for shirts and banners.", False),
    Document(GAMES, "Twenty Games for Small Fields", "From last one standing to the bridge."),
    Document(GAMES, "Capture the Lantern", "Our most requested game, with three variations."),
    Document(GAMES, "Games for Young Warriors", "For ages 13 to 15: more running than hitting."),
    Document(FORMS, "Waiver for Adults", "Sign it once a year, before the first fight."),
    Document(FORMS, "Waiver for Minors", "A parent or guardian signs for players under 18."),
    Document(FORMS, "Incident Report", "For Marshals, on the day it happened.", False),
)


def resource_of(document: Document) -> ResourceWrite:
    """A document as an administrator would enter it."""
    words = "".join(char for char in document.title.lower() if char.isalnum() or char in " -")
    return ResourceWrite(
        title=document.title,
        description=document.about,
        category=document.category,
        external_url=f"{HOST}/{document.category}/{'-'.join(words.split())}",
        is_public=document.is_public,
    )
