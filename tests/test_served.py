"""The module that granian loads."""

import sys

from rookiebattle.manage.processes import run_quietly
from rookiebattle.manage.serve import PRODUCTION

LATER = (
    *("authlib", "icalendar", "joserfc", "psycopg", "stripe"),
    # Without an address of a collector, no request needs it.
    *("opentelemetry.exporter", "opentelemetry.sdk.trace"),
)
"""Packages that only few requests need."""
SCRIPT = f"""
import gc
import os
import sys
from rookiebattle import served
from sqlmodel import SQLModel

assert not gc.isenabled()
loaded = [name for name in (*{LATER}, *served.UNUSED) if name in sys.modules]
assert loaded == [], loaded
assert not any(table.__pydantic_complete__ for table in SQLModel.__subclasses__())
served.root.app = lambda: served.root.around(None)
assert isinstance(served.app(), served.ShortHeads)
assert gc.isenabled()
assert gc.get_freeze_count() > len(gc.get_objects())
assert os.umask(0) == 0o077
"""


def test_what_is_loaded_is_needed_and_put_aside_and_files_are_private() -> None:
    run_quietly([sys.executable, "-c", SCRIPT], failure="It did not load", extra=PRODUCTION)
