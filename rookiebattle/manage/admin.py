"""`make admin EMAIL=`: the way to a first administrator without ADMIN_EMAILS."""

import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import record
from rookiebattle.core.db import Database
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
    """Set the flag and write the audit line; returns what to tell the operator."""
    with database.unit_of_work(write=True) as session:
        user = session.scalar(
            sa.select(User).where(sa.func.lower(col(User.email)) == email.casefold())
        )
        if user is None:
            raise CannotContinue(
                f"Nobody with the e-mail {email} has an account. Let them sign in once and run "
                "this again, or add the address to ADMIN_EMAILS before they do."
            )
        if user.is_admin:
            return f"{email} is an administrator already."
        user.is_admin = True
        user.updated_at = clock.now()
        record(session, Actor(), "user.promoted", user.id, by="command line")
    return f"{email} is an administrator now."
