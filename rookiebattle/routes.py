"""Every path of the site and every absolute address, each written once.

An API route that nothing links to declares its own path, beside its handler.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import quote, urlencode, urlsplit

from rookiebattle.settings import get_settings

HOME: Final = "/"

# Pages. A name in brackets stands for an id, as Reflex writes it.
ACCOUNT: Final = "/account"
ADMIN: Final = "/admin"
ADMIN_CHAPTERS: Final = "/admin/chapters"
ADMIN_EVENTS: Final = "/admin/events"
ADMIN_IMPORT: Final = "/admin/import"
ADMIN_LOG: Final = "/admin/log"
ADMIN_PAYMENTS: Final = "/admin/payments"
ADMIN_RESOURCES: Final = "/admin/resources"
ADMIN_ROSTER: Final = "/admin/events/[event_id]"
ADMIN_SETTINGS: Final = "/admin/settings"
ADMIN_SYSTEM: Final = "/admin/system"
ADMIN_USER: Final = "/admin/users/[user_id]"
ADMIN_USERS: Final = "/admin/users"
ADMIN_WAIVERS: Final = "/admin/waivers"
CHECKOUT: Final = "/checkout"
CHAPTERS: Final = "/chapters"
CHAPTER: Final = "/chapters/[chapter_id]"
DESIGN_SYSTEM: Final = "/_ui"
EVENTS: Final = "/events"
EVENT: Final = "/events/[event_id]"
GATE: Final = "/events/[event_id]/gate"
OFFLINE_PAGE: Final = "/offline"
GOODBYE: Final = "/goodbye"
MEDIA: Final = "/media"
MEMBERSHIP: Final = "/membership"
MY_EVENTS: Final = "/my-events"
PARENTS: Final = "/parents"
PASSES: Final = "/pass"
PRIVACY: Final = "/privacy"
PROGRESS: Final = "/progress"
RECEIPT: Final = "/receipts/[payment_id]"
RECEIPTS: Final = "/receipts"
RESOURCES: Final = "/resources"
SIGN: Final = "/sign"
TERMS: Final = "/terms"
TOO_YOUNG: Final = "/too-young"
WELCOME: Final = "/welcome"

# Parameters of addresses that another page sets.
AFTER_WELCOME: Final = "welcomed"
# The part of the membership page with all payments.
PAYMENTS: Final = "payments"

# The routes of the API that pages, letters or programs link to.
API: Final = "/api"
CALENDARS: Final = "/cal"
LOGIN: Final = "/api/login"
LOGIN_CALLBACK: Final = "/api/callback"
LOGOUT: Final = "/api/logout"
# Plain forms for pages without a websocket. A name in braces is an argument of the page's handler.
REGISTER_FORM: Final = "/api/events/{event_id}/register/form"
UNREGISTER_FORM: Final = "/api/events/{event_id}/unregister/form"
PARTY_FORM: Final = "/api/events/{event_id}/register-people/form"
UNREGISTER_PERSON_FORM: Final = "/api/events/{event_id}/people/{user_id}/unregister/form"
WISH_FORM: Final = "/api/events/{event_id}/wish/form"
JOIN_FORM: Final = "/api/events/{event_id}/join/form"
JOIN_PEOPLE_FORM: Final = "/api/events/{event_id}/join-people/form"
LEAVE_FORM: Final = "/api/events/{event_id}/leave/form"
WELCOME_FORM: Final = "/api/auth/welcome/form"
FORMS: Final = {
    "register": REGISTER_FORM,
    "unregister": UNREGISTER_FORM,
    "register_people": PARTY_FORM,
    "unregister_person": UNREGISTER_PERSON_FORM,
    "wish": WISH_FORM,
    "join_list": JOIN_FORM,
    "join_with": JOIN_PEOPLE_FORM,
    "leave_list": LEAVE_FORM,
    "finish": WELCOME_FORM,
}
"""The forms by the names of the handlers whose place they take."""
PROFILE_FORM: Final = "/api/auth/user/form"
LOGOUT_EVERYWHERE: Final = "/api/auth/logout-everywhere"
OWN_ACCOUNT: Final = "/api/auth/user"
OWN_DATA: Final = "/api/auth/export"
OWN_WELCOME: Final = "/api/auth/welcome"
FIRST_DATA: Final = "/api/first-data/"
NEXT_EVENTS: Final = "/api/next-events"
HEALTH: Final = "/api/health"
ALIVE: Final = "/api/health/live"
OBJECTS: Final = "/objects"
SHEETS: Final = "/sheets"
# Pages of the server behind the links of guardians, which end in a token.
FAMILY: Final = "/family"
# Pages of the server behind the poster at an event's entrance.
ENTRANCE: Final = "/entrance"
CLAIM: Final = "/family/claim/"
GUARDIAN_INVITATION: Final = "/family/invitation/"
BEGIN_UPLOAD: Final = "/api/objects/upload"
CLAIM_FILE: Final = "/api/media/file"
STORED: Final = "/api/objects/content"
UPLOAD_HELPER: Final = "/api/uploads"
UPLOAD_PARTS: Final = "/api/uploads/s3/multipart"
START_PAYMENT: Final = "/api/create-payment-intent"
START_SUBSCRIPTION: Final = "/api/get-or-create-subscription"
PAPER_WAIVERS: Final = "/api/waivers/paper"
OPEN_API: Final = "/api/openapi.json"
UNSUBSCRIBE: Final = "/api/mail/unsubscribe/"
PUBLIC_CALENDAR: Final = "/cal/public.ics"
BOOKS_CSV: Final = "/api/admin/books.csv"
CHAPTERS_CSV: Final = "/api/admin/chapters.csv"
EVENT_IMPORTS: Final = "/api/admin/events/imports"
EVENTS_CSV: Final = "/api/admin/events.csv"
LOG_CSV: Final = "/api/admin/log.csv"
MEMBER_IMPORTS: Final = "/api/admin/users/imports"
OWN_PAYMENTS: Final = "/api/payments"
PAYMENTS_CSV: Final = "/api/admin/payments.csv"
STRIPE_WEBHOOK: Final = "/api/stripe/webhook"
NOTIFICATIONS_CSV: Final = "/api/admin/notifications.csv"
RESOURCES_CSV: Final = "/api/admin/resources.csv"
USERS_CSV: Final = "/api/admin/users.csv"
VOTERS_CSV: Final = "/api/admin/voters.csv"
WAIVERS_CSV: Final = "/api/admin/waivers.csv"

# Files that crawlers and phones ask for.
ROBOTS: Final = "/robots.txt"
SITEMAP: Final = "/sitemap.xml"
FOR_ALL: Final = (PUBLIC_CALENDAR, f"{CALENDARS}/chapters/", SITEMAP)
"""The beginnings of paths whose answer depends neither on the session nor on the query."""
MANIFEST: Final = "/site.webmanifest"

# The service worker, and the script of the page that it shows without a network.
WORKER: Final = "/sw.js"
OFFLINE_SCRIPT: Final = "/offline.js"
PRINT_SCRIPT: Final = "/print.js"

# Reflex's websocket, and the sign-in of development copies.
SOCKET: Final = "/_event"
DEV_PROVIDER: Final = "/dev-oidc"

# Files under assets/.
BUILT: Final = "/assets/"
FONTS: Final = "/fonts/"
FAVICON: Final = "/favicon.svg"
ICONS: Final = "/art/icons.svg"
EMPTY: Final = "/art/empty.svg"
OPEN_GRAPH: Final = "/art/og.png"

# The vocabularies of structured data. Their terms are addresses.
SCHEMA_ORG: Final = "https://schema.org"
SITEMAPS_ORG: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
_WATCH = "https://www.youtube.com/watch"
_STILLS = "https://i.ytimg.com"
# Where Stripe has its script, its frames and its API, for the content policy of the checkout.
STRIPE_API: Final = "https://api.stripe.com"
STRIPE_SCRIPTS: Final = "https://js.stripe.com https://*.js.stripe.com"
STRIPE_FRAMES: Final = f"{STRIPE_SCRIPTS} https://hooks.stripe.com"
# Where a collector of OpenTelemetry takes traces, below the address that the operator sets.
OTLP_TRACES: Final = "/v1/traces"
APPLE_LOGIN: Final = "https://appleid.apple.com"
DISCORD: Final = "https://discord.com/api/webhooks/"
_GOOGLE_CALENDAR = "https://calendar.google.com/calendar/r"
_OUTLOOK_CALENDAR = "https://outlook.live.com/calendar/0/addfromweb"
_GOOGLE_EVENT = "https://calendar.google.com/calendar/render"
_OUTLOOK_EVENT = "https://outlook.live.com/calendar/0/deeplink/compose"
_DIRECTIONS = "https://www.google.com/maps/dir/"


def absolute(path: str) -> str:
    """The full address of a path, for readers outside of the site such as letters."""
    return get_settings().public_url + path


def asked(path: str, **query: str) -> str:
    """The path with a query; parameters without a value are left out."""
    given = urlencode({name: value for name, value in query.items() if value})
    return f"{path}?{given}" if given else path


def chapter_form(chapter_id: str) -> str:
    """The console's list of chapters, with the form of one open."""
    return asked(ADMIN_CHAPTERS, edit=chapter_id)


