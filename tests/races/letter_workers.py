"""Processes that only send letters, made to be killed: another one follows each that ends. They are
copies of one process, which imports the site once: `letter_workers COUNT SECONDS_BETWEEN_LOOKS`.
"""

import asyncio
import os
import sys

from rookiebattle import reactions
from rookiebattle.integrations.mail import build_mailer
from rookiebattle.integrations.postman import Postman
from rookiebattle.settings import get_settings


def start(look_again: float) -> None:
    if os.fork() == 0:
        asyncio.run(Postman(build_mailer(get_settings()), look_again=look_again).run())
        sys.exit("A worker has ended by itself.")


def main(count: str, look_again: str) -> None:
    reactions.connect()
    for _ in range(int(count)):
        start(float(look_again))
    while os.wait():
        start(float(look_again))


if __name__ == "__main__":
    main(*sys.argv[1:])
