"""The web app manifest, for the home screens of phones. Pure."""

from rookiebattle import routes

GROUND = "#faf6ee"
# Android cuts a maskable icon to a circle.
MASKABLE = "icon-maskable.png"
ICONS = {"icon-192.png": 192, "icon-512.png": 512, MASKABLE: 512}
"""The files in `assets/art` with their width in pixels."""


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
        "icons": [_icon(file) for file in ICONS],
    }


def _icon(file: str) -> dict[str, str]:
    size = ICONS[file]
    purpose = "maskable" if file == MASKABLE else "any"
    icon = {"src": routes.art(file), "sizes": f"{size}x{size}", "type": "image/png"}
    return {**icon, "purpose": purpose}