def own_running(*, series: str = "") -> str:
    """The events that the reader runs; with the id of its leader, the dates of one series."""
    return asked(MY_EVENTS, show="running", series=series)


def own_series(event_id: str) -> str:
    """The dates of an event's series, with the reader's seats."""
    return asked(MY_EVENTS, series=event_id)


def event(event_id: str) -> str:
    return f"{EVENTS}/{quote(event_id)}"


def own_pass(event_id: str = "") -> str:
    """The passes of the reader and of the reader's people, that of this event first."""
    return asked(PASSES, event=event_id)


def gate(event_id: str) -> str:
    return f"{event(event_id)}/gate"


def is_gate(path: str) -> bool:
    return path.startswith(f"{EVENTS}/") and path.endswith("/gate")


def checkout(kind: str, **query: str) -> str:
    """The path of the checkout of a 'subscription', a 'donation' or another 'payment'."""
    return asked(CHECKOUT, type=kind, **query)


def paid() -> str:
    """The path to which the checkout leads after a payment, except for that of a seat.

    The browser adds the id of the payment, which is the only one that the page announces.
    """
    return asked(MEMBERSHIP, success="true")


def seat_paid(event_id: str) -> str:
    """The path to which the checkout of a seat leads after its payment: the event's own page."""
    return asked(event(event_id), success="true")


