"""How a member is called: in lists by everybody, in the shell by the site."""

from typing import Protocol


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


def shell_name(first_name: str | None, email: str | None) -> str:
    """The name in the navigation: the first name, or the e-mail when there is none."""
    return first_name or email or "Member"


def initials(name: str) -> str:
    """One or two letters for the round mark of somebody without a picture."""
    words = [word for word in name.partition("@")[0].split() if word[0].isalnum()]
    letters = [words[0][0], words[-1][0]] if len(words) > 1 else [word[0] for word in words]
    return "".join(letters).upper() or "?"
