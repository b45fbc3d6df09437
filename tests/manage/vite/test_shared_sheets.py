"""Compiling finds the shared style sheets where it copies the assets to."""

from pathlib import PurePosixPath

import rxconfig
from rookiebattle.manage.processes import ROOT
from rookiebattle.ui.document import STYLES, app_options


def test_each_shared_sheet_is_named_once_where_the_assets_are_copied_to() -> None:
    named = [path for one in rxconfig.config.plugins for path in one.get_stylesheet_paths()]
    ours = [path for path in named if path.startswith("../public/")]
    assert [PurePosixPath(path).stem for path in ours] == list(STYLES)
    for path in ours:
        assert (ROOT / "assets" / path.removeprefix("../public/")).is_file()
    assert "stylesheets" not in app_options(), "Reflex would copy them at each compilation"
