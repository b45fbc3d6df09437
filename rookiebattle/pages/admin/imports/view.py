"""The dry run of an import as the console shows it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.values.encodings import UNICODE
from rookiebattle.core.values.text import clipped
from rookiebattle.events.imports import CalendarImport, CalendarImported, CalendarRow
from rookiebattle.events.wording import VERDICTS as EVENT_VERDICTS
from rookiebattle.events.wording import counted, when, zone_long
from rookiebattle.members.columns import is_about_family
from rookiebattle.members.imports import Imported, ImportRow, MembersImport, UnknownChapter
from rookiebattle.members.judging import chapter_key
from rookiebattle.members.users import NO_CHAPTER
from rookiebattle.members.wording import FIRST_LOGIN
from rookiebattle.members.wording import VERDICTS as MEMBER_VERDICTS
from rookiebattle.pages.admin.imports.url import EVENTS, MEANT, MEMBERS, SHAPES, SHOW, download
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import ListFrame, ListQuery, frame_of

TONES = {
    "new": "success",
    "changed": "info",
    "here": "neutral",
    "past": "neutral",
    "canceled": "neutral",
    "problem": "danger",
}
WAITS = "First choose what each unknown chapter means."
LEAVE_OUT = "Import without a chapter"
NO_FAMILIES = (
    "Guardians and birth dates don’t come from a file: guardians add their teenagers, or accept "
    "their invitation."
)
TITLES = {MEMBERS: "Import Members", EVENTS: "Import Events"}


@dataclass(frozen=True)
class Tile:
    label: str = ""
    number: str = ""
    tone: str = "neutral"


@dataclass(frozen=True)
class Line:
    """A row of the file. `details` are its problems, changes and notes, each a sentence."""

    key: str = ""
    place: str = ""
    title: str = ""
    more: str = ""
    verdict: str = ""
    tone: str = "neutral"
    details: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ChapterQuestion:
    """The question which chapter an unknown name means; `name` is that of its control."""

    name: str = ""
    label: str = ""
    options: list[Option] = field(default_factory=list)


@dataclass(frozen=True)
class Done:
    """The outcome of an import, with a link to it; without a title nothing was imported."""

    title: str = ""
    text: str = ""
    link: str = ""
    href: str = ""


@dataclass(frozen=True)
class ImportView:
    """The page. Without a `file` none was chosen yet, or it is `gone`.

    The import confirms the numbers: `new` members or events, and `changed` members. It leaves out
    rows with `problems`, and `waits`
    until each of the `unknown` chapters is answered.
    """

    kind: str
    file: str = ""
    name: str = ""
    gone: str = ""
    about: Sequence[str] = ()
    tiles: Sequence[Tile] = ()
    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[Line] = ()
    chapters: Sequence[Option] = ()
    unknown: Sequence[ChapterQuestion] = ()
    waits: str = ""
    act: str = ""
    new: int = 0
    changed: int = 0
    problems: int = 0
    loaded: bool = True


def members_view(
    query: ListQuery, found: MembersImport, total: int, chapters: Sequence[ChapterChoice]
) -> ImportView:
    totals = found.totals
    is_open = any(one.answer is None for one in found.unknown_chapters)
    csv = download(query, routes.member_import_rows(found.id))
    return ImportView(
        kind=MEMBERS,
        file=found.id,
        name=found.name,
        about=[*_how_read(found), *_columns(found)],
        tiles=_tiles(totals.model_dump(), MEMBER_VERDICTS),
        frame=_frame(query, MEMBERS, total, counted(total, "row"), csv),
        rows=[_member(one) for one in found.rows],
        unknown=[_question(one, chapters) for one in found.unknown_chapters],
        waits=WAITS if is_open else "",
        act="" if is_open else _act(totals.new, totals.changed),
        new=totals.new,
        changed=totals.changed,
        problems=totals.problem,
    )


def _question(one: UnknownChapter, chapters: Sequence[ChapterChoice]) -> ChapterQuestion:
    names = {chapter.id: f"{chapter.name} ({chapter.city})" for chapter in chapters}
    likely = [id_ for id_ in one.likely if id_ in names]
    mean = f" Did you mean {names[likely[0]]}?" if likely else ""
    ids = dict.fromkeys([*likely, *names])
    return ChapterQuestion(
        name=MEANT + chapter_key(one.name),
        label=f"There is no chapter “{clipped(one.name, 40)}” ({counted(one.rows, 'row')}).{mean}",
        options=[*(Option(id_, names[id_]) for id_ in ids), Option(NO_CHAPTER, LEAVE_OUT)],
    )


def _frame(query: ListQuery, kind: str, total: int, count: str, csv: str) -> ListFrame:
    frame = frame_of(SHAPES[kind], query, total, count=count, csv="")
    # 'Show all' of a list without a match must not lose the file and what was chosen for it.
    kept = {name: value for name, value in query.chosen.items() if name != SHOW}
    is_narrowed = query.text or query.page > 1 or SHOW in query.chosen
    widened = routes.asked(routes.ADMIN_IMPORT, **kept) if is_narrowed else ""
    return replace(frame, csv=csv, widened=widened)


def _how_read(found: MembersImport) -> list[str]:
    if found.encoding == UNICODE:
        return [f"The cells are separated by {found.separator}."]
    how = f"The file was read as {found.encoding}, with cells separated by {found.separator}."
    return [f"{how} If letters look wrong, save it as “CSV UTF-8” and choose it again."]


def _columns(found: MembersImport) -> list[str]:
    told = [f"Columns: {', '.join(found.used)}."]
    if found.ignored:
        told.append(f"Not imported: {', '.join(found.ignored)}.")
    if any(is_about_family(heading) for heading in found.ignored):
        told.append(NO_FAMILIES)
    return told


def _tiles(numbers: dict[str, int], labels: dict[str, str]) -> list[Tile]:
    return [Tile(labels[name], f"{number:,}", TONES[name]) for name, number in numbers.items()]


def _act(new: int, changed: int) -> str:
    """'Import 182 Members', 'Import 3 and Update 12 Members'; empty if there is nothing to do."""
    if new and changed:
        return f"Import {new:,} and Update {counted(changed, 'Member')}"
    if changed:
        return f"Update {counted(changed, 'Member')}"
    return f"Import {counted(new, 'Member')}" if new else ""


def _member(one: ImportRow) -> Line:
    changes = [f"Changes: {', '.join(one.changes)}"] if one.changes else []
    return Line(
        key=str(one.row),
        place=f"Row {one.row:,}",
        title=one.name or one.email or "Without a name",
        more=one.email if one.name else "",
        verdict=MEMBER_VERDICTS[one.verdict],
        tone=TONES[one.verdict],
        details=[problem.sentence for problem in one.problems] + changes,
    )


def calendar_view(
    query: ListQuery,
    found: CalendarImport,
    total: int,
    chapters: Sequence[ChapterChoice],
    now: datetime,
) -> ImportView:
    csv = download(query, routes.event_import_rows(found.id))
    act = f"Import {counted(found.events, 'Event')}" if found.events else ""
    zone = zone_long(now.astimezone(ZoneInfo(found.time_zone)))
    return ImportView(
        kind=EVENTS,
        file=found.id,
        name=found.name,
        about=[f"Times are shown in {zone}. Times without a zone are read as {zone}."],
        tiles=_tiles(found.totals.model_dump(), EVENT_VERDICTS),
        frame=_frame(query, EVENTS, total, counted(total, "entry", "entries"), csv),
        rows=[_entry(one, found.time_zone, now) for one in found.rows],
        chapters=[Option(one.id, one.name) for one in chapters],
        act=act,
        new=found.events,
        problems=found.totals.problem,
    )


def _entry(one: CalendarRow, zone: str, now: datetime) -> Line:
    many = f"{one.events:,} events" if one.events > 1 else ""
    repeats = ", ".join(part for part in (many, one.repeats) if part)
    return Line(
        key=str(one.line),
        place=f"Line {one.line:,}",
        title=one.title or "Without a title",
        more=when(one.start_date, one.end_date, zone, now)
        if one.start_date and one.end_date
        else "",
        verdict=EVENT_VERDICTS[one.verdict],
        tone=TONES[one.verdict],
        details=[
            *([repeats[:1].upper() + repeats[1:]] if repeats else []),
            *one.problems,
            *one.notes,
        ],
    )


def left_out(problems: int, noun: str, plural: str) -> str:
    """The sentence about rows that were not imported; empty without any."""
    if not problems:
        return ""
    were = "was" if problems == 1 else "were"
    return (
        f"{counted(problems, noun, plural)} with problems {were} left out. Fix them in the file, "
        "and choose it again."
    )


def members_done(done: Imported, problems: int) -> Done:
    words = [
        f"{counted(done.added, 'member')} added" if done.added else "",
        f"{counted(done.changed, 'member')} updated" if done.changed else "",
    ]
    title = ", ".join(word for word in words if word)
    text = " ".join(filter(None, (left_out(problems, "row", "rows"), FIRST_LOGIN)))
    return Done(title, text, "See the Members", routes.ADMIN)


def events_done(done: CalendarImported, problems: int) -> Done:
    yours = "You’re the organizer of these events."
    month = f"{done.first:%Y-%m}" if done.first else ""
    return Done(
        f"{counted(done.events, 'event')} added",
        " ".join(filter(None, (left_out(problems, "entry", "entries"), yours))),
        "See the Calendar",
        routes.asked(routes.EVENTS, month=month),
    )
