"""The composition root: the app, the API, the gates. No logic."""

import reflex as rx
from starlette.types import ASGIApp

from rookiebattle import letters, pages
from rookiebattle.accounts.broadcast import between_workers
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.provider import build_sign_in
from rookiebattle.accounts.sessions import cookie_name
from rookiebattle.chapters.head import chapter_head
from rookiebattle.core.edge.bodiless import Bodiless
from rookiebattle.core.edge.closed_pages import forget_closed_pages
from rookiebattle.core.edge.documents import Documents, DynamicPage
from rookiebattle.core.edge.frames import Frames
from rookiebattle.core.edge.http import build_api
from rookiebattle.core.edge.identity import use_identities
from rookiebattle.core.edge.mount import Mount
from rookiebattle.core.edge.public_cache import PublicCache
from rookiebattle.core.edge.sockets import ConnectLimit
from rookiebattle.core.edge.websocket import Gate
from rookiebattle.core.freshness import follow_other_workers
from rookiebattle.core.headers import Headers
from rookiebattle.core.logs import redact_everything
from rookiebattle.core.supervision import supervised
from rookiebattle.events.head import event_head
from rookiebattle.integrations.postman import deliver_letters
from rookiebattle.registrations.reminders import remind_members
from rookiebattle.registrations.state_live import push_seats
from rookiebattle.routers import ROUTERS
from rookiebattle.settings import get_settings
from rookiebattle.ui.document import app_options
from rookiebattle.ui.first_data import offered
from rookiebattle.ui.head import head_of_page
from rookiebattle.ui.state import ShellReception

__all__ = ["app", "letters", "pages"]

settings = get_settings()
redact_everything(settings.secrets)
api = build_api(ROUTERS)
api.state.sign_in = sign_in = build_sign_in()
pages_with_id = DynamicPage("/events/", event_head), DynamicPage("/chapters/", chapter_head)


def around(reflex_app: ASGIApp) -> ASGIApp:
    """What every request passes, outermost first."""
    visitors = api.state.visitor_limiter
    socket = ConnectLimit(Frames(reflex_app))
    documents = Documents(socket, pages_with_id, offered, visitors, head_of_page)
    cached = PublicCache(api, visitors, cookie_name(), {"/cal/public.ics", "/sitemap.xml"})
    shared = Bodiless(cached)
    beside = {"/dev-oidc": sign_in.played_by} if sign_in.played_by else {}
    return Headers(Mount(shared, documents, beside))


app = rx.App(**app_options(), api_transformer=around)
gate = Gate(ShellReception())
app.add_middleware(gate)
identities = SessionIdentities(on_drop=gate.sockets.close)
use_identities(identities)
for task in (push_seats, forget_closed_pages, deliver_letters, remind_members):
    app.register_lifespan_task(supervised(task))
if settings.redis_url:
    app.register_lifespan_task(supervised(follow_other_workers))
    app.register_lifespan_task(supervised(between_workers(settings.redis_url, identities).run))
