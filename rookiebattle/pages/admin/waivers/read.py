"""Reads the versions, and a page of those without a waiver, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.waivers.schemas.lacking import LackingPage, LackingSearch
from rookiebattle.waivers.schemas.signatures import PaperWaiting
from rookiebattle.waivers.schemas.versions import VersionRead
from rookiebattle.waivers.service.lacking import search_lacking
from rookiebattle.waivers.service.paper import list_papers
from rookiebattle.waivers.service.versions import list_versions


@dataclass(frozen=True, slots=True)
class WaiversShown:
    """`versions` is None for a lead, who only sees the list and the papers of their chapters."""

    found: LackingPage
    chapters: Sequence[ChapterChoice]
    versions: Sequence[VersionRead] | None
    papers: Sequence[PaperWaiting]


def show_waivers(session: Session, actor: Actor, *, wanted: LackingSearch) -> WaiversShown:
    found = search_lacking(session, actor, wanted=wanted)
    reach = actor.reach(Permission.ALL_WAIVER_READ)
    within = [
        one
        for one in chapters.choices(session, actor)
        if reach.is_everywhere or one.id in reach.chapter_ids
    ]
    writes = Permission.ALL_VERSION_READ in actor.permissions
    texts = list_versions(session, actor) if writes else None
    return WaiversShown(found, within, texts, list_papers(session, actor))
