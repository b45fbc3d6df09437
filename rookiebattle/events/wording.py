"""Events in words: when, how far away, how often, for how much. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from rookiebattle.art.card_words import PictureWords
from rookiebattle.core.values.dates import DAYS, FROM_SUNDAY, day_words, month_short, weekday_short
from rookiebattle.core.values.money import as_price
from rookiebattle.events.policy import MOST_HANDED_OVER
from rookiebattle.events.schemas import EventRead, Reach
from rookiebattle.events.when import NOTICE
from rookiebattle.settings import get_settings

NO_SUCH_EVENT = "This event doesn’t exist."
NOT_YOUR_CHAPTER = "Only the chapter’s lead or an administrator can decide this."
HAS_SEATS = (
    "People already have seats, so this event can’t wait for that chapter to accept it. Ask the "
    "chapter’s lead or an administrator to change the chapter."
)
BY_A_MEMBER = "a member"
WAITS = "Waiting for {chapter}. Others can’t see this event until the chapter accepts it."
DECLINED = (
    "{chapter} didn’t accept this event, so others can’t see it. To post it as a member, edit it "
    "and choose “No chapter.”"
)
CREATED_WAITING = "It’ll be on the calendar once the chapter accepts it."
MAY_WAIT = (
    "In another chapter’s name, or if you’re under 18, it waits until the chapter accepts it."
)
ENOUGH_REPORTS = "You’ve reported several events today. We’ve got them and will take a look."
MANY_REPORTS = "We’re getting a lot of reports right now. Please try again in an hour."
MOST_NAMED = 5
"""Names of people whom no letter reaches, before 'and 3 more'."""
STATES = (
    "AL|AK|AZ|AR|CA|CO|DC|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NH|NJ|NM|"
    "NV|NY|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY"
)
WHOLE_ADDRESS = re.compile(
    rf"(?:,\s*(?!NE|NW|SE|SW)[A-Z]{{2}}|\b(?:{STATES})|\b\d{{5}}(?:-\d{{4}})?)\s*$"
)
"""The end of an address that names its own city: 'FL', 'FL 32789', '32789', or abroad ', ON'.

'NE' and, without a comma, 'CT' are left out: they end streets more often than they mean a state.
"""
STREET = re.compile(r"\b\d+\w*[ -]+\w*[^\W\d]")
"""A number before a word, as in '4810 N Himes Ave'; a ZIP code ends its address."""
TYPE_LABELS = {
    "training": "Training",
    "tournament": "Tournament",
    "workshop": "Workshop",
    "social": "Social",
    "daybattle": "Day Battle",
}
TYPE_PLURALS = {
    "training": "Training Sessions",
    "tournament": "Tournaments",
    "workshop": "Workshops",
    "social": "Social Events",
    "daybattle": "Day Battles",
}
VERDICTS = {
    "new": "New",
    "here": "Imported before",
    "past": "Over",
    "canceled": "Canceled",
    "problem": "Problem",
}
# Deleting the account means this for somebody who organizes coming events, and for very many.
ORGANIZER_LEAVES = "Events you organize stay on; an administrator takes over."
SURPLUS_REMOVED = (
    f"If you run more than {MOST_HANDED_OVER}, later ones that no one registered for are removed."
)
MOST_PRICE = "Only administrators set a price above {0}"
FREE, ON_NOW = "Free", "Happening now"
NOBODY_REGISTERED = "No one’s registered yet."
NEEDS_REASON = "Give a short reason for the people who planned to come."
IS_ON = "This event isn’t canceled anymore, so it doesn’t need a reason."
ACCEPTED, REPORT = "Accepted. The event is on the calendar.", "Report This Event"
SEE_EVENT = "See the event"
CANCELED, HAS_STARTED, IS_OVER = "Canceled", "This event has started", "This event is over"
NO_EVENTS = "No events found"
NO_UPCOMING, ANNOUNCED_HERE = "No upcoming events", "New park days are announced here."
BRING = "Water, closed shoes, and clothes that may get grass stains. We bring the swords."
NEAR = {0: "Today", 1: "Tomorrow"}
WITHIN_A_TIME = re.compile(r" (?=[AP]M\b)|(?<=[AP]M) (?=\S+$)|(?<=, [A-Z][a-z]{2}) (?=\d)")
ORDINALS = ("", "", "other ", "third ", "fourth ")
AMERICAN = {"E": "Eastern", "C": "Central", "M": "Mountain", "P": "Pacific"}


def type_label(event_type: str) -> str:
    """'Day Battle' for 'daybattle'; an unknown type is shown as it was written."""
    return TYPE_LABELS.get(event_type, event_type.replace("_", " ").title())


def time_words(at: datetime) -> str:
    """A time such as '6:00 PM'."""
    return f"{at.hour % 12 or 12}:{at.minute:02d} {'AM' if at.hour < 12 else 'PM'}"


def when(start: datetime, end: datetime, zone: str, now: datetime) -> str:
    """'Sat, Mar 14, 6:00 PM – 8:00 PM ET'; an end on another day has its own date."""
    return f"{day_at(start, zone, now)}, {hours(start, end, zone, now)}"


def when_near(start: datetime, end: datetime, zone: str, now: datetime) -> str:
    """'Today, 6:00 PM – 8:00 PM ET': as `when`, with 'Today' and 'Tomorrow' for their dates."""
    return f"{near_day(start, zone, now)}, {hours(start, end, zone, now)}"


def unbroken(when: str) -> str:
    """The words of `when` with no-break spaces: a line ends before a time, never within one."""
    return WITHIN_A_TIME.sub("\u00a0", when)


def day_at(at: datetime, zone: str, now: datetime) -> str:
    """'Sat, Mar 14', by the calendar of the zone."""
    place = ZoneInfo(zone)
    return day_words(at.astimezone(place), now.astimezone(place))


def near_day(at: datetime, zone: str, now: datetime) -> str:
    """'Today', 'Tomorrow' or the day, by the calendar of the zone."""
    return NEAR.get(_days_away(at, zone, now)) or day_at(at, zone, now)


def _days_away(at: datetime, zone: str, now: datetime) -> int:
    place = ZoneInfo(zone)
    return (at.astimezone(place).date() - now.astimezone(place).date()).days


def clock_words(at: datetime) -> str:
    """A time as short as a calendar's cell needs it: '6 PM', '5:30 PM'."""
    return time_words(at).replace(":00 ", " ")


