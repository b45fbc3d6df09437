"""LibreOffice opens what the site writes, and the address of a live sheet: names with accents,
leading zeros, numbers, formulas."""

import csv
import subprocess
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlsplit

from rookiebattle.core.database.db import Database
from rookiebattle.core.validation import parse
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.sheets import service
from rookiebattle.sheets.schemas import SheetWrite
from tests.servers.application import Application
from tests.world import World

AS_SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false"
"""The cells as a person sees them, in UTF-8."""
AS_TEXT = "CSV:44,34,76,1,,0,true,false"
"""A quoted cell is text, as IMPORTDATA and the dialog of an import can have it."""
ROWS = (
    ("Zoë Łukasiewicz-Ñandú 世界", "00410", Decimal("-12.50"), "=1+2"),
    ("O’Brien; “Bär”, the\nLong", "0410", Decimal("0.05"), "@SUM(A1)"),
    ("Ana", "2026-1A2B3C4D", None, "+1"),
)


def opened(folder: Path, source: str) -> list[list[str]]:
    """The rows as LibreOffice shows them, after it opened a file or an address."""
    home = f"-env:UserInstallation=file://{folder}/home"
    start = ["soffice", home, "--headless", "--convert-to"]
    made = f"{folder}/shown/{Path(source).stem}"
    for target, file, more in (
        ("xlsx", source, [f"--infilter={AS_TEXT}"]),
        (AS_SHOWN, f"{made}.xlsx", []),
    ):
        command = [*start, target, *more, "--outdir", f"{folder}/shown", file]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    text = Path(f"{made}.csv").read_text("utf-8-sig")
    return list(csv.reader(text.splitlines(keepends=True)))


def test_libreoffice_shows_names_zeros_and_no_formula(tmp_path: Path) -> None:
    head = ("Name", "Account", "Gross", "About")
    (tmp_path / "sheet.csv").write_bytes(csv_of(head, ROWS))
    kept = opened(tmp_path, f"{tmp_path}/sheet.csv")
    assert [row[0] for row in kept[1:]] == [row[0] for row in ROWS]
    assert [row[1] for row in kept[1:]] == ["00410", "0410", "2026-1A2B3C4D"]
    assert [row[2] for row in kept[1:]] == ["-12.5", "0.05", ""]
    # Nothing was worked out.
    assert [row[3].lstrip("'") for row in kept[1:]] == ["=1+2", "@SUM(A1)", "+1"]


def test_libreoffice_opens_the_address_of_a_live_sheet(
    application: Application, tmp_path: Path
) -> None:
    world = World(Database(application.database_url))
    north = world.chapter("007 Łódź")
    ada = world.person(is_admin=True, first_name="Zoë", last_name="=1+2", chapter_id=north)
    asked = {"list": "members", "columns": ["name", "chapter"], "name": "For the board"}
    made = world.do(service.make_sheet, ada, values=parse(SheetWrite, asked))
    address = application.url + urlsplit(made.url).path
    assert ["Zoë =1+2", "007 Łódź"] in opened(tmp_path, address)
    world.database.dispose()
