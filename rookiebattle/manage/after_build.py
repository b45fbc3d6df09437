"""Changes to the built pages before they are compressed. Reflex calls this plugin."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Unpack

from reflex_base.plugins import Plugin
from reflex_base.plugins.base import PostBuildContext

BUILD_ADDRESS = re.compile(r"""(["'`])(http|ws)://localhost:\d+(/[^"'`]*)\1""")
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.DOTALL)
# The head of a page may name another origin for the API (core/serving/head.py).
OWN_ORIGIN = (
    '(globalThis.document?.querySelector("meta[name=api]")?.content'
    '??globalThis.location?.origin??"").replace("http","{scheme}")+"{path}"'
)


class AfterBuild(Plugin):
    """Finishes a build.

    It points the client at the page's own address, prepares the first paint and the page without a
    network, and writes down the hashes of the inline scripts.
    """

    def post_build(self, **context: Unpack[PostBuildContext]) -> None:
        # Both import the design system, which a worker of `make dev` must not find loaded.
        from rookiebattle.manage import first_paint, offline

        folder = Path(context["static_dir"])
        _point_home(folder)
        _pack_programs(folder)
        first_paint.prepare(folder)
        offline.prepare(folder)
        pages = (page.read_text(encoding="utf-8") for page in folder.rglob("*.html"))
        (folder.parent / "csp.json").write_text(json.dumps(script_hashes(pages), indent=1))


def at_own_origin(script: str) -> str:
    """The script with each address of the build machine replaced by one of the page's own host.

    Reflex replaces only the host name, so without this a build could serve one port only.
    """
    return BUILD_ADDRESS.sub(
        lambda found: OWN_ORIGIN.format(scheme=found[2], path=found[3]), script
    )


def _point_home(folder: Path) -> None:
    scripts = list(folder.glob("assets/reflex-env-*.js"))
    if not scripts:
        raise RuntimeError("The build has no assets/reflex-env-*.js: did Reflex rename it?")
    for script in scripts:
        script.write_text(at_own_origin(script.read_text(encoding="utf-8")), encoding="utf-8")


def _pack_programs(folder: Path) -> None:
    """Pack WebAssembly, which Reflex's own packing passes over: one megabyte becomes less than
    half. A server takes the packed file beside the other."""
    for program in folder.glob("assets/*.wasm"):
        packed = gzip.compress(program.read_bytes(), mtime=0)
        program.with_name(f"{program.name}.gz").write_bytes(packed)


def script_hashes(pages: Iterable[str]) -> list[str]:
    """The distinct `sha256-…` sources of all inline scripts, in a stable order."""
    texts = {text for page in pages for text in INLINE_SCRIPT.findall(page)}
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return sorted(f"sha256-{base64.b64encode(one).decode()}" for one in digests)