def receipt(payment_id: str) -> str:
    return f"{RECEIPTS}/{quote(payment_id)}"


def receipts_of(payment_ids: Sequence[str]) -> str:
    """The one receipt, or the payment history with all of them; empty without any."""
    if len(payment_ids) > 1:
        return f"{MEMBERSHIP}#{PAYMENTS}"
    return receipt(payment_ids[0]) if payment_ids else ""


def sign_for(user_id: str, *, back: str = "") -> str:
    """The page where a waiver is signed, for this person. `back` names the event to whose page it
    leads afterward, or as `event/code` that of its poster."""
    return asked(SIGN, **{"for": user_id, "back": back})


def sign_on_device(token: str, *, back: str = "") -> str:
    """The page where somebody signs on the gate's device, which then goes back to that page."""
    return asked(SIGN, device=token, back=back)


def signature_pdf(signature_id: str) -> str:
    return f"{API}/waivers/signatures/{quote(signature_id)}.pdf"


def admin_roster(event_id: str) -> str:
    return f"{ADMIN_EVENTS}/{quote(event_id)}"


def roster_csv(event_id: str) -> str:
    return f"{API}{event(event_id)}/roster.csv"


def event_url(event_id: str) -> str:
    return absolute(event(event_id))


def event_file(event_id: str) -> str:
    return f"{CALENDARS}/{quote(event_id)}.ics"


def event_picture(event_id: str) -> str:
    """The path of the picture that a shared link to an event shows."""
    return f"{API}{event(event_id)}/card.png"


def event_picture_url(event_id: str, stamp: str) -> str:
    """The picture's full address. The event's version makes messengers fetch a changed one."""
    return absolute(asked(event_picture(event_id), v=stamp))


def member_import_rows(file_id: str) -> str:
    return f"{MEMBER_IMPORTS}/{quote(file_id)}/rows.csv"


def event_import_rows(file_id: str) -> str:
    return f"{EVENT_IMPORTS}/{quote(file_id)}/rows.csv"


def chapter(chapter_id: str) -> str:
    return f"{CHAPTERS}/{quote(chapter_id)}"


def chapter_url(chapter_id: str) -> str:
    return absolute(chapter(chapter_id))


def chapter_calendar(chapter_id: str) -> str:
    return f"{CALENDARS}/chapters/{quote(chapter_id)}.ics"


def chapter_events(chapter_id: str) -> str:
    return asked(EVENTS, view="list", chapter=chapter_id)


def subscription(calendar: str) -> str:
    """A calendar's address with which a phone subscribes to it."""
    return f"webcal://{urlsplit(get_settings().public_url).netloc}{calendar}"


def google_subscription(calendar: str) -> str:
    return asked(_GOOGLE_CALENDAR, cid=subscription(calendar))


def outlook_subscription(calendar: str, name: str) -> str:
    return asked(_OUTLOOK_CALENDAR, url=absolute(calendar), name=name)


def admin_user(user_id: str) -> str:
    return f"{ADMIN_USERS}/{quote(user_id)}"


