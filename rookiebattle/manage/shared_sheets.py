"""The style sheets of every page, for Reflex's compilation."""

from collections.abc import Sequence
from typing import Unpack

from reflex.plugins import CommonContext, Plugin


class SharedSheets(Plugin):
    """Names the shared sheets where compiling copies all assets to, if they are newer.

    Sheets named in `rx.App` are copied once more, whether or not they changed. Each change of a
    file under `make dev` would then send all of them to the browser again.
    """

    def get_stylesheet_paths(self, **_context: Unpack[CommonContext]) -> Sequence[str]:
        # Imported here, because rxconfig.py imports this module only once, and these may change.
        from rookiebattle import routes
        from rookiebattle.ui.document import STYLES

        return [f"../public{routes.style_sheet(name)}" for name in STYLES]
