"""`make admin EMAIL=`: the way to a first administrator without ADMIN_EMAILS."""

from rookiebattle.accounts.service import make_admin
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import Database
from rookiebattle.core.errors import NotFound
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import upgrade
from rookiebattle.settings import get_settings


def admin_command(arguments: list[str]) -> None:
    """Make the member with this e-mail an administrator."""
    if len(arguments) != 1:
        raise CannotContinue("Say who: make admin EMAIL=somebody@example.org")
    url = get_settings().database_url
    upgrade(url)
    database = Database(url)
    try:
        print(promote(database, arguments[0].strip()))
    finally:
        database.dispose()


def promote(database: Database, email: str) -> str:
    """Make the member an administrator; returns what to tell the operator."""
    try:
        with database.unit_of_work(write=True) as session:
            changed = make_admin(session, Actor(), email=email)
    except NotFound as unknown:
        raise CannotContinue(
            f"Nobody with the e-mail {email} has an account. Let them sign in once and run "
            "this again, or add the address to ADMIN_EMAILS before they do."
        ) from unknown
    return f"{email} is an administrator {'now' if changed else 'already'}."
