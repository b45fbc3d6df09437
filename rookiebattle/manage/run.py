"""`make run` and `make dev`: everything from a checkout to a page in the browser."""

import json
from urllib.parse import urlsplit

from rookiebattle.accounts.demo import DEMO_ACCOUNTS, DEV_ISSUER
from rookiebattle.core.serving.mount import API_PREFIXES
from rookiebattle.manage import serve
from rookiebattle.manage.build import build_if_changed
from rookiebattle.manage.nothing_to_do import is_ready
from rookiebattle.manage.processes import ROOT, TOOLS, run_openly
from rookiebattle.settings import Settings, get_settings

VITE_FOR_DEVELOPMENT = """\
// Written by `make dev`: the page and the backend behind one local address, as in production.
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


def run_command(_arguments: list[str]) -> int:
    """Build, migrate, fill, serve."""
    settings = get_settings()
    serve.refuse_used_port(settings.port)
    workers = serve.worker_count(settings)
    build_if_changed()
    prepare_database(settings)
    return serve.serve(settings, workers, ready_lines(settings))


def dev_command(_arguments: list[str]) -> int:
    """The same without a build: Vite serves the pages, both halves reload on a change."""
    settings = get_settings()
    serve.refuse_used_port(settings.port)
    serve.refuse_used_port(settings.port + 1)
    prepare_database(settings)
    (ROOT / ".web").mkdir(exist_ok=True)
    (ROOT / ".web/vite.dev.config.js").write_text(vite_config(settings.port + 1))
    print("\n".join(ready_lines(settings)), flush=True)
    ports = ("--frontend-port", str(settings.port), "--backend-port", str(settings.port + 1))
    return run_openly(
        [TOOLS / "reflex", "run", "--env", "dev", *ports, "--backend-host", serve.HOST],
        {"PUBLIC_URL": settings.public_url},
    )


def prepare_database(settings: Settings) -> None:
    """The schema, and the demo data where it is wanted."""
    if is_ready(settings):
        print("· The database is up to date", flush=True)
        return
    from rookiebattle.manage.database import upgrade_and_fill

    upgrade_and_fill(settings)


def vite_config(backend_port: int) -> str:
    """Vite's configuration for `make dev`: what the pages do not answer goes to the backend."""
    prefixes = json.dumps([*API_PREFIXES, urlsplit(DEV_ISSUER).path, "/_event"])
    return VITE_FOR_DEVELOPMENT % {"port": backend_port, "prefixes": prefixes}


def ready_lines(settings: Settings) -> list[str]:
    """The address, and who can sign in with one click."""
    lines = ["", f"{settings.org_name} is at {settings.public_url}"]
    if settings.wants_demo_data:
        lines.append("Sign in as one of the demo accounts (no password):")
        lines += [f"  {account.name:<24} {account.role}" for account in DEMO_ACCOUNTS]
    return [*lines, "Stop with Ctrl+C", ""]
