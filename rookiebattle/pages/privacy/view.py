"""The privacy registry in the words of a reader."""

import re
from dataclasses import dataclass

from rookiebattle.accounts import sessions
from rookiebattle.core import privacy
from rookiebattle.core.privacy import Labels, Visibility

CIRCLES = {
    Visibility.PUBLIC: "Everyone sees",
    Visibility.MEMBER: "Members see",
    Visibility.OWNER: "You and administrators see",
    Visibility.ADMIN: "Administrators see",
    Visibility.NOBODY: "Shown to no one",
}
LOGGED_IN = f"{sessions.ABSOLUTE.days} days"
_OF_PROGRAMS = re.compile(r"^is_|(?<=.)_(?:id|at|cents)$")


@dataclass(frozen=True, slots=True)
class Stored:
    """The content of one table, how long it stays, and the circles: ('Members see', 'bio')."""

    title: str
    about: str
    kept: str
    seen: tuple[tuple[str, str], ...]


def about_members() -> list[Stored]:
    """The tables about a member, 'Your …' first."""
    found = [_stored(one) for one in privacy.labeled().values() if one.of]
    return sorted(found, key=lambda one: (not one.title.startswith("Your"), one.title))


def about_the_club() -> list[Stored]:
    """Everything else that is stored."""
    found = [_stored(one) for one in privacy.labeled().values() if not one.of]
    return sorted(found, key=lambda one: one.title)


def _stored(labels: Labels) -> Stored:
    title, _, about = labels.about.partition(": ")
    seen = [(words, _columns(labels, circle)) for circle, words in CIRCLES.items()]
    return Stored(
        title,
        about[:1].upper() + about[1:],
        f"Kept {labels.retention}.",
        tuple((words, columns) for words, columns in seen if columns),
    )


def _columns(labels: Labels, circle: Visibility) -> str:
    """'game name, first name': the columns of a circle, without the marks of a program."""
    names = [name for name, seen in labels.seen.items() if seen is circle]
    return ", ".join(_OF_PROGRAMS.sub("", name).replace("_", " ") for name in names)
