"""The module that granian loads."""

import os
import subprocess
import sys

from rookiebattle.manage.processes import run_quietly
from rookiebattle.manage.serve import PRODUCTION

SCRIPT = """
import gc
import os
from rookiebattle import served

assert not gc.isenabled()
served.root.app = lambda: served.root.around(None)
assert isinstance(served.app(), served.ShortHeads)
assert gc.isenabled()
assert gc.get_freeze_count() > len(gc.get_objects())
assert os.umask(0) == 0o077
"""


def test_what_is_loaded_is_put_aside_and_files_are_private() -> None:
    run_quietly([sys.executable, "-c", SCRIPT], failure="It did not load")


LATER = ("authlib", "icalendar", "joserfc", "psycopg", "stripe")
LOADED = f"""
import sys
from rookiebattle import served

print([name for name in {LATER} if name in sys.modules])
"""


def test_a_start_loads_no_package_that_only_few_requests_need() -> None:
    found = subprocess.run(
        [sys.executable, "-c", LOADED],
        env={**os.environ, **PRODUCTION},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "[]"
