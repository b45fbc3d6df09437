"""The module that granian loads."""

import sys

from rookiebattle.manage.processes import run_quietly

SCRIPT = """
import gc
import os
from rookiebattle import served

assert not gc.isenabled()
served.root.app = lambda: served.root.around(None)
assert isinstance(served.app(), served.OutermostCache)
assert gc.isenabled()
assert gc.get_freeze_count() > len(gc.get_objects())
assert os.umask(0) == 0o077
"""


def test_what_is_loaded_is_put_aside_and_files_are_private() -> None:
    run_quietly([sys.executable, "-c", SCRIPT], failure="It did not load")
