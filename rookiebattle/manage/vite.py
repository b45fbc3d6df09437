"""Vite's configuration: the oldest browsers, and pages and backend at one address in `make dev`."""

import gc
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack
from urllib.parse import urlsplit

from reflex.plugins import CommonContext, Plugin

from rookiebattle.core.reflex_internals import serves_built_pages
from rookiebattle.settings import Settings, get_settings

FILE = "vite.own.config.js"
OLDEST = ("safari16.4", "ios16.4", "chrome131", "edge131", "firefox133")
"""The oldest browsers that the pages are written for: docs/browsers.md promises them."""
CONFIG = """\
// Written by manage/vite.py. Under `make dev` the page and the backend have one local address.
import base from "./vite.config.js";

// The router loads the script of a page once, and reloads the page where it was when that is lost.
// Ours asks again (ui/arriving.js).
const ROUTE_MODULES = /react-router[/]dist[/]production[/]lib[/]dom[/]ssr[/]routeModules[.]js$/;
const LOADING = /await import[(][^)]*route[.]module[^)]*[)]/;
const pageScripts = {
  name: "page-scripts",
  apply: "build",
  enforce: "pre",
  transform(code, id) {
    if (!ROUTE_MODULES.test(id)) return null;
    if (!LOADING.test(code)) this.error("React Router loads its pages in another way");
    const ours = 'import { pageScript } from "%(arriving)s"; ';
    return { code: ours + code.replace(LOADING, "await pageScript(route)"), map: null };
  },
};

const backend = "http://127.0.0.1:%(port)d";
const prefixes = %(prefixes)s;
export default (env) => {
  const config = base(env);
  const to = { target: backend, changeOrigin: false };
  return {
    ...config,
    plugins: [...config.plugins, pageScripts],
    build: { ...config.build, target: %(oldest)s },
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


class Configuration(Plugin):
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
    from rookiebattle.ui import scripts

    prefixes = json.dumps([*API_PREFIXES, urlsplit(DEV_ISSUER).path, routes.SOCKET])
    return CONFIG % {
        "port": port,
        "prefixes": prefixes,
        "oldest": json.dumps(OLDEST),
        "arriving": scripts.script_beside(scripts.__file__, "arriving.js"),
    }


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
