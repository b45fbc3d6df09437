"""The zone of an event: its chapter's, else the organization's."""

from collections.abc import Mapping
from functools import lru_cache
from zoneinfo import ZoneInfo

from rookiebattle.settings import get_settings


def zone_name(chapter_id: str | None, zones: Mapping[str, str]) -> str:
    """The IANA name of the zone; `zones` maps chapter ids to names."""
    return (zones.get(chapter_id) if chapter_id else None) or get_settings().org_time_zone


@lru_cache(maxsize=600)
def zone_of(name: str) -> ZoneInfo:
    """The zone with a name that is known to exist."""
    return ZoneInfo(name)
