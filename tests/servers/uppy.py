"""Uppy with its S3 uploader as one script, packed of the packages that the lock names."""

import subprocess
from pathlib import Path

import pytest

from development.testing import NODE_TESTS

SOURCE = """
import Uppy from "@uppy/core";
import AwsS3 from "@uppy/aws-s3";
window.Uppy = Uppy;
window.AwsS3 = AwsS3;
"""


def packed_uppy(folder: Path) -> str:
    """The script, which puts `Uppy` and `AwsS3` into the window."""
    script = folder / "uppy.js"
    made = subprocess.run(
        [
            NODE_TESTS / "node_modules/.bin/esbuild",
            *("--bundle", "--format=iife", f"--outfile={script}", "--log-level=error"),
        ],
        input=SOURCE,
        cwd=NODE_TESTS,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        pytest.fail(f"Uppy cannot be packed: {made.stderr}", pytrace=False)
    return script.read_text()
