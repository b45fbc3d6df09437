"""The pictures of the demo data as files that somebody might upload; a browser draws them."""

import io
from pathlib import Path

from PIL import Image

from rookiebattle.art.gallery import drawn, named

WIDTH, HEIGHT, QUALITY = 960, 720, 72
STYLE = f"body {{ margin: 0 }} svg {{ display: block; width: {WIDTH}px; height: {HEIGHT}px }}"


def photograph(folder: Path, browser: str) -> None:
    """Draw every file of the folder again; its name says which drawing it is."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        view = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        for file in sorted(folder.glob("*.webp")):
            view.set_content(f"<style>{STYLE}</style>{drawn(named(file.stem))}")
            Image.open(io.BytesIO(view.screenshot())).convert("RGB").save(
                file, "WEBP", quality=QUALITY, method=6
            )
        chromium.close()
