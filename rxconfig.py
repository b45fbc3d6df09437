"""Reflex's own configuration, derived from the product's settings.

`make dev` loads this file once and forks a worker for every change. The packages imported here are
then loaded already. Our own modules are forgotten: the worker loads them as they are by then. In
production nothing is forked, and a package is loaded when it is needed.
"""

import gc
import os
import sys
from importlib import import_module

import reflex as rx
import reflex.app
from reflex.constants import StateManagerMode
from reflex_base.environment import environment

from rookiebattle.core import reflex_internals
from rookiebattle.manage import vite
from rookiebattle.manage.after_build import AfterBuild
from rookiebattle.manage.incremental import Incremental
from rookiebattle.manage.vite import SharedSheets
from rookiebattle.settings import get_settings


def _forget_our_modules() -> None:
    """Let a worker of `make dev` load all of the site as it is now."""
    if environment.REFLEX_DEV_BACKEND_RELOAD_ACTIVE.get():
        for name in [name for name in sys.modules if name.partition(".")[0] == "rookiebattle"]:
            del sys.modules[name]


FOR_WORKERS = ("authlib.integrations.httpx_client", "fastapi", "icalendar", "sqlmodel")
if os.environ.get("REFLEX_ENV_MODE") != "prod":
    for name in FOR_WORKERS:
        import_module(name)
    # A third of a worker's loading and compiling was collecting. `Configuration` ends this.
    os.register_at_fork(after_in_child=gc.disable)
    os.register_at_fork(after_in_child=_forget_our_modules)

settings = get_settings()
STATE_LIFETIME_SECONDS = 3600

reflex_internals.configure_vite_with(vite.FILE)

config = rx.Config(
    app_name="rookiebattle",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    # api_url stays Reflex's localhost default: the client then uses the page's own host, so that
    # one build serves every environment.
    deploy_url=settings.public_url,
    cors_allowed_origins=sorted(settings.own_origins),
    backend_host="127.0.0.1",
    redis_url=settings.redis_url or None,
    state_manager_mode=StateManagerMode.REDIS if settings.redis_url else StateManagerMode.MEMORY,
    redis_token_expiration=STATE_LIFETIME_SECONDS,
    frontend_compression_formats=["brotli", "gzip"],
    disable_plugins=[rx.plugins.SitemapPlugin],
    plugins=[
        rx.plugins.TailwindV4Plugin(),
        SharedSheets(),
        AfterBuild(),
        vite.Configuration(),
        Incremental(),
    ],
)
