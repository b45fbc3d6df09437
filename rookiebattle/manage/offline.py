"""The page that the service worker shows without a network, and the version of the worker."""

import json
from hashlib import sha256
from pathlib import Path

from htpy import Element, a, button, div, fragment, h2, p, section, ul

from rookiebattle import routes
from rookiebattle.core.doors.plain_page import TO_START, plain_html
from rookiebattle.ui.document import OWN_STYLES

UNVERSIONED, VERSIONED = 'VERSION = "development"', 'VERSION = "{}"'
NO_SHEETS, WITH_SHEETS = "SHEETS = []", "SHEETS = {}"
OFFLINE = "You’re Offline"
NEEDS = (
    "You need a connection for most pages, and to register, unregister or save anything. Anything "
    "you tried to change while offline wasn’t saved."
)
KEPT = "Your Next Events"
NONE_KEPT = "None of your upcoming events are saved in this browser."
STYLES = """
#events li{padding:16px;background:var(--panel);border:1px solid var(--line);border-radius:14px}
#mine h2{font:500 1.3125rem/1.25 "Shippori Mincho",Georgia,serif;margin:0 0 12px}
#events h3{font-size:1.0625rem;margin:0}
#events p,#as-of p{margin:0}
#events a{display:inline-grid;min-height:44px;align-items:center;color:var(--ai)}
#events p{overflow-wrap:anywhere}
#events summary{padding:10px 0;cursor:pointer}
#events details p+p{margin-top:8px}
#events details ul{margin:0;padding:0}
#events details li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 12px}
#events details li{padding:10px 0;border-width:1px 0 0;border-radius:0;overflow-wrap:anywhere}
#mine{margin-bottom:24px}
#events .qr{display:block;width:min(100%,22rem);margin:0 auto}
"""


def prepare(folder: Path) -> None:
    """Write the page, and into the worker the version of all that was built, and its sheets."""
    (folder / "offline.html").write_text(str(_page()), encoding="utf-8")
    worker = folder / routes.WORKER.strip("/")
    script = worker.read_text(encoding="utf-8")
    if UNVERSIONED not in script or NO_SHEETS not in script:
        raise RuntimeError("The service worker has no place for its version: did sw.js change?")
    sheets = json.dumps([*map(routes.style_sheet, OWN_STYLES)])
    script = script.replace(UNVERSIONED, VERSIONED.format(_digest(folder)))
    worker.write_text(script.replace(NO_SHEETS, WITH_SHEETS.format(sheets)), encoding="utf-8")


def _page() -> Element:
    # The script shows one of the two.
    mine = section("#mine", hidden=True)[h2[KEPT], ul("#events"), div("#as-of")]
    none = p("#none", hidden=True)[NONE_KEPT]
    again = button("#again.button.primary", type="button")["Try Again"]
    home = a(".button", href=routes.HOME)[TO_START]
    content = fragment[mine, none, div(".actions")[again, home]]
    return plain_html(OFFLINE, NEEDS, content, styles=STYLES, script=routes.OFFLINE_SCRIPT)


def _digest(folder: Path) -> str:
    """A hash of all built files. The names of scripts have one of their content already."""
    whole = sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        whole.update(file.relative_to(folder).as_posix().encode() + b"\0")
        if file.suffix in (".html", ".js", ".css", ".svg", ".woff2"):
            whole.update(file.read_bytes())
    return whole.hexdigest()[:16]
