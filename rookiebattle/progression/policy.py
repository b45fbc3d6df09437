"""Rules of progress: the award beads that are shown, what awards take, possible changes. Pure."""

from collections.abc import Collection, Mapping

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import MAY, Grant, Role
from rookiebattle.progression.catalogue import AWARDS, Authority, BeadColor, award_named
from rookiebattle.progression.changes import label_of
from rookiebattle.progression.ledger import BEADS, PATHS, changes, default_of
from rookiebattle.progression.models import Act, Value
from rookiebattle.progression.ranks import has_authority

MEMBER_RANK_HIDDEN = "The member rank can be changed only while the admin rank is 0"


def sees_private_beads(actor: Actor, *, member_id: str) -> bool:
    """Only the member and administrators see stealth and injury beads."""
    return actor.is_admin or (actor.is_member and actor.user_id == member_id)


def visible_awards(counts: Mapping[str, int], *, viewer_is_self_or_admin: bool) -> dict[str, int]:
    """The counts that a viewer may see, by key.

    Totals add up only these: a difference would reveal the private ones.
    """
    return {
        award.key: counts[award.key]
        for award in AWARDS
        if award.key in counts and (viewer_is_self_or_admin or not award.is_private)
    }


def refused_fields(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, str]:
    """A sentence for each field on the wire that may not become what it would be.

    An admin rank hides the member rank, which stays stored. Only an active path gets a level.
    """
    refused: dict[str, str] = {}
    changed = {one.what for one in changes(before, after)}
    if "member_rank" in changed and after.get("admin_rank", 0):
        refused["memberRank"] = MEMBER_RANK_HIDDEN
    for what in sorted(changed):
        path = what.removesuffix(".level")
        is_level = what.startswith(PATHS) and path != what
        if is_level and not after.get(f"{path}.enabled", default_of(f"{path}.enabled")):
            refused["warriorPaths"] = f"{label_of(f'{path}.enabled')} has a level only while active"
    return refused


def missing_for(bead: BeadColor, *, at_event: bool, incident: str | None) -> dict[str, str]:
    """A sentence for each field on the wire that an award of this bead needs and lacks."""
    missing: dict[str, str] = {}
    if bead.needs_event and not at_event:
        missing["eventId"] = f"{bead.meaning} names the event at which it was won"
    if bead.needs_incident and not incident:
        missing["incident"] = f"{bead.meaning} needs a note about what happened"
    return missing


def may_award(bead: BeadColor, *, own_rank: int, approving_rank: int) -> bool:
    """Whether an administrator of this admin rank may award a bead.

    High Honor takes a Lead's own hand. The Medal of Honor may be approved by somebody else.
    """
    if bead.authority is Authority.LEAD:
        return has_authority(own_rank, bead.authority)
    return has_authority(max(own_rank, approving_rank), bead.authority)


def has_role_for(bead: BeadColor, grants: Collection[Grant]) -> bool:
    """Whether one of these roles has the authority for a bead, wherever it may award at all.

    High Honor takes the lead of the organization, the Medal of Honor any lead or second.
    """
    awarding = [one for one in grants if Permission.ALL_PROGRESS_AWARD in MAY[one.role]]
    if bead.authority is Authority.LEAD:
        return any(one.role is Role.LEAD and one.is_everywhere for one in awarding)
    return bool(awarding)


def undoes_by_role(act: str, what: str, grants: Collection[Grant]) -> bool:
    """Whether such an entry is undone by a role: an award of beads that these roles may award.

    A rank, a plan or an administrator's role is nothing that a role gives.
    """
    column, _, key = what.partition(".")
    return act == Act.AWARD and column == BEADS and has_role_for(award_named(key), grants)


def authority_words(bead: BeadColor) -> str:
    """The refusal for an administrator who may not award a bead."""
    if bead.authority is Authority.LEAD:
        return f"{bead.meaning} is awarded by a Lead only."
    return f"{bead.meaning} takes the approval of a Lead or 2IC: name who approved it."


def can_be_undone(act: str) -> bool:
    """Openings and erasures are not undone: nobody decided them."""
    return act not in (Act.OPENING, Act.ERASURE)
