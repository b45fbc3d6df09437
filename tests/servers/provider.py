"""A strict OpenID provider (panva's oidc-provider) on loopback."""

import json
import os
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from development.testing import NODE_TESTS
from rookiebattle.manage.processes import TOOLS
from tests.servers.programs import Program, free_port

CLIENT_ID = "rookiebattle"
CLIENT_SECRET = "a-secret-only-for-tests-on-loopback"


class OpenIdProvider:
    """Has one client with one exact redirect address. Anybody signs in by typing an email address.

    An address `unverified-…@example.org` is not verified. `like` makes it behave as a provider of
    the world does: 'entra', 'apple' or 'self-hosted' (`KINDS` in provider.js).
    """

    def __init__(self, folder: Path, redirect_uri: str, *, like: str = "strict") -> None:
        if not (NODE_TESTS / "node_modules/oidc-provider").exists():
            pytest.fail("The OpenID provider is missing. Install it: make test", False)
        self.port = free_port()
        self.issuer = f"http://localhost:{self.port}"
        configuration = {
            "issuer": self.issuer,
            "port": self.port,
            "clientId": CLIENT_ID,
            "clientSecret": CLIENT_SECRET,
            "redirectUri": redirect_uri,
            "like": like,
        }
        self.program = Program(
            [TOOLS / "node", NODE_TESTS / "provider.js"],
            log=folder / "provider.log",
            env={**os.environ, "PROVIDER": json.dumps(configuration)},
        )
        self.program.wait_until(self._is_up)

    @property
    def settings(self) -> dict[str, str]:
        """The settings of an application that uses this provider."""
        return {
            "OIDC_ISSUER": self.issuer,
            "OIDC_CLIENT_ID": CLIENT_ID,
            "OIDC_CLIENT_SECRET": CLIENT_SECRET,
        }

    def _is_up(self) -> bool:
        try:
            urllib.request.urlopen(f"http://localhost:{self.port}/jwks").close()
        except urllib.error.URLError:
            return False
        return True

    def stop(self) -> None:
        self.program.stop()
