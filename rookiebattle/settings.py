"""The typed Settings; the only module that reads the environment."""

import os
import re
import secrets
from difflib import get_close_matches
from email.utils import parseaddr
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, Self
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

from rookiebattle.origins import are_of_one_site, origin_of

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
CONSOLE = "console"
NO_NOTICE = "none"
COUNT = "count"
"""The value of ORG_MEMBERS_TEXT for which the site counts who came in the last year."""
WEB = ("https://", "http://")
# One email address, without spaces, line ends, quotes and the marks that separate addresses.
PLAIN_ADDRESS = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+", re.ASCII)
SHORTEST_SECRET = 32
# How the names of the settings of each OpenID provider end.
PROVIDERS = ("", "_2", "_3")
KNOWN_PROVIDERS = {
    "accounts.google.com": "Google",
    "appleid.apple.com": "Apple",
    "login.microsoftonline.com": "Microsoft",
}
OUR_FAMILIES = ("ORG_", "ORGANIZER_", "OIDC_", "SMTP_", "STRIPE_", "S3_", "METRICS_", "SOCKETS_")
OF_OTHER_PROGRAMS = ("AWS_", "GRANIAN_", "OTEL_")
"""Libraries read more of these names than are settings of ours."""
NO_ZONE = "is not a time zone; use a name such as America/New_York"
_SENDER = re.compile(r"""([^<>"\x00-\x1f\x7f]*<)?[^\s<>",;@]+@[^\s<>",;@]+(?(1)>)""")
SERVERS = {
    "database_url": ("sqlite:///.|postgres(ql)?://", "postgresql://user:password@host/name"),
    "redis_url": ("rediss?://|unix://", "redis://127.0.0.1:6379"),
}
NOT_OF_HUNDREDTHS = frozenset(
    {"BHD", "BIF", "CLP", "DJF", "GNF", "IQD", "ISK", "JOD", "JPY", "KMF", "KRW", "KWD"}
    | {"LYD", "MGA", "OMR", "PYG", "RWF", "TND", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"}
)
"""Currencies whose small unit is no hundredth, or that Stripe charges in other units."""


class SettingsError(RuntimeError):
    """A setting is missing or wrong. The message is a sentence that names the cure."""


class OpenIdSettings(NamedTuple):
    """One OpenID provider. `trusts_emails`: its addresses count as verified, whatever it says."""

    issuer: str
    client_id: str
    client_secret: str
    name: str
    trusts_emails: bool


class Settings(BaseSettings):
    """Everything that an operator may set. A field's name in upper case is the variable."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True)

    port: int = Field(default=8000, ge=1, le=65535)
    listen_to_all: bool = False
    public_url: str = ""
    api_url: str = ""
    data_dir: Path = Path("data")
    database_url: str = ""
    redis_url: str = ""
    granian_workers: int = Field(default=1, ge=1)
    session_secret: str = ""
    session_secret_before: str = ""
    admin_emails: Annotated[frozenset[str], NoDecode] = frozenset()
    oidc_issuer: str = ""
    oidc_client_id: str = ""
    oidc_client_secret: str = ""
    oidc_name: str = ""
    oidc_trust_emails: bool = False
    oidc_issuer_2: str = ""
    oidc_client_id_2: str = ""
    oidc_client_secret_2: str = ""
    oidc_name_2: str = ""
    oidc_trust_emails_2: bool = False
    oidc_issuer_3: str = ""
    oidc_client_id_3: str = ""
    oidc_client_secret_3: str = ""
    oidc_name_3: str = ""
    oidc_trust_emails_3: bool = False
    demo_data: bool = True
    trusted_proxies: int = Field(default=0, ge=0, le=10)
    smtp_url: str = ""
    mail_from: str = ""
    s3_bucket: str = Field(default="", pattern=r"^([A-Za-z0-9][A-Za-z0-9.\-]{1,62})?$")
    s3_endpoint_url: str = ""
    s3_public_url: str = ""
    aws_access_key_id: str = ""
    aws_secret_access_key: str = ""
    aws_session_token: str = ""
    aws_region: str = ""
    stripe_secret_key: str = ""
    stripe_publishable_key: str = ""
    stripe_webhook_secret: str = ""
    stripe_api_base: str = ""
    stripe_js_url: str = ""
    metrics_port: int = Field(default=0, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"
    log_format: Literal["text", "json"] = "text"
    slow_query_ms: int = Field(default=500, ge=0)
    otel_exporter_otlp_endpoint: str = ""

    events_per_second: int = Field(default=20, ge=1)
    connects_per_minute: int = Field(default=60, ge=1)
    requests_per_minute: int = Field(default=600, ge=1)
    organizer_events_per_day: int = Field(default=2_000, ge=1)
    organizer_text_per_day: int = Field(default=1_000_000, ge=1)
    sockets_per_address: int = Field(default=200, ge=1)
    sockets_per_member: int = Field(default=50, ge=1)
    sockets_per_worker: int = Field(default=2000, ge=4)

    org_name: str = "Rookie Battle"
    org_subtitle: str = "Foam-weapon combat, Florida"
    org_region: str = "Tampa Bay area"
    org_address: str = "Leaders’ Coalition, PO Box 100, Tampa, FL 33600"
    org_contact_email: str = "contact@example.org"
    org_time_zone: str = "America/New_York"
    org_founded: int = 2018
    org_members_text: str = "150+ Active Members"
    org_path_documents: str = "https://docs.example.org/path-of-the-warrior"
    org_privacy: str = ""
    org_terms: str = ""
    org_waiver_notice: str = ""
    currency: str = Field(default="USD", pattern="^[A-Z]{3}$")

    @field_validator("admin_emails", mode="before")
    @classmethod
    def _split_emails(cls, value: object) -> object:
        if isinstance(value, str):
            return frozenset(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("admin_emails")
    @classmethod
    def _plain_emails(cls, value: frozenset[str]) -> frozenset[str]:
        for one in sorted(value):
            if not PLAIN_ADDRESS.fullmatch(one):
                raise ValueError(f"must be addresses such as ana@example.org, which {one!a} is not")
        # All letters are ASCII here, so this is `folded_address` of core/values/addresses.py.
        return frozenset(one.lower() for one in value)

    @field_validator("org_time_zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError) as unknown:
            raise ValueError(NO_ZONE) from unknown
        return value

    @field_validator("currency")
    @classmethod
    def _of_hundredths(cls, value: str) -> str:
        if value in NOT_OF_HUNDREDTHS:
            raise ValueError("must be one of hundredths, such as USD, because prices are in cents")
        return value

    @field_validator(*SERVERS)
    @classmethod
    def _known_server(cls, value: str, info: ValidationInfo) -> str:
        scheme, example = SERVERS[info.field_name or ""]
        if value and not re.match(scheme, value):
            raise ValueError(f"must look like {example}")
        return value

    @field_validator("smtp_url")
    @classmethod
    def _known_mail_server(cls, value: str) -> str:
        if value in ("", CONSOLE) or _is_mail_server(value):
            return value
        # The sentence never shows the value, because it may contain a password.
        raise ValueError("must look like smtps://user:password@mail.example.org:465 or smtp://…")

    @field_validator("s3_endpoint_url", "s3_public_url", "otel_exporter_otlp_endpoint")
    @classmethod
    def _web_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and not (parts.scheme in ("http", "https") and parts.hostname):
            raise ValueError("must look like https://storage.example.org")
        return value.rstrip("/")

    @field_validator("org_privacy", "org_terms")
    @classmethod
    def _address_or_file(cls, value: str) -> str:
        try:
            if value and not value.startswith(WEB):
                Path(value).read_text("utf-8")
        except (OSError, ValueError) as unread:
            raise ValueError(
                "must be an address such as https://club.example.org/privacy, or a text file "
                "(Markdown, UTF-8) that the site’s user can read"
            ) from unread
        return value

    @field_validator("org_waiver_notice")
    @classmethod
    def _none_or_file(cls, value: str) -> str:
        try:
            if value not in ("", NO_NOTICE):
                Path(value).read_text("utf-8")
        except (OSError, ValueError) as unread:
            raise ValueError(
                "must be a text file (UTF-8) that the site’s user can read, or none"
            ) from unread
        return value

    @field_validator("mail_from")
    @classmethod
    def _one_sender(cls, value: str) -> str:
        if value and not (_SENDER.fullmatch(value) and _is_domain(value.rpartition("@")[2])):
            raise ValueError("must look like Rookie Battle <hello@example.org>")
        return value

    @field_validator("mail_from", "org_contact_email")
    @classmethod
    def _answerable(cls, value: str) -> str:
        """Every letter of the site has these addresses in its headers."""
        if not parseaddr(value)[1].rpartition("@")[0].isascii():
            raise ValueError(
                "must have only letters from a to z before the @, or nobody can answer"
            )
        return value

    @model_validator(mode="after")
    def _complete(self) -> Self:
        """Derive the fields that depend on others, and refuse unsafe combinations."""
        public = (self.public_url or f"http://localhost:{self.port}").rstrip("/")
        api = (self.api_url or public).rstrip("/")
        derived = {
            "public_url": origin_of(public),
            "api_url": origin_of(api) or api,
            "org_path_documents": self.org_path_documents.rstrip("/"),
            "database_url": self.database_url or f"sqlite:///{self.data_dir}/rookiebattle.db",
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)
        if not self.public_url:
            raise ValueError("PUBLIC_URL must look like https://example.org, without a path")
        self._refuse_api_of_another_site()
        if urlsplit(self.org_path_documents).scheme not in ("http", "https"):
            raise ValueError("ORG_PATH_DOCUMENTS must be the address of a folder on the web")
        self._refuse_half_a_provider()
        needs_secret = self.session_secret or self.oidc_issuer
        if needs_secret and len(self.session_secret) < SHORTEST_SECRET:
            raise ValueError(
                "SESSION_SECRET needs at least 32 characters; make one with: openssl rand -hex 32"
            )
        if self.session_secret_before and len(self.session_secret_before) < SHORTEST_SECRET:
            raise ValueError(
                "SESSION_SECRET_BEFORE must be the whole SESSION_SECRET of before; without one, "
                "leave it out"
            )
        if self.listen_to_all and self.is_development:
            raise ValueError(
                "LISTEN_TO_ALL lets other machines in, and the development sign-in is for this one "
                "alone: set OIDC_ISSUER"
            )
        if self.port in self.metrics_ports:
            raise ValueError("METRICS_PORT and PORT must differ; each worker takes one more port")
        self._refuse_half_a_mail_server()
        self._refuse_half_of_stripe()
        return self

    def _refuse_api_of_another_site(self) -> None:
        """Browsers send the session's cookie only within one site."""
        here, there = urlsplit(self.public_url), urlsplit(self.api_url)
        is_same = here.scheme == there.scheme and not there.path and not there.query
        if self.has_own_api and not (
            is_same and are_of_one_site(here.hostname or "", there.hostname or "")
        ):
            raise ValueError(
                "API_URL must belong to the site of PUBLIC_URL, such as https://api.example.org "
                "beside https://www.example.org; leave it empty when one address serves both"
            )

    def _refuse_half_a_provider(self) -> None:
        for one, end in zip(self._all_providers, PROVIDERS, strict=True):
            if one.issuer and not (one.client_id and one.client_secret):
                raise ValueError(
                    f"OIDC_CLIENT_ID{end} and OIDC_CLIENT_SECRET{end} are needed beside "
                    f"OIDC_ISSUER{end}"
                )
        issuers = [one.issuer for one in self.openid_providers]
        if issuers and not self.oidc_issuer:
            raise ValueError("OIDC_ISSUER is needed beside OIDC_ISSUER_2 and OIDC_ISSUER_3")
        if len(issuers) > len(set(issuers)):
            raise ValueError("OIDC_ISSUER, OIDC_ISSUER_2 and OIDC_ISSUER_3 must differ")

    def _refuse_half_a_mail_server(self) -> None:
        if self.smtp_url == CONSOLE and not self.is_development:
            raise ValueError("SMTP_URL=console prints letters of members; use a mail server")
        if self.smtp_url not in ("", CONSOLE) and not self.mail_from:
            raise ValueError(
                "MAIL_FROM is needed beside SMTP_URL, such as Rookie Battle <hello@example.org>"
            )

    def _refuse_half_of_stripe(self) -> None:
        keys = (self.stripe_secret_key, self.stripe_publishable_key, self.stripe_webhook_secret)
        if any(keys) and not all(keys):
            raise ValueError(
                "STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET belong "
                "together; leave all three empty to take no cards"
            )
        stand_ins = (self.stripe_api_base, self.stripe_js_url)
        if any(stand_ins) and not self.is_loopback:
            raise ValueError(
                "STRIPE_API_BASE and STRIPE_JS_URL replace Stripe in tests and demonstrations; "
                "remove them, because PUBLIC_URL is a real address"
            )

    @cached_property
    def signing_secret(self) -> str:
        """The secret of all signatures. In development it is made when it is first needed.

        So no command that signs nothing writes a secret, in whichever folder it is typed. Raises
        SettingsError when it cannot be made or read.
        """
        return self.session_secret or _development_secret(self.data_dir)

    @property
    def org_zone(self) -> ZoneInfo:
        """The time zone where the club is."""
        return ZoneInfo(self.org_time_zone)

    @property
    def openid_providers(self) -> tuple[OpenIdSettings, ...]:
        """The providers that members may choose from; none in development."""
        return tuple(one for one in self._all_providers if one.issuer)

    @property
    def _all_providers(self) -> list[OpenIdSettings]:
        return [
            OpenIdSettings(
                issuer := getattr(self, f"oidc_issuer{end}"),
                getattr(self, f"oidc_client_id{end}"),
                getattr(self, f"oidc_client_secret{end}"),
                getattr(self, f"oidc_name{end}") or _name_of_provider(issuer),
                getattr(self, f"oidc_trust_emails{end}"),
            )
            for end in PROVIDERS
        ]

    @property
    def takes_cards(self) -> bool:
        """Whether members can pay by card. Without keys, payments are recorded by hand."""
        return bool(self.stripe_secret_key)

    @property
    def takes_real_money(self) -> bool:
        """Whether the keys are Stripe's live keys; test keys charge nobody."""
        return "_live_" in self.stripe_secret_key

    @property
    def metrics_ports(self) -> range:
        """The ports of the workers, from METRICS_PORT on; none when it is 0."""
        workers = self.granian_workers if self.metrics_port else 0
        return range(self.metrics_port, self.metrics_port + workers)

    @property
    def sender(self) -> tuple[str, str]:
        """The name and the address from which letters are sent."""
        name, address = parseaddr(self.mail_from)
        user, _, domain = address.rpartition("@")
        # Servers and the ids of letters know a domain of other letters by its name in ASCII.
        sender = f"{user}@{domain.encode('idna').decode()}" if address else "no-reply@example.org"
        return name or self.org_name, sender

    @property
    def own_texts(self) -> dict[str, str]:
        """The club's own privacy policy and terms in Markdown, by the setting that names a file."""
        named = {"org_privacy": self.org_privacy, "org_terms": self.org_terms}
        return {
            name: Path(value).read_text("utf-8")
            for name, value in named.items()
            if value and not value.startswith(WEB)
        }

    @property
    def waiver_notice(self) -> str | None:
        """The notice that the form for minors must hold; None: that of Florida, empty: none."""
        if not self.org_waiver_notice:
            return None
        own = self.org_waiver_notice
        return "" if own == NO_NOTICE else Path(own).read_text("utf-8").strip()

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values that must never appear in a log."""
        is_given = self.session_secret or not _secret_file(self.data_dir).exists()
        return (
            self.session_secret if is_given else self.signing_secret,
            *(self.session_secret_before, self.smtp_password),
            *(one.client_secret for one in self._all_providers),
            *(self.aws_secret_access_key, self.aws_session_token),
            *(self.stripe_secret_key, self.stripe_webhook_secret),
        )

    @property
    def smtp_password(self) -> str:
        return unquote(urlsplit(self.smtp_url).password or "")

    @property
    def public_host(self) -> str:
        return urlsplit(self.public_url).hostname or ""

    @property
    def is_development(self) -> bool:
        """True without an OpenID provider: then the development sign-in is offered."""
        return not self.oidc_issuer

    @property
    def wants_demo_data(self) -> bool:
        """Only at the development provider: demo accounts sign in nowhere else."""
        return self.demo_data and self.is_development

    @property
    def is_loopback(self) -> bool:
        """Whether PUBLIC_URL leads to this machine; every name below `localhost` does."""
        return self.public_host in LOOPBACK_HOSTS or self.public_host.endswith(".localhost")

    @property
    def has_own_api(self) -> bool:
        """Whether browsers find the API and the websocket at another address than the pages."""
        return self.api_url != self.public_url

    @property
    def own_origins(self) -> frozenset[str]:
        """The origins of PUBLIC_URL; in development also the other name of loopback."""
        own = urlsplit(self.public_url)
        origins = {f"{own.scheme}://{own.netloc}"}
        if self.is_development and self.is_loopback:
            origins |= {f"http://{host}:{self.port}" for host in ("localhost", "127.0.0.1")}
        return frozenset(origins)

    @property
    def storage_origins(self) -> tuple[str, ...]:
        """The origins at which browsers send files to the bucket and read them; none for a folder.

        Amazon serves a bucket at two names.
        """
        if not self.s3_bucket:
            return ()
        regions = ("", f".{self.aws_region or '*'}")
        amazon = [f"https://{self.s3_bucket}.s3{region}.amazonaws.com" for region in regions]
        own = [self.s3_endpoint_url] if self.s3_endpoint_url else amazon
        parts = [urlsplit(one) for one in (*own, self.s3_public_url) if one]
        return tuple(dict.fromkeys(f"{one.scheme}://{one.netloc}" for one in parts))

    @property
    def is_https(self) -> bool:
        return self.public_url.startswith("https://")


def _is_domain(text: str) -> bool:
    try:
        return bool(text.rstrip(">").encode("idna"))
    except UnicodeError:
        return False


def _name_of_provider(issuer: str) -> str:
    host = urlsplit(issuer).hostname or ""
    return KNOWN_PROVIDERS.get(host, host)


def _is_mail_server(address: str) -> bool:
    try:
        parts = urlsplit(address)
        has_port = parts.port != 0
    except ValueError:
        return False
    is_bare = not (parts.path.strip("/") or parts.query or parts.fragment)
    return parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and has_port and is_bare


def _secret_file(folder: Path) -> Path:
    return folder / "session_secret"


def _development_secret(folder: Path) -> str:
    """Read the secret from the data folder; the first time, create it (mode 0600)."""
    file = _secret_file(folder)
    try:
        if not file.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_whole(file, secrets.token_hex(32))
        secret = file.read_text(errors="replace").strip()
    except OSError as failed:
        raise SettingsError(
            f"{file} cannot be used ({failed.strerror}). Free some space on its disk, make the "
            "folder writable, or choose another one with DATA_DIR."
        ) from failed
    if len(secret) < SHORTEST_SECRET:
        raise SettingsError(
            f"{file} is damaged: it has fewer than {SHORTEST_SECRET} characters. Delete it and "
            "start again."
        )
    return secret


def _write_whole(file: Path, text: str) -> None:
    """Write a private file. A full disk leaves no file, where it would leave an empty one."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    """The settings of this process. Raises SettingsError with the cure."""
    try:
        return Settings()
    except ValidationError as invalid:
        raise SettingsError(
            "; ".join(_sentence(error["loc"], error["msg"]) for error in invalid.errors())
        ) from None


def unknown_settings() -> list[str]:
    """A sentence for each name, in the environment or in `.env`, that looks like a setting."""
    names = {*os.environ, *map(str.upper, DotEnvSettingsSource(Settings).env_vars)}
    known = [name.upper() for name in Settings.model_fields]
    found = sorted(name for name in names if name.isupper() and name not in known)
    return [sentence for name in found if (sentence := _of_unknown(name, known))]


def _of_unknown(name: str, known: list[str]) -> str:
    if name.startswith(OF_OTHER_PROGRAMS):
        return ""
    if similar := get_close_matches(name, known, n=1, cutoff=0.85):
        return f"{name} is no setting of this site. Did you mean {similar[0]}?"
    return f"{name} is no setting of this site." if name.startswith(OUR_FAMILIES) else ""


def _sentence(location: tuple[int | str, ...], message: str) -> str:
    name = ".".join(str(part) for part in location).upper()
    text = message.removeprefix("Value error, ")
    return f"Setting {name}: {text}" if name else f"Settings: {text}"
