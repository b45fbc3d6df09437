"""`make admin EMAIL=` and `make adult EMAIL=`: changes that an operator makes to one member."""

from collections.abc import Callable

from rookiebattle.accounts.service import make_admin, make_adult
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import Database
from rookiebattle.core.errors import NotFound
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import opened, upgrade
from rookiebattle.settings import get_settings


def admin_command(arguments: list[str]) -> None:
    """Make the member with this email an administrator.

    A site whose ADMIN_EMAILS was never set gets its first administrator this way.
    """
    _about("admin", arguments, promote)


def adult_command(arguments: list[str]) -> None:
    """Record that the member with this email has turned 18."""
    _about("adult", arguments, grow_up)


def _about(verb: str, arguments: list[str], do: Callable[[Database, str], str]) -> None:
    if len(arguments) != 1:
        raise CannotContinue(f"Say who: make {verb} EMAIL=somebody@example.org")
    url = get_settings().database_url
    upgrade(url)
    with opened(url) as database:
        print(do(database, arguments[0].strip()))


def promote(database: Database, email: str) -> str:
    """Make the member an administrator; returns what to tell the operator."""
    hint = (
        "Let them sign in once and run this again, or add the address to ADMIN_EMAILS before "
        "they do."
    )
    changed = _changed(database, make_admin, email, hint)
    return f"{email} is an administrator {'now' if changed else 'already'}."


def grow_up(database: Database, email: str) -> str:
    """Make a member who was under 18 an adult; returns what to tell the operator."""
    hint = "The page Your account shows a member the address that is meant."
    if _changed(database, make_adult, email, hint):
        return f"{email} counts as 18 or older now."
    return f"{email} is not listed as under 18; nothing was changed."


def _changed(database: Database, verb: Callable[..., bool], email: str, hint: str) -> bool:
    """Run the verb; True if it changed a row. `hint` completes the error for an unknown email."""
    try:
        with database.unit_of_work(write=True) as session:
            return verb(session, Actor(), email=email)
    except NotFound as unknown:
        raise CannotContinue(f"Nobody with the e-mail {email} has an account. {hint}") from unknown
