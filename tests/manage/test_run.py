"""What `make run` and `make dev` tell and write."""

import json

from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.core.serving.mount import API_PREFIXES
from rookiebattle.manage.run import ready_lines, vite_config
from rookiebattle.settings import Settings


def test_the_last_lines_name_the_address_and_every_demo_account() -> None:
    lines = "\n".join(ready_lines(Settings(port=8123)))
    assert "http://localhost:8123" in lines
    assert all(account.name in lines for account in DEMO_ACCOUNTS)


def test_demo_accounts_are_not_offered_where_a_provider_is_set() -> None:
    settings = Settings(
        oidc_issuer="https://id.example.org",
        oidc_client_id="club",
        oidc_client_secret="secret",
        session_secret="x" * 32,
        public_url="https://club.example.org",
    )
    assert not any("demo" in line for line in ready_lines(settings))


def test_the_development_server_passes_on_all_that_the_backend_answers() -> None:
    config = vite_config(8124)
    assert '"http://127.0.0.1:8124"' in config
    assert json.dumps([*API_PREFIXES, "/dev-oidc", "/_event"]) in config
