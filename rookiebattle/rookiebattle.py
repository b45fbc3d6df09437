"""The composition root: the app, the API, the gates. No logic."""

import reflex as rx
from starlette.types import ASGIApp

from rookiebattle import pages
from rookiebattle.core.edge.documents import Documents
from rookiebattle.core.edge.http import build_api
from rookiebattle.core.edge.mount import Mount
from rookiebattle.core.edge.sockets import ConnectLimit
from rookiebattle.core.edge.websocket import Gate
from rookiebattle.core.headers import Headers
from rookiebattle.site.api import api as page_api
from rookiebattle.ui.document import app_options
from rookiebattle.ui.first_data import offered
from rookiebattle.ui.state import ShellReception

__all__ = ["app", "pages"]

api = build_api([page_api])


def around(reflex_app: ASGIApp) -> ASGIApp:
    """What every request passes, outermost first."""
    documents = Documents(ConnectLimit(reflex_app), (), offered)
    return Headers(Mount(api, documents))


app = rx.App(**app_options(), api_transformer=around)
gate = Gate(ShellReception())
app.add_middleware(gate)
