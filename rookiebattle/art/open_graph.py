"""The picture that chat programs show beside a link; 1200 by 630, rendered by a browser."""

from base64 import b64encode
from html import escape
from pathlib import Path

from rookiebattle.art.crest import PAPER, crest
from rookiebattle.art.hero import hero
from rookiebattle.art.landscape import DAY
from rookiebattle.settings import get_settings

WIDTH, HEIGHT = 1200, 630
STYLE = """
body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; }
body > svg { position: absolute; inset: 0; width: 1200px; height: 630px; }
main { position: absolute; left: 64px; top: 72px; width: 520px; color: #16161d; }
main svg { width: 120px; height: 120px; }
h1 { font: 500 84px/1.08 Mincho; margin: 28px 0 16px; }
p { font: 400 30px/1.4 Sans; margin: 0; color: #57534c; }
"""


def ground() -> str:
    """The same picture without words: `event_card.py` draws an event upon it."""
    return f"<style>{STYLE}</style><body>{hero(DAY)}</body>"


def page(fonts: Path) -> str:
    """The HTML that the browser photographs, with its fonts inside."""
    settings = get_settings()
    mark = f'<svg viewBox="0 0 96 96">{crest(PAPER)}</svg>'
    faces = _face("Mincho", fonts / "shippori-mincho-500.woff2") + _face(
        "Sans", fonts / "source-sans-3.woff2"
    )
    words = f"<h1>{escape(settings.org_name)}</h1><p>{escape(settings.org_subtitle)}</p>"
    return f"<style>{faces}{STYLE}</style><body>{hero(DAY)}<main>{mark}{words}</main></body>"


def photograph(content: str, file: Path, browser: str) -> None:
    """Render a page into a PNG with the given Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        view = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        view.set_content(content)
        view.evaluate("document.fonts.ready.then(() => true)")
        view.screenshot(path=file)
        chromium.close()


def _face(name: str, file: Path) -> str:
    data = b64encode(file.read_bytes()).decode()
    return f'@font-face {{ font-family: {name}; src: url("data:font/woff2;base64,{data}"); }}'