def time_on(day: date, start: datetime, end: datetime, zone: str) -> str:
    """When an event is on one of its days: '6 PM', 'until 2 AM' on its last, 'all day' between."""
    begins, ends = (at.astimezone(ZoneInfo(zone)) for at in (start, end))
    if begins.date() >= day:
        return clock_words(begins)
    return f"until {clock_words(ends)}" if ends.date() == day else "all day"


def hours(start: datetime, end: datetime, zone: str, now: datetime) -> str:
    """'6:00 PM – 8:00 PM ET'; an end on another day has its own date."""
    begins, ends = (at.astimezone(ZoneInfo(zone)) for at in (start, end))
    until = time_words(ends)
    if begins.date() != ends.date():
        until = f"{day_at(end, zone, now)}, {until}"
    return f"{time_words(begins)} – {until} {zone_short(begins)}"


def first_day(start: datetime, zone: str) -> date:
    """The day on which an event begins, in its own time zone."""
    return start.astimezone(ZoneInfo(zone)).date()


def last_day(start: datetime, end: datetime, zone: str) -> date:
    """The last day on which an event is shown; an end at midnight does not reach the next day."""
    final = max(start, end - timedelta(microseconds=1))
    return final.astimezone(ZoneInfo(zone)).date()


def zone_short(at: datetime) -> str:
    """'ET' for both EST and EDT; outside of America the zone's own abbreviation."""
    name = at.tzname() or "UTC"
    return f"{name[0]}T" if _is_american(at) else name.replace("+00", "UTC")


def zone_place(at: datetime) -> str:
    """'Eastern'; elsewhere the place that names the zone, 'Sao Paulo'."""
    if _is_american(at):
        return AMERICAN[(at.tzname() or "")[0]]
    return str(at.tzinfo).rpartition("/")[2].replace("_", " ")


def zone_long(at: datetime) -> str:
    """'Eastern Time'; outside of America the zone's place, such as 'Sao Paulo time'."""
    return f"{zone_place(at)} {'Time' if _is_american(at) else 'time'}"


def _is_american(at: datetime) -> bool:
    """Whether Americans know the zone by its letter. Shanghai's zone is called CST as well."""
    name, zone = at.tzname() or "", str(at.tzinfo)
    is_near = zone.startswith(("America/", "US/", "Canada/"))
    return is_near and len(name) == 3 and name[0] in AMERICAN and name[1:] in ("ST", "DT")


def how_far(start: datetime, end: datetime, zone: str, now: datetime) -> str:
    """'Tomorrow', 'In 6 days', 'Happening now' or '3 days ago', by the zone's calendar."""
    if start <= now < end:
        return ON_NOW
    away = end if end <= now else start
    days = _days_away(away, zone, now)
    near = {0: "Earlier today" if end <= now else "Today", 1: "Tomorrow", -1: "Yesterday"}
    return near.get(days) or (f"In {days} days" if days > 0 else f"{-days} days ago")


def beside_when_near(start: datetime, end: datetime, zone: str, now: datetime) -> str:
    """`how_far` for a place beside `when_near`: empty where that says 'Today' or 'Tomorrow'."""
    is_said = start > now and _days_away(start, zone, now) in NEAR
    return "" if is_said else how_far(start, end, zone, now)


def beside_zone_short(at: datetime) -> str:
    """`zone_long` for a place beside `zone_short`: empty where that names the zone, as 'ET' does.

    Abbreviations of other zones are numbers, or mean several places.
    """
    return "" if _is_american(at) else zone_long(at)


def price_words(cents: int) -> str:
    """'$10.00' for 1000 cents, 'Free' for 0."""
    return as_price(cents) if cents else FREE


