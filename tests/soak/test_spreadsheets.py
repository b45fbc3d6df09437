"""LibreOffice opens what the site writes: names with accents, leading zeros, numbers, formulas."""

import csv
import subprocess
from decimal import Decimal
from pathlib import Path

from rookiebattle.core.values.spreadsheet import csv_of

AS_SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false"
"""The cells as a person sees them, in UTF-8."""
ROWS = (
    ("Zoë Łukasiewicz-Ñandú 世界", "00410", Decimal("-12.50"), "=1+2"),
    ("O’Brien; “Bär”, the\nLong", "0410", Decimal("0.05"), "@SUM(A1)"),
    ("Ana", "2026-1A2B3C4D", None, "+1"),
)


def opened(folder: Path, options: str) -> list[list[str]]:
    """The rows as LibreOffice shows them, after it opened the file with these options."""
    home = f"-env:UserInstallation=file://{folder}/home"
    start = ["soffice", home, "--headless", "--convert-to"]
    for target, source, more in (
        ("xlsx", "sheet.csv", [f"--infilter={options}"]),
        (AS_SHOWN, "shown/sheet.xlsx", []),
    ):
        command = [*start, target, *more, "--outdir", f"{folder}/shown", f"{folder}/{source}"]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    text = (folder / "shown/sheet.csv").read_text("utf-8-sig")
    return list(csv.reader(text.splitlines(keepends=True)))


def test_libreoffice_shows_names_zeros_and_no_formula(tmp_path: Path) -> None:
    head = ("Name", "Account", "Gross", "About")
    (tmp_path / "sheet.csv").write_bytes(csv_of(head, ROWS))
    # A quoted cell is text, as IMPORTDATA and the dialog of an import can have it.
    kept = opened(tmp_path, "CSV:44,34,76,1,,0,true,false")
    assert [row[0] for row in kept[1:]] == [row[0] for row in ROWS]
    assert [row[1] for row in kept[1:]] == ["00410", "0410", "2026-1A2B3C4D"]
    assert [row[2] for row in kept[1:]] == ["-12.5", "0.05", ""]
    # Nothing was worked out.
    assert [row[3].lstrip("'") for row in kept[1:]] == ["=1+2", "@SUM(A1)", "+1"]
