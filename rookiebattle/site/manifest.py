"""The web app manifest, for the home screens of phones. Pure."""

from rookiebattle import routes
from rookiebattle.art.app_icons import GROUND, ICONS

MASKABLE = "icon-maskable.png"
APPLE = "apple-touch-icon.png"


def manifest(name: str, about: str) -> dict[str, object]:
    """The manifest. The site stays in the browser's window, with its address bar."""
    return {
        "name": name,
        "short_name": name,
        "description": about,
        "start_url": routes.HOME,
        "scope": routes.HOME,
        "display": "minimal-ui",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [_icon(file) for file in ICONS if file != APPLE],
    }


def _icon(file: str) -> dict[str, str]:
    size, _ = ICONS[file]
    purpose = "maskable" if file == MASKABLE else "any"
    icon = {"src": routes.art(file), "sizes": f"{size}x{size}", "type": "image/png"}
    return {**icon, "purpose": purpose}
