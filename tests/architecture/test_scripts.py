"""Scripts and style sheets are checked, as Python is."""

import subprocess
from pathlib import Path

import pytest

from development.checks import BIOME, biome_check
from tests.architecture.repository import tracked_files
from tests.architecture.scripts import (
    RULES,
    comments_name_their_subject,
    lines_are_short,
    name_says_whether_it_draws,
)
from tests.architecture.source import ROOT

ENDINGS = frozenset({".js", ".jsx", ".css"})


def complaints(path: Path, *options: str) -> str:
    """Biome's complaints about a file or folder under our `biome.json`; empty if there are none."""
    if not BIOME.exists():
        pytest.fail("biome is missing. Install it: make check", False)
    found = subprocess.run(
        [*biome_check(path), "--reporter=github", "--colors=off", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout + found.stderr if found.returncode else ""


def test_biome_has_nothing_to_say_about_the_tree() -> None:
    assert complaints(ROOT) == ""


FAULTY = (
    ("a.js", "export const a = 1", "format"),
    ("b.js", "export const a = () => missing;\n", "noUndeclaredVariables"),
    ("c.js", "export const A = () => <a href='/'>Home</a>;\n", "parse"),
    ("d.jsx", 'import { jsx } from "react/jsx-runtime";\n', "noRestrictedImports"),
    ("e.jsx", "export const A = () => <img src='/a.svg' />;\n", "useAltText"),
    ("f.css", ".a {\n  colour: red;\n}\n", "noUnknownProperty"),
    ("g.css", ".a {\n  color: red !important;\n}\n", "noImportantStyles"),
)


def test_biome_finds_what_we_do_not_write(tmp_path: Path) -> None:
    for name, text, _complaint in FAULTY:
        (tmp_path / name).write_text(text)
    options = (f"--config-path={ROOT / 'biome.json'}", "--vcs-enabled=false")
    told = complaints(tmp_path, *options).splitlines()
    for name, _text, complaint in FAULTY:
        assert [line for line in told if name in line and complaint in line], (name, told)


def test_every_script_and_sheet_keeps_our_own_rules() -> None:
    problems = [
        problem
        for path in tracked_files(ROOT)
        if path.suffix in ENDINGS
        for rule in RULES
        for problem in rule(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    ]
    assert problems == []


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("a.jsx", "export const one = 1;\n", 1),
        ("a.jsx", "export const A = () => <hr />;\n", 0),
        ("a.js", "export const one = 1;\n", 0),
    ],
)
def test_a_name_that_promises_elements_is_found(path: str, text: str, count: int) -> None:
    assert len(list(name_says_whether_it_draws(path, text))) == count


def test_a_long_line_is_found() -> None:
    assert len(list(lines_are_short("a.css", f"// {'a' * 98}\n"))) == 1


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("// What a card does.\n", 1),
        ("const A = 1;\n  // Whoever asks.\n", 1),
        ("/* Who sees it. */\n", 1),
        ("// An answer tells\n// What to do next.\n", 0),
    ],
)
def test_a_comment_without_a_subject_is_found(text: str, count: int) -> None:
    assert len(list(comments_name_their_subject("a.js", text))) == count
