"""The query of the import's page: what is imported, from which file, and how. Pure."""

import json
from collections.abc import Mapping
from dataclasses import replace

from rookiebattle import routes
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import as_searched
from rookiebattle.events.imports import CalendarQuery, CalendarWrite
from rookiebattle.events.wording import TYPE_LABELS
from rookiebattle.events.wording import VERDICTS as EVENT_VERDICTS
from rookiebattle.members.imports import LONGEST_NAME, Existing, ImportQuery, ImportWrite
from rookiebattle.members.judging import MOST_ASKED
from rookiebattle.members.wording import VERDICTS as MEMBER_VERDICTS
from rookiebattle.ui.list_query import Filter, ListQuery, ListShape, read_query

OF, FILE, SHOW, EXISTING, INVITE = "of", "file", "show", "existing", "invite"
CHAPTER, TYPE, PAST, VISIBLE = "chapter", "type", "past", "visible"
MEANT = "for "
"""Before the name of an unknown chapter this is the parameter that says which one is meant."""
MEMBERS, EVENTS = "members", "events"
_SORTS = (("file", "In the order of the file"),)
SHAPES = {
    MEMBERS: ListShape(
        routes.ADMIN_IMPORT,
        _SORTS,
        filters=(
            Filter(SHOW, "Show", tuple(MEMBER_VERDICTS.items())),
            Filter(EXISTING, "Existing members", ((Existing.UPDATE.value, "Update them"),)),
            Filter(INVITE, "New members", (("email", "Invite them by email"),)),
        ),
        typed=(FILE,),
    ),
    EVENTS: ListShape(
        routes.ADMIN_IMPORT,
        _SORTS,
        filters=(
            Filter(SHOW, "Show", tuple(EVENT_VERDICTS.items())),
            Filter(CHAPTER, "Chapter"),
            Filter(TYPE, "Type", tuple(TYPE_LABELS.items())),
            Filter(PAST, "Past events", (("taken", "Import, too"),)),
            Filter(VISIBLE, "Visible to", (("members", "Members only"),)),
        ),
        typed=(FILE, OF),
    ),
}
USUAL_TYPE = "training"


def kind_of(params: Mapping[str, str]) -> str:
    """Members, unless the address asks for events."""
    return EVENTS if params.get(OF) == EVENTS else MEMBERS


def asked_of(kind: str, params: Mapping[str, str]) -> ListQuery:
    """The query of the address, with a parameter for each unknown chapter of a file."""
    query = read_query(SHAPES[kind], params)
    meant = {name: as_searched(id_) for name, id_ in params.items() if name.startswith(MEANT)}
    return replace(query, chosen={**query.chosen, **{k: v for k, v in meant.items() if v}})


def meant_chapters(query: ListQuery) -> dict[str, str]:
    chosen = query.chosen.items()
    meant = [(name.removeprefix(MEANT), id_) for name, id_ in chosen if name.startswith(MEANT)]
    return {name: id_ for name, id_ in meant[:MOST_ASKED] if len(name) <= LONGEST_NAME}


def members_query(query: ListQuery) -> ImportQuery:
    window = query.window(SHAPES[MEMBERS])
    return ImportQuery.model_validate(
        {
            "existing": query.chosen.get(EXISTING, Existing.SKIP),
            "chapters": json.dumps(meant_chapters(query)),
            "verdict": query.chosen.get(SHOW),
            "q": query.text,
            "limit": window.limit,
            "offset": window.offset,
        }
    )


def members_choices(query: ListQuery, new: int, changed: int) -> ImportWrite:
    """The import of members whose numbers were seen at this address. Raises Invalid."""
    existing = query.chosen.get(EXISTING, Existing.SKIP.value)
    numbers = {"new": new, "changed": changed}
    chosen = {"invite": INVITE in query.chosen, "chapters": meant_chapters(query)}
    return parse(ImportWrite, {"existing": existing, **chosen, **numbers})


def calendar_query(query: ListQuery) -> CalendarQuery:
    """The dry run of events that the address asks for. Raises ValidationError for a wrong id."""
    window = query.window(SHAPES[EVENTS])
    return CalendarQuery.model_validate(
        {
            "chapter_id": query.chosen.get(CHAPTER),
            "past": PAST in query.chosen,
            "verdict": query.chosen.get(SHOW),
            "q": query.text,
            "limit": window.limit,
            "offset": window.offset,
        }
    )


def calendar_choices(query: ListQuery, events: int) -> CalendarWrite:
    """The import of events whose number was seen at this address. Raises Invalid."""
    return parse(
        CalendarWrite,
        {
            "event_type": query.chosen.get(TYPE, USUAL_TYPE),
            "chapter_id": query.chosen.get(CHAPTER),
            "past": PAST in query.chosen,
            "is_public": VISIBLE not in query.chosen,
            "events": events,
        },
    )


def download(query: ListQuery, path: str) -> str:
    chosen, meant = query.chosen, meant_chapters(query)
    return routes.asked(
        path,
        chapters=json.dumps(meant) if meant else "",
        existing=chosen.get(EXISTING, ""),
        chapterId=chosen.get(CHAPTER, ""),
        past="true" if PAST in chosen else "",
        verdict=chosen.get(SHOW, ""),
        q=query.text,
    )
