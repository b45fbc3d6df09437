"""The composition root: the app, the API and the gates. It has no logic of its own."""

import reflex as rx
from starlette.types import ASGIApp

from rookiebattle import models, pages, reactions, routes
from rookiebattle.accounts.api.account import errand_begun
from rookiebattle.accounts.identity import SessionIdentities, between_workers
from rookiebattle.accounts.provider import build_sign_in
from rookiebattle.accounts.sessions import has_id
from rookiebattle.core import reflex_internals
from rookiebattle.core.database.freshness import follow_other_workers
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.doors.identity import use_identities
from rookiebattle.core.doors.websocket import Gate
from rookiebattle.core.jobs.jobs import supervised
from rookiebattle.core.jobs.stored_metrics import StoredMetrics
from rookiebattle.core.limits import share_with_other_workers
from rookiebattle.core.serving.bodies import Bodies
from rookiebattle.core.serving.documents import Documents
from rookiebattle.core.serving.headers import Headers
from rookiebattle.core.serving.measuring import RouteNames
from rookiebattle.core.serving.mount import HeadAsGet, Mount
from rookiebattle.core.serving.packing import Packing
from rookiebattle.core.serving.public_cache import AnswerCache, PublicCache
from rookiebattle.core.sockets.connections import Connections
from rookiebattle.core.sockets.frames import Frames
from rookiebattle.core.sockets.open_elsewhere import count_with_other_workers
from rookiebattle.core.telemetry import tracing
from rookiebattle.core.telemetry.logs import redact_everything
from rookiebattle.core.telemetry.metrics import PAYMENTS, REGISTRY
from rookiebattle.payments.models import What
from rookiebattle.routers import ROUTERS
from rookiebattle.settings import get_settings
from rookiebattle.tasks import JOBS, TASKS
from rookiebattle.ui.document import app_options
from rookiebattle.ui.first_data import offered
from rookiebattle.ui.head import head_of_page, texts_of_page
from rookiebattle.ui.page import pages as every_page
from rookiebattle.ui.state import ShellPresenter

__all__ = ["app", "models", "pages"]

settings = get_settings()
redact_everything(settings.secrets, as_json=settings.log_format == "json")
tracing.start(settings.otel_exporter_otlp_endpoint, settings.org_name)
reactions.connect()
api = build_api(ROUTERS)
api.state.sign_in = sign_in = build_sign_in(errand_begun)
visitors = api.state.visitor_limiter
caches: list[AnswerCache] = []
"""The layers that answer from memory; `around` fills it."""
shared = PublicCache(api, visitors, has_id, routes.FOR_ALL)


def around(reflex_app: ASGIApp) -> ASGIApp:
    """The ASGI layers around Reflex. A request passes `Headers` first."""
    socket = Connections(Frames(reflex_app))
    writes = head_of_page, pages.WITH_QUERY, texts_of_page
    documents = Documents(socket, pages.WITH_ID, offered, visitors, *writes)
    caches[:] = [shared, documents]
    beside = {routes.DEV_PROVIDER: sign_in.played_by}
    return Headers(Bodies(Mount(HeadAsGet(Packing(shared)), documents, beside)))


def route_names() -> RouteNames:
    """Every route of the API and every page, for the figures."""
    templates = (str(getattr(route, "path", "")) for route in api.routes)
    return RouteNames([*templates, *every_page(), routes.DEV_PROVIDER + "/{name}"])


REGISTRY.register(StoredMetrics(JOBS))
for what in What:
    # An alert about the first refund that fails compares it with the count of before, which is 0.
    PAYMENTS.labels(what.value)
reflex_internals.leave_links_alone()
app = rx.App(**app_options(), api_transformer=around)
reflex_internals.share_defaults()
if not settings.redis_url:
    reflex_internals.make_states_when_needed()
gate = Gate(ShellPresenter())
app.add_middleware(gate)
identities = SessionIdentities(on_drop=gate.sockets.close)
use_identities(identities)
for task in TASKS:
    app.register_lifespan_task(supervised(task))
if settings.redis_url:
    drops = between_workers(settings.redis_url, identities)
    together = (share_with_other_workers, count_with_other_workers)
    for task in (follow_other_workers, *together, drops.run):
        app.register_lifespan_task(supervised(task))
