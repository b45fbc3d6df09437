"""The gate's device: its scripts, without a browser."""

import subprocess

from development.testing import NODE_TESTS
from rookiebattle.manage.processes import TOOLS


def test_the_device_keeps_sends_and_forgets_as_it_should() -> None:
    """tests/node/gate.js has the cases, one process for all of them."""
    command = [str(TOOLS / "node"), "--test", "--test-reporter=dot", str(NODE_TESTS / "gate.js")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
