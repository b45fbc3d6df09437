"""`make admin EMAIL= OFF=` and `make adult EMAIL=`: an operator changes one member."""

from collections.abc import Callable

from rookiebattle import reactions
from rookiebattle.accounts.service import dismiss_admin, make_admin, make_adult
from rookiebattle.core.actor import OPERATOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.values.addresses import folded_address
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import opened, refuse_other_version
from rookiebattle.settings import get_settings

OFF = "--off="
KNOWN = "The page Your account shows a member the address that is meant."
NAMED_AGAIN = (
    "The setting ADMIN_EMAILS still has this address. Take it out and restart the site: otherwise "
    "the next login makes them an administrator again."
)


def admin_command(arguments: list[str]) -> None:
    """Make the member with this email an administrator; with OFF=1 take the role away.

    A site whose ADMIN_EMAILS was never set gets its first administrator this way.
    """
    switches = [one.removeprefix(OFF) for one in arguments if one.startswith(OFF)]
    if any(one != "1" for one in switches):
        raise CannotContinue("To take the role away: make admin EMAIL=somebody@example.org OFF=1")
    people = [one for one in arguments if not one.startswith(OFF)]
    _about("admin", people, dismiss if switches else promote)


def adult_command(arguments: list[str]) -> None:
    """Record that the member with this email has turned 18."""
    _about("adult", arguments, grow_up)


def _about(verb: str, arguments: list[str], do: Callable[[Database, str], str]) -> None:
    if len(arguments) != 1:
        raise CannotContinue(f"Say who: make {verb} EMAIL=somebody@example.org")
    url = get_settings().database_url
    refuse_other_version(url)
    reactions.connect()
    with opened(url) as database:
        print(do(database, arguments[0].strip()))


def promote(database: Database, email: str) -> str:
    """Make the member an administrator; returns what to tell the operator."""
    hint = (
        "Let them log in once and run this again, or add the address to ADMIN_EMAILS before "
        "they do."
    )
    changed = _changed(database, make_admin, email, hint)
    return f"{email} is an administrator {'now' if changed else 'already'}."


def dismiss(database: Database, email: str) -> str:
    """Take the role away and end the sessions; returns what to tell the operator."""
    if not _changed(database, dismiss_admin, email, KNOWN):
        return f"{email} is no administrator; nothing was changed."
    told = f"{email} is no administrator anymore and is logged out everywhere."
    is_named = folded_address(email) in get_settings().admin_emails
    return f"{told}\n{NAMED_AGAIN}" if is_named else told


def grow_up(database: Database, email: str) -> str:
    """Make a member who was under 18 an adult; returns what to tell the operator."""
    if _changed(database, make_adult, email, KNOWN):
        return f"{email} counts as 18 or older now."
    return f"{email} is not listed as under 18; nothing was changed."


def _changed(database: Database, verb: Callable[..., bool], email: str, hint: str) -> bool:
    """Run the verb; True if it changed a row. `hint` completes the error for an unknown email."""
    try:
        with database.unit_of_work(write=True) as session:
            return verb(session, OPERATOR, email=email)
    except NotFound as unknown:
        raise CannotContinue(
            f"No one with the email {email} has logged in yet. {hint}"
        ) from unknown
    except Conflict as refused:
        raise CannotContinue(refused.sentence) from refused
