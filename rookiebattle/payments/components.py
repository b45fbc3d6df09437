"""What several pages show about payments."""

import reflex as rx

from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Fires


class LookAgain(rx.Component):
    """Asks again and again what became of a payment, while it waits and the page is seen."""

    library = script_beside(__file__, "look_again.js")
    tag = "LookAgain"

    waits: rx.Var[bool]
    on_look: Fires
