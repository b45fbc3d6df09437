"""The README's pictures are those that `make pictures` writes."""

import re

from development.pictures import FOLDER, PICTURES
from rookiebattle.manage.processes import ROOT

NAMED = re.compile(r"\]\(docs/pictures/([^)]+)\)")
WRITTEN = {f"{picture.name}.jpg" for picture in PICTURES}


def test_the_readme_shows_every_picture_that_is_written_and_no_other() -> None:
    assert set(NAMED.findall((ROOT / "README.md").read_text(encoding="utf-8"))) == WRITTEN


def test_no_other_picture_lies_beside_them() -> None:
    assert {file.name for file in FOLDER.iterdir()} == WRITTEN
