# mypy: ignore-errors
"""pretix with its static files, which nginx would send."""

from pathlib import Path

import pretix
from pretix.wsgi import application
from whitenoise import WhiteNoise

STATIC = Path(pretix.__file__).with_name("static.dist")
app = WhiteNoise(
    application, root=str(STATIC), prefix="static/", immutable_file_test=lambda *_: True
)
