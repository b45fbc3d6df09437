"""The module that granian loads."""

import sys

from rookiebattle.manage.processes import run_quietly

SCRIPT = """
import gc
from rookiebattle import served

assert not gc.isenabled()
served.root.app = lambda: served.root.around(None)
assert isinstance(served.app(), served.OutermostCache)
assert gc.isenabled()
assert gc.get_freeze_count() > len(gc.get_objects())
"""


def test_what_is_loaded_is_put_aside_and_the_collector_works_again() -> None:
    run_quietly([sys.executable, "-c", SCRIPT], failure="It did not load")
