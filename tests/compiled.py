"""Worked out once in a process for all tests: statements, types of settings, certificates."""

import ssl
from functools import cache
from typing import Any

import pytest
from pydantic.fields import FieldInfo
from pydantic_settings.sources.base import PydanticBaseEnvSettingsSource
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache

from rookiebattle.core.database.db import Database

MOST_STATEMENTS = 5_000


def share_compiled_statements() -> None:
    """Let engines find what other engines of the same kind of database have compiled.

    SQLAlchemy remembers it for each engine, and every test has an engine of its own: a fifth of the
    time of tests with a database went into compiling the same statements again.
    """
    patch = pytest.MonkeyPatch()
    # The dialect is part of what a statement is remembered by.
    patch.setattr(DefaultDialect, "__eq__", lambda one, other: type(one) is type(other))
    patch.setattr(DefaultDialect, "__hash__", lambda one: hash(type(one)))
    memory = LRUCache[Any, Any](MOST_STATEMENTS)
    begin = Database.__init__

    def begin_with_memory(database: Database, url: str) -> None:
        begin(database, url)
        for engine in (database.engine, database._writer):
            engine.update_execution_options(compiled_cache=memory)

    patch.setattr(Database, "__init__", begin_with_memory)


def share_fields_of_settings() -> None:
    """Let the types of the settings be examined once, and their values be read for each test.

    Pydantic examines all types whenever the settings are read: that was half of the time.
    """
    patch = pytest.MonkeyPatch()
    known: dict[tuple[str, int, str], Any] = {}

    def remember(name: str) -> None:
        examine = getattr(PydanticBaseEnvSettingsSource, name)

        def examining(source: PydanticBaseEnvSettingsSource, field: FieldInfo, *more: Any) -> Any:
            key = (name, id(field), repr(more))
            if key not in known:
                known[key] = examine(source, field, *more)
            return known[key]

        patch.setattr(PydanticBaseEnvSettingsSource, name, examining)

    remember("_extract_field_info")
    remember("field_is_complex")


def share_certificates() -> None:
    """Let the clients of HTTPX and Stripe find the file with their certificates read.

    A client took 20 ms for that.
    """
    patch = pytest.MonkeyPatch()
    make = ssl.create_default_context

    @cache
    def of_file(cafile: str) -> ssl.SSLContext:
        return make(cafile=cafile)

    def making(*purpose: ssl.Purpose, **files: Any) -> ssl.SSLContext:
        is_of_file = not purpose and [*files] == ["cafile"] and files["cafile"]
        return of_file(files["cafile"]) if is_of_file else make(*purpose, **files)

    patch.setattr(ssl, "create_default_context", making)
