"""`python -m tests.stripe_double WEBHOOK_URL SITE FILE`: the double of `make run PAYMENTS=demo`.

Prints the settings of a site that uses it as one line of JSON, and ends with its standard input.
"""

import json
import sys
from pathlib import Path

from tests.stripe_double import keeping
from tests.stripe_double.double import StripeDouble


def main(webhook_url: str, site: str, file: str) -> None:
    """Answer until nobody needs the double anymore."""
    kept = Path(file)
    account = keeping.read(kept)
    double = StripeDouble(webhook_url=webhook_url, site=site, at_once=True, account=account)
    double.after_call = lambda: keeping.write(double.account, kept)
    with double:
        print(json.dumps(double.settings), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
