# mypy: ignore-errors
"""Runs inside pretix: makes an organizer with the events, and prints how to order a seat."""

import json
import os
from datetime import datetime
from pathlib import Path

from django.db import transaction
from django_scopes import scopes_disabled
from pretix.base.models import Event, Organizer, Team, TeamAPIToken

with scopes_disabled(), transaction.atomic():
    club = Organizer.objects.create(name="Club", slug="club")
    everything = {"all_events": True, "all_event_permissions": True}
    team = Team.objects.create(organizer=club, name="All", **everything)
    items = {}
    for number, one in enumerate(json.loads(Path(os.environ["PEERS_EVENTS"]).read_text())):
        event = Event.objects.create(
            organizer=club,
            name={"en": one["title"]},
            slug=f"event{number}",
            currency="USD",
            date_from=datetime.fromisoformat(one["startDate"]),
            date_to=datetime.fromisoformat(one["endDate"]),
            location={"en": one["location"]},
            live=True,
            is_public=True,
        )
        event.settings.frontpage_text = one["description"]
        item = event.items.create(name={"en": "Seat"}, default_price=0)
        event.quotas.create(name="Seats", size=None).items.add(item)
        items[event.slug] = item.pk
    token = TeamAPIToken.objects.create(team=team, name="bench").token
print(json.dumps({"token": token, "items": items}))
