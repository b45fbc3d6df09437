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


@pytest.mark.parametrize(
    ("size", "multipart"), [(int(4.9 * MB), None), (5 * MB, True), (11 * MB, True)]
)
def test_uppy_sends_a_file(
    size: int, multipart: bool | None, script: str, admin: Person, application: Application
) -> None:
    page = admin.open("/")
    told = send(page, script, size, [], multipart)
    assert told["problems"] == []
    assert is_whole(Path(application.folder, "data/uploads"), told["urls"][0], size)


@pytest.mark.parametrize("fault", FAULTS)
def test_uppy_goes_on_after_a_fault(
    fault: str, script: str, admin: Person, application: Application
) -> None:
    size = 11 * MB
    page = admin.open("/")
    told = send(page, script, size, [FAULTS[fault]], multipart=True)
    assert told["problems"] == []
    # Three parts, and the one that failed once more.
    assert told["sent"] == 4
    assert is_whole(Path(application.folder, "data/uploads"), told["urls"][0], size)
    admin.complaints.clear()
