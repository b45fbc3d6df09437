"""Vite's configuration for `make dev`: pages and backend at the same address."""

import gc
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack
from urllib.parse import urlsplit

from reflex.plugins import CommonContext, Plugin

from rookiebattle.core.reflex_internals import serves_built_pages
from rookiebattle.settings import Settings, get_settings

FILE = "vite.dev.config.js"
CONFIG = """\
// Written by manage/vite.py: the page and the backend behind one local address, as in production.
import base from "./vite.config.js";

const backend = "http://127.0.0.1:%(port)d";
const prefixes = %(prefixes)s;
export default (env) => {
  const config = base(env);
  const to = { target: backend, changeOrigin: false };
  return {
    ...config,
    server: {
      ...config.server,
      strictPort: true,
      proxy: Object.fromEntries(
        prefixes.map((prefix) => [`^${prefix}(/|[?]|$)`, { ...to, ws: true }]),
      ),
    },
  };
};
"""


class DevelopmentServer(Plugin):
    """Writes the configuration beside Reflex's own.

    Reflex empties `.web` when it first sees a checkout, so a file that was written before would be
    lost.
    """

    def get_static_assets(
        self, **_context: Unpack[CommonContext]
    ) -> Sequence[tuple[Path, str | bytes]]:
        return [(Path(FILE), config(backend_port(get_settings())))]

    def post_compile(self, **_context: object) -> None:
        """Collect garbage again, as `served.py` does; `rxconfig.py` turned it off."""
        if not serves_built_pages():
            gc.freeze()
            gc.enable()


def backend_port(settings: Settings) -> int:
    """The port of the backend. Vite itself listens on the site's port."""
    return settings.port + 1


def config(port: int) -> str:
    """Vite's configuration: paths that are no page go to the backend on this port."""
    # Imported here, because rxconfig.py imports this module only once, and these modules may
    # change.
    from rookiebattle import routes
    from rookiebattle.accounts.demo import DEV_ISSUER
    from rookiebattle.core.serving.mount import API_PREFIXES

    prefixes = json.dumps([*API_PREFIXES, urlsplit(DEV_ISSUER).path, routes.SOCKET])
    return CONFIG % {"port": port, "prefixes": prefixes}
