"""The list of files by which a server knows its packages."""

from development.hashes import FIRST_LINE, written


def report(name: str, sha256: str) -> dict[str, object]:
    info = {"archive_info": {"hashes": {"sha256": sha256}}}
    return {"install": [{"metadata": {"name": name, "version": "1"}, "download_info": info}]}


def test_a_package_has_a_file_for_each_kind_of_machine() -> None:
    reports = [report("six", "b"), report("six", "a"), report("Mako", "c"), report("Mako", "c")]
    assert written(reports).splitlines() == [FIRST_LINE, "Mako==1 c", "six==1 a b"]
