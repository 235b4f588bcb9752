"""A notice, and channels to send it through."""

from __future__ import annotations

from random import Random
from typing import Any

from backend.webhooks.contracts import Notice
from backend.webhooks.models import Channel
from backend.webhooks.services.channels import create_channel
from backend.webhooks.services.deliveries import (
    deliver_due,
)
from tests.backend.conftest import World

NOTICE = Notice(
    event="alert.firing",
    subject="Firing: <b>Cells</b> is [down](http://x)",
    text="The server ended.\nProject: A & B",
    url="http://127.0.0.1:8000/alerts",
    data={"condition": "down"},
)


def channel_to(world: World, url: str, kind: str = "webhook", **fields: Any) -> tuple[Channel, str]:
    """Make a channel; returns it with its secret."""
    made = create_channel(
        organisation_id=world.organisation.id, kind=kind, name="c", address=url,
        made_by=world.caller, **fields,
    )  # fmt: skip
    return Channel.objects.get(id=made.id), made.secret or ""


def send(channel: Channel) -> int:
    """Send what is due."""
    return deliver_due(channel.id, random=Random(0))
