"""`python -m rookiebattle.seed`: fill an empty database with the demo data."""

import sys

from rookiebattle import models
from rookiebattle.seed import main
from rookiebattle.settings import SettingsError

__all__ = ["models"]

if __name__ == "__main__":
    try:
        main()
    except SettingsError as refused:
        sys.exit(str(refused))