def canceled_because(event: EventRead) -> str:
    """'Canceled', with the reason if there is one; empty for an event that takes place."""
    if event.canceled_at is None:
        return ""
    return f"{CANCELED}: {event.cancel_reason}" if event.cancel_reason else CANCELED


def picture_words(event: EventRead, now: datetime) -> PictureWords:
    """The words of the picture that a shared link to the event shows."""
    local = event.start_date.astimezone(ZoneInfo(event.time_zone))
    return PictureWords(
        title=event.title,
        weekday=weekday_short(local),
        day=str(local.day),
        month=month_short(local),
        hours=hours(event.start_date, event.end_date, event.time_zone, now),
        place=event.location or "",
        club=get_settings().org_name,
        canceled=CANCELED if event.canceled_at else "",
    )


def notice_words() -> str:
    """'24 hours': the length of the notice period."""
    return counted(NOTICE // timedelta(hours=1), "hour")


def paragraphs(text: str | None) -> list[str]:
    """The paragraphs of a description, without empty lines."""
    return [block.strip() for block in (text or "").splitlines() if block.strip()]


def how_often(
    pattern: str | None, interval: int, days: Sequence[int], start: datetime, zone: str
) -> str:
    """Words such as 'every other Thursday'; empty for no recurrence. Day 0 is Sunday."""
    first = start.astimezone(ZoneInfo(zone))
    if pattern == "monthly":
        return f"{_every(interval, 'month')} on the {ordinal(first.day)}"
    weeks = interval * 2 if pattern == "biweekly" else interval
    if pattern in ("weekly", "biweekly"):
        # A date of its own that was moved still names the weekday of its series.
        weekday = FROM_SUNDAY[days[0]] if days else DAYS[first.weekday()]
        return _every(weeks, weekday, "week")
    if pattern == "custom" and days:
        names = _listed([FROM_SUNDAY[day] for day in sorted(set(days))])
        return f"every {names}" if weeks == 1 else f"{_every(weeks, 'week')} on {names}"
    return ""


def _every(count: int, what: str, unit: str = "") -> str:
    if count < len(ORDINALS):
        return f"every {ORDINALS[count]}{what}"
    return f"every {count} {unit}s on {what}" if unit else f"every {count} {what}s"


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def ordinal(number: int) -> str:
    """An ordinal such as '1st', '2nd', '11th' or '23rd'."""
    ending = (
        "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return f"{number}{ending}"


def counted(number: int, one: str, many: str = "") -> str:
    """A count with its noun, such as '1 seat' or '2 seats'."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def address_after(location: str | None, address: str | None) -> str:
    """The address without the place's name, which many people repeat at its beginning."""
    name, words = (location or "").strip(), (address or "").strip()
    if name and words.casefold().startswith(name.casefold()):
        return words[len(name) :].lstrip(" ,")
    return words


def has_street(address: str | None) -> bool:
    """Whether an address leads to one place, and not to a whole city."""
    return STREET.search(address or "") is not None


def destination(location: str | None, address: str | None, city: str, state: str) -> str:
    """The place as a map finds it: with the city of its chapter, unless the address has a city.

    Other cities have a Riverbend Park, too. An address with a state or a ZIP code has its own.
    """
    place = ", ".join(where_lines(location, address))
    known = place.casefold()
    is_whole = WHOLE_ADDRESS.search(place) or (state and known.endswith(state.casefold()))
    if not place or not city or is_whole or city.casefold() in known:
        return place
    return ", ".join(filter(None, (place, city, state)))


def where_lines(location: str | None, address: str | None) -> list[str]:
    """The place and the address as far as they are known, without repetition."""
    return [line for line in (location, address_after(location, address)) if line]


def reach_words(reach: Reach) -> str:
    """Before an act and after it: 'We’ll email 3 people. 2 can’t be reached: Ash, Bo.'."""
    emails = f"We’ll email {counted(reach.people, 'person', 'people')}." if reach.people else ""
    return " ".join(filter(None, (emails, _missed(reach.missed))))


def _missed(names: Sequence[str]) -> str:
    if not names:
        return ""
    return f"{len(names)} can’t be reached: {some_names(names, MOST_NAMED)}."


def some_names(names: Sequence[str], most: int = 3) -> str:
    """'Ash and Bo', or 'Ash, Bo, Cy and 5 more'; empty without a name.

    People who share a name are counted: 'Ash (2) and Bo'.
    """
    people = Counter(names)
    listed = [name if n == 1 else f"{name} ({n})" for name, n in [*people.items()][:most]]
    if unnamed := sum([*people.values()][most:]):
        listed.append(f"{unnamed} more")
    return " and ".join(filter(None, (", ".join(listed[:-1]), *listed[-1:])))


def came_words(came: Sequence[int], event_type: str) -> str:
    """How many came to the latest events of a type: '24 came on average to the last 5 training
    sessions here.'; empty when nobody knows."""
    if not came:
        return ""
    number = round(sum(came) / len(came))
    if len(came) == 1:
        return f"{number:,} came the last time."
    plural = TYPE_PLURALS[event_type].lower()
    return f"{number:,} came on average to the last {len(came)} {plural} here."
