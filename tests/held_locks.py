"""A lock on the database that another program holds."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg
from psycopg import sql


@contextmanager
def held_by_another_program(url: str, table: str) -> Iterator[None]:
    """For the length of the block nobody else can write into the table, but read it.

    SQLite has one lock for the whole file.
    """
    if url.startswith("sqlite"):
        file = url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file, isolation_level=None)) as rude:
            rude.execute("BEGIN IMMEDIATE")
            yield
            rude.execute("ROLLBACK")
        return
    with psycopg.connect(url) as other:
        other.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(sql.Identifier(table)))
        yield
        other.rollback()
