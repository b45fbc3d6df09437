"""R15, in short: Uppy's own client sends files, also when the network fails once."""

from pathlib import Path

import pytest

from tests.journeys.people import Person
from tests.servers.application import Application
from tests.servers.uppy import packed_uppy
from tests.uploads.uppy import FAULTS, MB, is_whole, send


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> str:
    return packed_uppy(tmp_path_factory.mktemp("uppy"))


@pytest.mark.whole
def test_uppy_sends_small_and_large_files(
    script: str, admin: Person, application: Application
) -> None:
    page = admin.open("/")
    for size, multipart in ((int(4.9 * MB), None), (5 * MB, True), (11 * MB, True)):
        told = send(page, script, size, [], multipart)
        assert told["problems"] == []
        assert is_whole(Path(application.folder, "data/uploads"), told["urls"][0], size)


@pytest.mark.whole
def test_uppy_goes_on_after_each_fault(
    script: str, admin: Person, application: Application
) -> None:
    size = 11 * MB
    page = admin.open("/")
    for fault in FAULTS.values():
        told = send(page, script, size, [fault], multipart=True)
        assert told["problems"] == []
        # Three parts, and the one that failed once more.
        assert told["sent"] == 4
        assert is_whole(Path(application.folder, "data/uploads"), told["urls"][0], size)
    admin.complaints.clear()
