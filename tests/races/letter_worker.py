"""A process that only sends letters, made to be killed. Its argument: seconds between two looks."""

import asyncio
import sys

from rookiebattle import reactions
from rookiebattle.integrations.mail import build_mailer
from rookiebattle.integrations.postman import Postman
from rookiebattle.settings import get_settings

reactions.connect()
asyncio.run(Postman(build_mailer(get_settings()), look_again=float(sys.argv[1])).run())
