"""The names of a member: in lists that others see, and in the navigation."""

import unicodedata
from datetime import datetime
from typing import Protocol

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.text import is_inkless

LONGEST_KEY = 255
# Cyrillic and Greek letters that look like Latin ones, small or large; all folded to small.
_LOOK_ALIKES = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458"
    "\u0475\u04af\u04bb\u04cf\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u0131",
    "abekmhopctyxsijvyhldqwabezhikmnoptyxi",
)


class Named(Protocol):
    """A row, table or schema with the columns of a member's names."""

    @property
    def game_name(self) -> str | None: ...
    @property
    def first_name(self) -> str | None: ...
    @property
    def last_name(self) -> str | None: ...


def display_name(user: Named) -> str:
    """The name other members see: the game name, else first name and last initial."""
    if user.game_name:
        return user.game_name
    if user.first_name and user.last_name:
        return f"{user.first_name} {user.last_name[0].upper()}."
    return user.first_name or "Member"


class Listed(Named, Protocol):
    """A member as lists show them."""

    @property
    def age_band(self) -> str | None: ...

    @property
    def erased_at(self) -> datetime | None: ...


def shows_real_name(age_band: str | None) -> bool:
    """False for minors and for unknown ages: others see only their game name."""
    return age_band == AgeBand.ADULT


def listed_name(user: Listed) -> str:
    """The name in lists of members: a minor's is the game name alone."""
    if user.erased_at:
        return "Former member"
    return display_name(user) if shows_real_name(user.age_band) else user.game_name or "Member"


def name_key(name: str) -> str:
    """The key under which a game name is unique: two names that look alike have the same one.

    It ignores case, accents, spaces, dashes, invisible characters and look-alike alphabets.
    """
    small = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    inked = [one for one in small if unicodedata.category(one) != "Mn" and not is_inkless(one)]
    folded = "".join(inked).translate(_LOOK_ALIKES)
    letters = "".join(letter for letter in folded if letter.isalnum())
    return (letters or folded or name)[:LONGEST_KEY]


def shell_name(first_name: str | None, email: str | None) -> str:
    """The name in the navigation: the first name, or the email address when there is none."""
    return first_name or email or "Member"


def initials(name: str) -> str:
    """One or two letters for the round avatar of somebody without a picture."""
    words = [word for word in name.partition("@")[0].split() if word[0].isalnum()]
    letters = [words[0][0], words[-1][0]] if len(words) > 1 else [word[0] for word in words]
    return "".join(letters).upper() or "?"
