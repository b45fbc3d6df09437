"""The names of a member: in lists that others see, and in the navigation."""

import unicodedata
from datetime import datetime
from functools import lru_cache
from typing import Protocol

from rookiebattle.accounts.look_alikes import skeleton
from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.values.words import sort_key

LONGEST_KEY, LONGEST_WRITTEN_OUT = 255, 600
FORMER_MEMBER = "Former member"
"""The name of somebody whose account was erased."""


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


class ShownMember(Protocol):
    """The columns that decide how much of a member others see."""

    @property
    def age_band(self) -> str | None: ...
    @property
    def shows_profile(self) -> bool: ...


class Listed(Named, ShownMember, Protocol):
    @property
    def erased_at(self) -> datetime | None: ...


def shows_real_name(user: ShownMember) -> bool:
    """Whether others see more than the game name: of an adult who chose so.

    Of adults who did not, they see what they see of minors, or it would tell who is under 18.
    """
    return user.age_band == AgeBand.ADULT and user.shows_profile


def listed_name(user: Listed) -> str:
    """The name in lists of members."""
    if user.erased_at:
        return FORMER_MEMBER
    return display_name(user) if shows_real_name(user) else user.game_name or "Member"


class KnownMember(Named, Protocol):
    @property
    def email(self) -> str | None: ...


def known_name(user: KnownMember) -> str:
    """The name in lists for administrators: the real one, or else what is known."""
    real = " ".join(part for part in (user.first_name, user.last_name) if part)
    return real or user.game_name or user.email or "Member"


class ErasableMember(KnownMember, Protocol):
    @property
    def erased_at(self) -> datetime | None: ...


def name_kept(user: ErasableMember) -> str:
    """The name in records that outlive an account, such as the books and the log."""
    return FORMER_MEMBER if user.erased_at else known_name(user)


def public_names(user: Listed) -> list[str]:
    """The names by which members know somebody: the game name, and the real name if it is shown."""
    real = f"{user.first_name or ''} {user.last_name or ''}"
    real_names = [real, " ".join(reversed(real.split(" ", 1)))] if shows_real_name(user) else []
    return [name for name in (user.game_name, *real_names) if name and name.strip()]


def listed_key(user: Listed) -> str:
    """The key that orders a member in lists of members; empty for one without a shown name.

    Where the real name is shown, it begins with the first name, as people look for it.
    """
    if not shows_real_name(user):
        return sort_key(user.game_name or "")
    return sort_key(f"{user.first_name or user.game_name or ''} {user.last_name or ''}".strip())


def name_key(name: str) -> str:
    """The key under which a game name is unique: two names that look alike have the same one.

    It ignores case, accents, spaces, dashes, invisible characters and look-alikes. Keys are stored:
    what changes them needs a migration that makes them again.
    """
    return letters_of(name)[:LONGEST_KEY]


def is_overlong(name: str) -> bool:
    """Whether a name has far more letters than it shows: some characters stand for whole words.

    To compare thousands of letters takes so long that others would notice.
    """
    return len(unicodedata.normalize("NFKD", name)) > LONGEST_WRITTEN_OUT


def letters_of(name: str) -> str:
    """The key in its whole length: some letters look like two, so it may outgrow the name."""
    look = skeleton(name)
    return "".join(letter for letter in look if letter.isalnum()) or look or name


@lru_cache(maxsize=10_000)
def _look_of(sign: str) -> str:
    """The skeleton of one character, of which names repeat a few."""
    return skeleton(sign)


def words_in(name: str) -> list[str]:
    """The keys of the words of a name: 'TheAdmin-2' has three."""
    words, before = [""], " "
    for sign in name:
        look = _look_of(sign)
        if look and not any(map(str.isalnum, look)):
            words.append("")
        elif (sign.isupper() and before.islower()) or sign.isdigit() != before.isdigit():
            words.append(look)
        else:
            words[-1] += look
        before = sign
    return [letters_of(word) for word in words if word]


def shell_name(first_name: str | None, email: str | None) -> str:
    """The name in the navigation: the first name, or the email address when there is none."""
    return first_name or email or "Member"


def initials(name: str) -> str:
    """One or two letters for the round avatar of somebody without a picture."""
    words = [word for word in name.partition("@")[0].split() if word[0].isalnum()]
    letters = [words[0][0], words[-1][0]] if len(words) > 1 else [word[0] for word in words]
    return "".join(letters).upper() or "?"
