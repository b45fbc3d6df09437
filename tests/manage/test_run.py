"""The lines that `make run` prints."""

from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.manage.run import ready_lines
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
