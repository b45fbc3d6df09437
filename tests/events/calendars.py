"""Small calendar files, written as the programs do whose names they have."""

GOOGLE_ZONE = """\
BEGIN:VTIMEZONE
TZID:America/New_York
X-LIC-LOCATION:America/New_York
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
TZNAME:EDT
DTSTART:19700308T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
TZNAME:EST
DTSTART:19701101T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE
"""


def calendar(*entries: str, head: str = "") -> bytes:
    """A calendar file of these entries, each the lines of a VEVENT."""
    body = "".join(f"BEGIN:VEVENT\n{entry.strip()}\nEND:VEVENT\n" for entry in entries)
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Tests//EN\n{head}{body}END:VCALENDAR\n"
    return text.replace("\n", "\r\n").encode()


def entry(uid: str = "one@example.org", **lines: str) -> str:
    """The lines of an entry; SUMMARY and DTSTART have defaults."""
    usual = {"SUMMARY": "Park day", "DTSTART": "20270314T180000"}
    named = {name.replace("_", "-"): value for name, value in {**usual, **lines}.items()}
    return f"UID:{uid}\n" + "\n".join(
        f"{name}{value}" if value[:1] in ";:" else f"{name}:{value}"
        for name, value in named.items()
    )
