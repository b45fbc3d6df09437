"""How a member is called: in lists by everybody, in the shell by the site."""

import unicodedata
from datetime import datetime
from typing import Protocol

from rookiebattle.accounts.models import AgeBand

LONGEST_KEY = 255


class Named(Protocol):
    """Whatever carries a member's names: a row, a table object, a schema."""

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
    """Of minors, and of those who did not tell their age, nobody sees more than the game name."""
    return age_band == AgeBand.ADULT


def listed_name(user: Listed) -> str:
    """The name in lists of members: a minor's is the game name alone."""
    if user.erased_at:
        return "Former member"
    return display_name(user) if shows_real_name(user.age_band) else user.game_name or "Member"


def name_key(name: str) -> str:
    """Two names with the same key are the same to a reader: case, spaces and dashes aside."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    letters = "".join(letter for letter in folded if letter.isalnum())
    return (letters or folded)[:LONGEST_KEY]


def shell_name(first_name: str | None, email: str | None) -> str:
    """The name in the navigation: the first name, or the e-mail when there is none."""
    return first_name or email or "Member"


def initials(name: str) -> str:
    """One or two letters for the round mark of somebody without a picture."""
    words = [word for word in name.partition("@")[0].split() if word[0].isalnum()]
    letters = [words[0][0], words[-1][0]] if len(words) > 1 else [word[0] for word in words]
    return "".join(letters).upper() or "?"
