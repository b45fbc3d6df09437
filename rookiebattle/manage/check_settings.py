"""`make check-settings`: asks each program that the settings name, and prints its line."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from rookiebattle import routes
from rookiebattle.core.errors import AppError
from rookiebattle.core.telemetry.logs import redacted
from rookiebattle.settings import CONSOLE, OpenIdSettings, Settings, get_settings, unknown_settings

MOST_SECONDS, STEP_SECONDS = 20.0, 8.0
NO_CONTACT = (
    "ORG_CONTACT_EMAIL is not set: what members and the site itself write to the club reaches "
    "nobody."
)
OK, BROKEN, NOT_SET, NOTE = "ok", "BROKEN", "not set", "note"


class Wrong(Exception):
    """A program does not do what the site needs. The message names no secret."""


@dataclass(frozen=True, slots=True)
class Question:
    """A program, the setting that names it, what the site does without it, and how it is asked.

    `ask` returns what was found, or raises Wrong.
    """

    title: str
    setting: str
    without: str
    ask: Callable[[Settings], Awaitable[str]]


async def ask_database(settings: Settings) -> str:
    from sqlalchemy.exc import SQLAlchemyError

    from rookiebattle.manage.database import is_current
    from rookiebattle.manage.folder import SQLITE

    url = settings.database_url
    file = Path(url.removeprefix(SQLITE))
    if url.startswith(SQLITE) and not file.exists():
        return f"{file} is made at the first start"
    try:
        is_of_this_version = is_current(url)
    except (SQLAlchemyError, AppError) as failed:
        raise Wrong(_of_database(failed)) from failed
    if is_of_this_version:
        return "has the tables of this version"
    return "gets the tables of this version at the next start"


# Of a driver's message only what it says about: the rest repeats the address.
_OF_DATABASES = {
    "password authentication failed": "it refuses the user or the password",
    "no password supplied": "it wants a password",
    "does not exist": "there is no such database or user",
    "connection refused": "nothing listens at this address",
    "timeout": "it did not answer in time",
    "translate host name": "there is no such host",
    "not known": "there is no such host",
    "resolve": "there is no such host",
    "not a database": "the file is no SQLite database",
    "unable to open": "the file cannot be opened by this user",
    "readonly": "this user may not write the file",
    "permission denied": "this user may not read it",
}


def _of_database(failed: Exception) -> str:
    said = str(failed).lower()
    known = (sentence for words, sentence in _OF_DATABASES.items() if words in said)
    return next(known, f"it cannot be used ({type(failed).__name__})")


async def ask_redis(settings: Settings) -> str:
    from redis import Redis, RedisError
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    limits = {"socket_timeout": STEP_SECONDS, "socket_connect_timeout": STEP_SECONDS}
    try:
        with Redis.from_url(settings.redis_url, retry=Retry(NoBackoff(), 0), **limits) as redis:
            redis.set("rookiebattle:check", b"", ex=60)
    except (RedisError, OSError) as failed:
        raise Wrong(f"it did not keep a few bytes ({type(failed).__name__})") from failed
    return "kept a few bytes"


async def ask_providers(settings: Settings) -> str:
    providers = settings.openid_providers
    wrong = await asyncio.gather(*map(_why_wrong, providers))
    if any(wrong):
        # The only provider needs no name.
        named = zip(providers, wrong, strict=True) if len(providers) > 1 else ()
        raise Wrong("; ".join(f"{one.name}: {why}" for one, why in named if why) or wrong[0])
    names = ", ".join(one.name for one in providers)
    of_each = f" ({names})" if len(providers) > 1 else ""
    address = f"{settings.public_url}{routes.LOGIN_CALLBACK}"
    return f"sent its addresses and keys{of_each}; its redirect address must be {address}"


async def _why_wrong(provider: OpenIdSettings) -> str:
    """The fault of a provider; empty for none."""
    from rookiebattle.accounts.provider import client_of
    from rookiebattle.integrations.oidc import ProviderDown, SignInRefused

    try:
        await client_of(provider).check()
    except SignInRefused as refused:
        return (
            f"{refused} OIDC_ISSUER must be exactly the “issuer” of the provider’s document "
            "/.well-known/openid-configuration, also in whether it ends with a slash."
        )
    except ProviderDown as down:
        return f"it did not send its document /.well-known/openid-configuration ({_kind(down)})"
    return ""


async def ask_mail_server(settings: Settings) -> str:
    from rookiebattle.integrations.smtp import Delayed, SmtpServer

    if settings.smtp_url == CONSOLE:
        return "letters are printed"
    try:
        SmtpServer(settings, step_seconds=STEP_SECONDS).check()
    except Delayed as failed:
        raise Wrong(str(failed)) from failed
    took = "took the login" if urlsplit(settings.smtp_url).username else "answers without a login"
    return f"{took}; no letter was sent"


async def ask_bucket(settings: Settings) -> str:
    from rookiebattle.core.jobs.jobs import JobFailed
    from rookiebattle.uploads.probing import PROBED, probe

    try:
        probe()
    except JobFailed as failed:
        raise Wrong(str(failed)) from failed
    return f"{PROBED} in {settings.s3_bucket}"


async def ask_stripe(settings: Settings) -> str:
    from rookiebattle.core import clock
    from rookiebattle.integrations.stripe.cards import PaymentRefused, PaymentsDown
    from rookiebattle.integrations.stripe.client import StripeCards

    if ("_live_" in settings.stripe_publishable_key) != settings.takes_real_money:
        raise Wrong("one key is for real money and the other for tests: take both from one place")
    try:
        await StripeCards(settings).payments_since(clock.now())
    except (PaymentRefused, PaymentsDown) as failed:
        raise Wrong(f"it could not be asked with the secret key ({_kind(failed)})") from failed
    mode = "real money" if settings.takes_real_money else "tests, so nobody is charged"
    return f"took the secret key, which is for {mode}"


def _kind(failed: AppError) -> str:
    """The kind of the error behind a failure, or the status that was answered."""
    cause = failed.__cause__ or failed
    status = getattr(getattr(cause, "response", None), "status_code", None)
    return f"status {status}" if status else type(cause).__name__


QUESTIONS = (
    Question("Database", "database_url", "", ask_database),
    Question("Redis", "redis_url", "one worker only", ask_redis),
    Question("Sign-in", "oidc_issuer", "anybody may become any demo account", ask_providers),
    Question("Mail server", "smtp_url", "nobody receives emails", ask_mail_server),
    Question("Bucket", "s3_bucket", "pictures and videos are in DATA_DIR/uploads", ask_bucket),
    Question("Stripe", "stripe_secret_key", "payments are recorded by hand", ask_stripe),
)


def check_settings_command(_arguments: list[str]) -> int:
    """Print a line for each program. The exit code is 1 when one does not do as the site needs."""
    settings = get_settings()
    answers = ask_all(settings)
    for question in QUESTIONS:
        state, words = answers[question.title]
        print(f"{state:<9}{_without_secrets(f'{question.title}: {words}', settings)}")
    for sentence in (*unknown_settings(), *_unread(settings)):
        print(f"{NOTE:<9}{sentence}")
    return 1 if BROKEN in {state for state, _ in answers.values()} else 0


def _unread(settings: Settings) -> Sequence[str]:
    has_contact = settings.is_development or "org_contact_email" in settings.model_fields_set
    return () if has_contact else (NO_CONTACT,)


def ask_all(
    settings: Settings, *, most_seconds: float = MOST_SECONDS
) -> Mapping[str, tuple[str, str]]:
    """The state and the words of each question, all of which are asked at once.

    A program that answers slowly for ever keeps its thread, which ends with the command.
    """
    found: dict[str, BaseException | str] = {}
    asked = [one for one in QUESTIONS if getattr(settings, one.setting)]
    threads = [
        threading.Thread(target=_ask, args=(one, settings, found), daemon=True) for one in asked
    ]
    for one in threads:
        one.start()
    deadline = time.monotonic() + most_seconds
    for one in threads:
        one.join(max(0.0, deadline - time.monotonic()))
    late = Wrong(f"it did not answer within {most_seconds:g} seconds")
    answers = {one.title: _answer(found.get(one.title, late)) for one in asked}
    nothing = {one.title: (NOT_SET, f"{one.without} ({one.setting.upper()})") for one in QUESTIONS}
    return nothing | answers


def _ask(question: Question, settings: Settings, found: dict[str, BaseException | str]) -> None:
    async def ask() -> None:
        # Anything that a strange server makes a library raise is a line.
        (found[question.title],) = await asyncio.gather(
            question.ask(settings), return_exceptions=True
        )

    asyncio.run(ask())


def _answer(found: BaseException | str) -> tuple[str, str]:
    if isinstance(found, str):
        return OK, found
    words = str(found) if isinstance(found, Wrong) else f"it failed ({type(found).__name__})"
    return BROKEN, words


def _without_secrets(line: str, settings: Settings) -> str:
    addresses = (settings.database_url, settings.redis_url, settings.smtp_url)
    passwords = [urlsplit(one).password or "" for one in addresses if "://" in one]
    return redacted(line, [one for one in (*settings.secrets, *passwords) if one])
