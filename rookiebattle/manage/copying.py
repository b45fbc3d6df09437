"""`make copy-data FROM= TO=`: every row of one database into an empty one, of either kind."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import ArgumentError

from rookiebattle.core.database.db import Database, without_limits
from rookiebattle.manage.check_data import check
from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.database import explained, opened, refuse_other_tables, upgrade
from rookiebattle.manage.folder import held_alone
from rookiebattle.manage.served import shown
from rookiebattle.models import metadata
from rookiebattle.settings import SERVERS, get_settings

AT_ONCE = 500
"""Rows in one statement."""
OTHER_TABLES = (
    "Check the address, then start the site on it once, which brings them up to date: make run"
)
USAGE = (
    "Say where from, and where to unless that is DATABASE_URL: "
    "make copy-data FROM=sqlite:///data/rookiebattle.db TO=postgresql://…"
)
# Every user of the machine reads the arguments of a command, and an address may have a password.
OF_THE_SETTINGS = "DATABASE_URL"


class Content(NamedTuple):
    """How many rows a table has, and a sum over all of them in which their order counts nothing."""

    rows: int
    sum: int


def copy_command(arguments: list[str]) -> None:
    """Copy a club's database into another one. Both must not be in use meanwhile."""
    known, _ = SERVERS["database_url"]
    own = get_settings().database_url
    addresses = [own if one == OF_THE_SETTINGS else one for one in arguments]
    if len(addresses) != 2 or not all(re.match(known, one) for one in addresses):
        raise CannotContinue(USAGE)
    source_url, target_url = addresses
    for one in addresses:
        _refuse_address(one)
    if source_url == target_url:
        raise CannotContinue("FROM and TO are the same database.")
    _refuse_missing_file(source_url)
    with held_alone(get_settings()):
        refuse_other_tables(source_url, OTHER_TABLES)
        with opened(source_url) as source:
            fill_empty(source, target_url)
    print(f"\nEvery row is there and equal. To use it, set DATABASE_URL={shown(target_url)}")


def _refuse_address(url: str) -> None:
    try:
        sa.make_url(url)
    except (ValueError, ArgumentError) as failed:
        raise CannotContinue(f"{url.rpartition('@')[2]} is no address: {failed}") from failed


def _refuse_missing_file(url: str) -> None:
    """Opening an SQLite file that is not there would make an empty one."""
    file = sa.make_url(url).database or ""
    if url.startswith("sqlite") and not Path(file).exists():
        raise CannotContinue(f"There is no file {file}. Check FROM.")


def fill_empty(source: Database, target_url: str) -> None:
    """Make the tables in an empty database, copy every row, and compare. All or nothing."""
    refuse_rows(target_url)
    upgrade(target_url)
    with opened(target_url) as target:
        before = copy_rows(source, target)
        with step("Comparing every row"):
            compare(before, contents(target))
        report(target)


def refuse_rows(url: str) -> None:
    """Raise CannotContinue when the database has a row in any table of ours."""
    with explained(url), opened(url) as database, database.engine.connect() as connection:
        there = set(sa.inspect(connection).get_table_names())
        for table in metadata.sorted_tables:
            if table.name not in there:
                continue
            if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
                raise CannotContinue(
                    f"{shown(url)} is not empty: its table {table.name} has rows. "
                    "Name a database without any, and nothing can be lost."
                )


@contextmanager
def snapshot(database: Database) -> Iterator[sa.Connection]:
    """A connection whose reads all see one moment, however much is written meanwhile."""
    with database.engine.connect() as connection:
        if not database.is_sqlite:
            without_limits(connection)
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def copy_rows(source: Database, target: Database) -> dict[str, Content]:
    """Copy all rows in one transaction, and say what they were."""
    found: dict[str, Content] = {}
    with (
        step("Copying every row"),
        snapshot(source) as read,
        target.unit_of_work(write=True) as session,
    ):
        written = session.connection()
        for table in metadata.sorted_tables:
            rows = parents_first(table, rows_of(read, table))
            found[table.name] = content_of(rows, partial(_insert, written, table))
    return found


def _insert(connection: sa.Connection, table: sa.Table, rows: list[sa.Row[Any]]) -> None:
    connection.execute(sa.insert(table), [row._asdict() for row in rows])


def rows_of(connection: sa.Connection, table: sa.Table) -> Iterator[sa.Row[Any]]:
    """The rows of a table, a few in memory at a time."""
    with connection.execution_options(yield_per=AT_ONCE).execute(sa.select(table)) as found:
        yield from found


def parents_first(table: sa.Table, rows: Iterator[sa.Row[Any]]) -> Iterator[sa.Row[Any]]:
    """The rows in an order in which each follows the row of the same table that it refers to."""
    own = [key.parent.name for key in table.foreign_keys if key.column.table is table]
    if not own:
        yield from rows
        return
    (reference,), (key,) = own, [column.name for column in table.primary_key]
    known: set[str] = set()
    waiting: dict[str, list[sa.Row[Any]]] = defaultdict(list)
    for row in rows:
        parent = getattr(row, reference)
        if parent is not None and parent not in known:
            waiting[parent].append(row)
            continue
        free = [row]
        while free:
            one = free.pop()
            known.add(getattr(one, key))
            free += waiting.pop(getattr(one, key), [])
            yield one


def contents(database: Database) -> dict[str, Content]:
    with snapshot(database) as connection:
        tables = metadata.sorted_tables
        return {table.name: content_of(rows_of(connection, table)) for table in tables}


def content_of(
    rows: Iterator[sa.Row[Any]], each: Callable[[list[sa.Row[Any]]], object] = len
) -> Content:
    """The content of these rows; `each` is called with some of them at once.

    Databases sort texts differently, so the sum knows no order.
    """
    count = total = 0
    while chunk := list(islice(rows, AT_ONCE)):
        each(chunk)
        count += len(chunk)
        for row in chunk:
            digest = hashlib.blake2b(repr(tuple(row)).encode(), digest_size=16).digest()
            total += int.from_bytes(digest)
    return Content(count, total % 2**128)


def compare(before: dict[str, Content], after: dict[str, Content]) -> None:
    """Print how many rows each table has. Raises CannotContinue when one differs."""
    for name, content in before.items():
        if content != after[name]:
            raise CannotContinue(
                f"The table {name} has other rows after copying ({content.rows} before, "
                f"{after[name].rows} now). Do not use the copy; keep the original."
            )
        if content.rows:
            print(f"  {content.rows:>9,}  {name}")


def report(database: Database) -> None:
    """Print what `make check-data` finds. The rows are equal, so the original has it, too."""
    with step("Checking the data"):
        for sentence, problems in check(database).items():
            if problems:
                print(f"  BROKEN  {sentence}: {problems[0]}")
