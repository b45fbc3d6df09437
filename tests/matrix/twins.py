"""Two runs that differ only in the ages of the members, compared line by line."""

import json
import re
from collections.abc import Iterator
from difflib import unified_diff
from functools import lru_cache

import httpx
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import AgeBand, User
from tests.matrix.cast import Cast
from tests.reflex_internals import declared_pages
from tests.tab import Tab, Worker

TWINS = ("member", "other", "organizer")
MEANT = {
    r"\b(age_band|ageBand|age|is_minor)\b|13 to 17|18 or older": (
        "A member reads their own age group, and administrators know everybody's."
    ),
    r"^AccountState\.set_profile: |If you’re under 18, others only see your game name": (
        "A minor does not choose to be shown with more, and is told why."
    ),
    r"^/admin/users/[\w-]+: note=('Roles of a minor|'')": (
        "Administrators, who know everybody's age, read that the role of a minor waits."
    ),
    r"^(getBirthDate|putBirthDate|AdminMemberState\.mend_birth_date) ?"
    r"|\bguardians='(Guardians|')": (
        "Administrators, who know everybody's age, read and mend a birth date."
    ),
    r"^getStanding 0: |^(/sign|SignState\.show): ": "A reader's own waiver is that of their age.",
    r"^WaiversState\.": "Administrators read which form somebody has to sign.",
    r"waitsFor|waits_for|\.waits\b|waits=|CREATED_WAITING|once the chapter accepts it": (
        "The organizer reads that an event in a chapter's name waits. Nobody else sees it."
    ),
    r"A parent has to sign|waiver for minors|\bwaiver(_form|_href)?=": (
        "A minor with a seat reads on the ticket and in letters that a parent signs."
    ),
    r"to contact@example\.org \((A question|An answer) about|questions to members under 18, and"
    r"|: their answers\.$": (
        "An adult of the club reads questions to a minor and the answers. "
        "Only the minor and the club know."
    ),
    r"^(addDependent|inviteGuardian|inviteAdult|accept|acceptByForm|keepSharing|endGuardian) "
    r"|^(PeopleState|FamilyState)\.|\b(may_add|is_shown|may_invite|asks_birth|waiver)=": (
        "Adults have people and a household, minors have guardians, and each reads only their own."
    ),
}
"""The lines that may differ, and why. None of them reaches anybody else."""
NEW = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16,}\b|\b\d{10}\b|\b\d{4}-[0-9A-F]{8}\b"
    r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*[Z+:\d]*|/sheets/[\w-]+|/family/\w+/[\w-]+"
)
"""Ids, hashes, secrets, numbers of receipts and instants, which differ from run to run."""
MAY_BE_NEW = re.compile(r"\d|/sheets/|/family/")
"""Each of them has one of these, which are found far faster. Most lines have none."""
Lines = dict[str, list[str]]


def raise_twins(cast: Cast, age: AgeBand) -> None:
    """Let all three members have this age, a game name, and nothing that they show."""
    with cast.database.unit_of_work(write=True) as session:
        for role in TWINS:
            name = f"Storm {role.title()}"
            session.execute(
                sa.update(User)
                .where(col(User.id) == cast.users[role])
                .values(age_band=age, hides_attendance=True, game_name=name)
                .values(game_name_key=name.casefold())
            )


def evened(cast: Cast, lines: Iterator[str]) -> list[str]:
    """The lines without what differs from run to run: new ids, and hashes of them."""
    texts = (one for one in vars(cast).values() if isinstance(one, str))
    known = frozenset((*cast.users.values(), *texts))
    return [_evened(one, known) if MAY_BE_NEW.search(one) else one for one in lines]


# The same lines come again and again, of letters above all.
@lru_cache(10_000)
def _evened(line: str, known: frozenset[str]) -> str:
    return NEW.sub(lambda found: found[0] if found[0] in known else "-", line)


def told(answer: httpx.Response) -> Iterator[str]:
    yield f"{answer.status_code} {sorted(answer.headers)} {answer.headers.get('retry-after')}"
    is_json = answer.headers.get("content-type", "").startswith("application/json")
    if is_json and answer.content:
        yield from json.dumps(answer.json(), indent=0).splitlines()
    else:
        yield from answer.text.splitlines()


def shown(tab: Tab) -> Iterator[str]:
    for state, values in tab.vars.items():
        for name, value in values.items():
            yield from re.split(r", (?=\w+=)", f"{state}.{name}={value!r}")


async def on_screens(cast: Cast, role: str, worker: Worker) -> Lines:
    """Every page as it opens, for each record that it may be about."""
    found: Lines = {}
    events = (cast.event_id, cast.taken_id, cast.now_id)
    ids = {"chapters": (cast.chapter_id,), "events": events, "users": (cast.other_id,)}
    for _, options in declared_pages():
        place = options["route"].strip("/")
        records = ids.get(place.split("/")[-2], ("",)) if "[" in place else ("",)
        for record in records:
            path = "/" + re.sub(r"\[\w+\]", record, place)
            tab = worker.tab(cookie=cast.cookies[role], path=path)
            await tab.visit()
            on_load = options.get("on_load") or []
            for handler in on_load if isinstance(on_load, list) else [on_load]:
                await tab.send(handler)
            found[path] = evened(cast, shown(tab))
    return found


def differences(adults: Lines, minors: Lines) -> list[str]:
    """The lines in which the two runs differ, in order and each time, without those that are meant.

    Which lines come, how often and when: a refusal one act later is a difference as well.
    """
    assert adults.keys() == minors.keys()
    return [
        f"{cell}: {line}"
        for cell in adults
        if adults[cell] != minors[cell]
        for line in unified_diff(unmeant(cell, adults), unmeant(cell, minors), n=0, lineterm="")
    ]


def unmeant(cell: str, run: Lines) -> list[str]:
    return [
        line
        for line in run[cell]
        if not any(re.search(pattern, f"{cell}: {line}") for pattern in MEANT)
    ]
