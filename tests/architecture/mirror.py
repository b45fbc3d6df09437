"""The rule about the places of tests: beside the module they test, or under a named theme."""

from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

# Folders of tests about the whole site. Their files may have any name.
THEME_FOLDERS = frozenset(
    {"architecture", "commands", "engines", "journeys", "matrix", "races", "servers", "soak"}
    | {"stripe_double", "walls", "wire"}
)
# Per folder, the names of test files about several of its modules together.
THEMES: dict[str, frozenset[str]] = {
    "accounts": frozenset(
        {"errand", "live_tab", "roles", "sign_in", "sign_in_faults", "unfinished"}
    ),
    "events": frozenset({"cost"}),
    "manage": frozenset({"moving"}),
    "media": frozenset({"meanwhile"}),
    "members": frozenset({"privacy"}),
    "payments": frozenset(
        {"cheaper", "holding_again", "own_money", "pauses", "refundable", "waiting"}
    ),
    "progression": frozenset({"own_data", "sequences"}),
    "registrations": frozenset({"both_databases", "leaving", "meanwhile"}),
    "registrations/letters": frozenset({"floods", "unsubscribed"}),
    "resources": frozenset({"cost"}),
    "uploads/api": frozenset({"bucket", "claims"}),
    "ui": frozenset({"components", "fonts", "style_sheets", "tokens"}),
}


def strays(tests: Collection[str], product: Collection[str]) -> Iterator[str]:
    """A sentence for each test file that mirrors no module and belongs to no theme.

    The paths are relative to `tests/` and to the package: `events/test_api.py` and `events/api.py`.
    A folder may stand for a module that has several test files (`members/api/test_roster.py`). A
    file with its folder's name is about the whole folder (`seed/test_seed.py`).
    """
    modules = {str(PurePosixPath(path).with_suffix("")) for path in product}
    folders = {str(parent) for path in product for parent in PurePosixPath(path).parents}
    for path in tests:
        if not _has_its_place(PurePosixPath(path), modules, folders):
            yield f"tests/{path} mirrors no module and belongs to no theme"


def _has_its_place(test: PurePosixPath, modules: set[str], folders: set[str]) -> bool:
    folder, name = test.parent, test.stem.removeprefix("test_")
    return (
        test.parts[0] in THEME_FOLDERS
        or str(folder / name) in modules | folders
        or str(folder) in modules
        or (name == folder.name and str(folder) in folders)
        or name in THEMES.get(str(folder), ())
    )


def unused_themes(tests: Collection[str]) -> Iterator[str]:
    """A sentence for each theme without a test file."""
    for folder, names in THEMES.items():
        for name in sorted(names):
            if f"{folder}/test_{name}.py" not in tests:
                yield f"no test belongs to the theme '{name}' of tests/{folder}"
