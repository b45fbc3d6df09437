"""An operator acts on one member: `make admin`, `adult`, `personal-data` and `erase`. And on the
progress of all: `make restore-progress`."""

import json
from collections.abc import Callable
from typing import TypeVar

from rookiebattle import reactions
from rookiebattle.accounts.leaving import erase_child, erase_member
from rookiebattle.accounts.own import export_member
from rookiebattle.accounts.service import dismiss_admin, make_admin, make_adult
from rookiebattle.core.actor import OPERATOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.values.addresses import folded_address
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import opened, refuse_other_version
from rookiebattle.progression.service import restore
from rookiebattle.settings import get_settings

OFF = "--off="
KNOWN = (
    "The page Your account shows a member the address that is meant. Without an address: WHO= with "
    "the game name or the id."
)
SURE, CHILD = "--sure=1", "--child=1"
FOR_GOOD = (
    "This deletes the account for good, as 'Delete My Account' does: its seats are given up, and "
    "what was paid stays in the books. CHILD=1 leaves nothing of somebody under 13. If it is meant"
)
AT_OTHERS = (
    "Backups, Stripe, the mail server and the login's provider still have it: docs/duties.md."
)
Result = TypeVar("Result")
NAMED_AGAIN = (
    "The setting ADMIN_EMAILS still has this address. Take it out and restart the site: otherwise "
    "the next login makes them an administrator again."
)
NOTHING = "Every member's progress is what its ledger says; nothing was changed."


def admin_command(arguments: list[str]) -> None:
    """Make the member who is meant an administrator; with OFF=1 take the role away.

    A site whose ADMIN_EMAILS was never set gets its first administrator this way.
    """
    switches = [one.removeprefix(OFF) for one in arguments if one.startswith(OFF)]
    if any(one != "1" for one in switches):
        raise CannotContinue("To take the role away: make admin EMAIL=somebody@example.org OFF=1")
    people = [one for one in arguments if not one.startswith(OFF)]
    _about("admin", people, dismiss if switches else promote)


def adult_command(arguments: list[str]) -> None:
    _about("adult", arguments, grow_up)


def personal_data_command(arguments: list[str]) -> None:
    """Print what 'Download My Data' would give the member who is meant, as JSON."""
    _about("personal-data", arguments, personal_data)


def erase_command(arguments: list[str]) -> None:
    """Delete the account of the member who is meant, as its owner could; CHILD=1: of a child."""
    people = [one for one in arguments if one not in (SURE, CHILD)]
    if people and SURE not in arguments:
        raise CannotContinue(f"{FOR_GOOD}: make erase EMAIL={people[0]} SURE=1")
    _about("erase", people, erase_as_child if CHILD in arguments else erase)


def _about(verb: str, arguments: list[str], do: Callable[[Database, str], str]) -> None:
    if len(arguments) != 1:
        raise CannotContinue(
            f"Say who: make {verb} EMAIL=somebody@example.org, or WHO= with a game name or an id"
        )
    url = get_settings().database_url
    refuse_other_version(url)
    reactions.connect()
    with opened(url) as database:
        print(do(database, arguments[0].strip()))


def promote(database: Database, who: str) -> str:
    """Make the member an administrator; returns what to tell the operator."""
    hint = (
        "Let them log in once and run this again, or add the address to ADMIN_EMAILS before "
        "they do."
    )
    changed = _changed(database, make_admin, who, hint)
    return f"{who} is an administrator {'now' if changed else 'already'}."


def dismiss(database: Database, who: str) -> str:
    """Take the role away and end the sessions; returns what to tell the operator."""
    if not _changed(database, dismiss_admin, who, KNOWN):
        return f"{who} is no administrator; nothing was changed."
    told = f"{who} is no administrator anymore and is logged out everywhere."
    is_named = folded_address(who) in get_settings().admin_emails
    return f"{told}\n{NAMED_AGAIN}" if is_named else told


def grow_up(database: Database, who: str) -> str:
    """Make a member who was under 18 an adult; returns what to tell the operator."""
    if _changed(database, make_adult, who, KNOWN):
        return f"{who} counts as 18 or older now."
    return f"{who} is not listed as under 18; nothing was changed."


def personal_data(database: Database, who: str) -> str:
    """Everything that is stored about the member and that the member may see."""
    return json.dumps(_changed(database, export_member, who, KNOWN), indent=1)


def erase(database: Database, who: str) -> str:
    """Erase the account; returns what to tell the operator."""
    _changed(database, erase_member, who, KNOWN)
    return f"The account of {who} is deleted. {AT_OTHERS}"


def erase_as_child(database: Database, who: str) -> str:
    """Erase the account and every line about the child; returns what to tell the operator."""
    _changed(database, erase_child, who, KNOWN)
    return f"The account of {who} is deleted, and every line about the child. {AT_OTHERS}"


def _changed(database: Database, verb: Callable[..., Result], who: str, hint: str) -> Result:
    """Run the verb and return its result. `hint` completes the error for an unknown member."""
    kind = "email" if "@" in who else "game name or id"
    try:
        with database.unit_of_work(write=True) as session:
            return verb(session, OPERATOR, who=who)
    except NotFound as unknown:
        raise CannotContinue(f"No one with the {kind} {who} has logged in yet. {hint}") from unknown
    except Conflict as refused:
        raise CannotContinue(refused.sentence) from refused


def restore_progress_command(_arguments: list[str]) -> None:
    """Set members' rows to what their ledgers say, and name the members."""
    url = get_settings().database_url
    refuse_other_version(url)
    with opened(url) as database, database.unit_of_work(write=True) as session:
        changed = restore(session, OPERATOR)
    print("\n".join(f"Restored {member}" for member in changed) or NOTHING)