def own_family() -> str:
    """Where a minor asks for a guardian, and an adult for another one."""
    return f"{ACCOUNT}#family"


def resources_in(category: str) -> str:
    return asked(RESOURCES, category=category)


def write_to(email: str, subject: str) -> str:
    """The address that opens a mail program with a letter to somebody."""
    return f"mailto:{quote(email, safe='@')}?subject={quote(subject)}"


def pass_on_by_email(subject: str, text: str) -> str:
    """The address that opens a mail program with a letter to nobody yet."""
    return f"mailto:?subject={quote(subject)}&body={quote(text)}"


def pass_on_by_text(text: str) -> str:
    """The address that opens a phone's messages with a text to nobody yet."""
    return f"sms:?&body={quote(text)}"


def login(onwards: str) -> str:
    return _with_next(LOGIN, onwards)


def login_with(provider: str, onwards: str) -> str:
    """The path of the login with one of several providers, by its number."""
    return asked(LOGIN, provider=provider, next=onwards)


def welcome(onwards: str) -> str:
    return _with_next(WELCOME, onwards)


def unsubscribe(token: str) -> str:
    """The path with which a letter's reader ends letters of its kind."""
    return UNSUBSCRIBE + quote(token)


def unsubscribe_url(token: str) -> str:
    return absolute(unsubscribe(token))


def first_data(page: str) -> str:
    """The path of a page's first data; `page` has no outer slashes."""
    return FIRST_DATA + page


def first_home() -> str:
    """The path of the start page for the first visit, right after the welcome."""
    return asked(HOME, **{AFTER_WELCOME: "yes"})


def dev_provider(name: str) -> str:
    return f"{DEV_PROVIDER}/{name}"


def youtube(video: str) -> str:
    return asked(_WATCH, v=video)


def youtube_still(video: str, quality: str) -> str:
    return f"{_STILLS}/vi/{quote(video)}/{quality}.jpg"


def art(file: str) -> str:
    return f"/art/{file}"


def font(name: str) -> str:
    return f"{FONTS}{name}.woff2"


def style_sheet(name: str) -> str:
    """The path of a style sheet; the build packs all of them into one file."""
    return f"/styles/{name}.css"


def stored(key: str) -> str:
    """The path at which the local storage receives a file; only with a signed query."""
    return f"{STORED}/{key}"


def stored_object(upload_id: str) -> str:
    """The path of a stored file, by which items refer to it."""
    return f"{OBJECTS}/{quote(upload_id)}"


def stored_copy(upload_id: str, width: int) -> str:
    """The path of a smaller copy of a stored picture."""
    return f"{OBJECTS}/{quote(upload_id)}/{width}"


def sheet(token: str) -> str:
    return f"{SHEETS}/{token}.csv"


def claim(token: str) -> str:
    """The path at which a teenager takes over the account that a guardian made."""
    return CLAIM + quote(token)


def entrance(event_id: str, code: str) -> str:
    """The path that the code on an event's poster leads to."""
    return f"{ENTRANCE}/{quote(event_id)}/{quote(code, safe='')}"


def poster(event_id: str) -> str:
    return f"{ENTRANCE}/{quote(event_id)}/poster"


def renewed_poster(event_id: str) -> str:
    return f"{ENTRANCE}/{quote(event_id)}/renew"


def guardian_invitation(token: str) -> str:
    """The path at which an adult answers the letter of a minor, or of a guardian."""
    return GUARDIAN_INVITATION + quote(token)


# Quoting is a third of an event page's view, and the same events are opened again and again.
_cached = lru_cache(maxsize=2000)


@_cached
def google_calendar(title: str, *, dates: str, place: str, details: str) -> str:
    """The address that adds an event to a calendar at Google; `dates` as in iCalendar."""
    about = {"dates": dates, "location": place, "details": details}
    return asked(_GOOGLE_EVENT, action="TEMPLATE", text=title, **about)


@_cached
def outlook_calendar(title: str, *, start: str, end: str, place: str, details: str) -> str:
    """The address that adds an event to a calendar at Outlook; the times as in ISO 8601."""
    about = {"startdt": start, "enddt": end, "location": place, "body": details}
    return asked(_OUTLOOK_EVENT, rru="addevent", subject=title, **about)


@_cached
def directions(place: str) -> str:
    """A map with directions to a place; empty without a place."""
    return asked(_DIRECTIONS, api="1", destination=place) if place else ""


def _with_next(path: str, onwards: str) -> str:
    return f"{path}?next={quote(onwards, safe='/')}"
