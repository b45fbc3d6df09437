"""The icons for home screens of phones; a browser renders them."""

from pathlib import Path

from rookiebattle.art.crest import LEAF, MIRROR, PAPER
from rookiebattle.art.svg import circle, group, path

# Size in pixels and the share that the crest fills. Android cuts a maskable icon to a circle.
ICONS = {
    "apple-touch-icon.png": (180, 0.84),
    "icon-192.png": (192, 0.92),
    "icon-512.png": (512, 0.92),
    "icon-maskable.png": (512, 0.70),
}
GROUND = "#faf6ee"


def page(size: int, share: float) -> str:
    """The HTML that the browser photographs: the crest in the middle of paper to the edges."""
    half = path(LEAF, fill=PAPER.leaf)
    mark = (
        circle(48, 48, 44.5, fill=PAPER.ground, stroke=PAPER.ring, stroke_width=6)
        + circle(48, 26.5, 11.0, fill=PAPER.sun)
        + half
        + group(half, transform=MIRROR)
    )
    edge, wide = round(size * (1 - share) / 2, 2), round(size * share, 2)
    place = f'x="{edge}" y="{edge}" width="{wide}" height="{wide}" viewBox="0 0 96 96"'
    ground = f'<rect width="{size}" height="{size}" fill="{GROUND}"/>'
    drawn = f'<svg width="{size}" height="{size}">{ground}<svg {place}>{mark}</svg></svg>'
    return f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawn}"


def photograph(folder: Path, browser: str) -> None:
    """Render every icon into a PNG with the given Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for name, (size, share) in ICONS.items():
            view = chromium.new_page(viewport={"width": size, "height": size})
            view.set_content(page(size, share))
            view.screenshot(path=folder / name)
        chromium.close()
