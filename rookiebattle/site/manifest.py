"""What a phone asks for when somebody puts the site on its first screen. Pure."""

from rookiebattle.art.app_icons import GROUND, ICONS

MASKABLE = "icon-maskable.png"
APPLE = "apple-touch-icon.png"


def manifest(name: str, about: str) -> dict[str, object]:
    """The web app manifest; the site stays in the browser's own window, with its address."""
    return {
        "name": name,
        "short_name": name,
        "description": about,
        "start_url": "/",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [_icon(file) for file in ICONS if file != APPLE],
    }


def _icon(file: str) -> dict[str, str]:
    size, _ = ICONS[file]
    purpose = "maskable" if file == MASKABLE else "any"
    icon = {"src": f"/art/{file}", "sizes": f"{size}x{size}", "type": "image/png"}
    return {**icon, "purpose": purpose}
