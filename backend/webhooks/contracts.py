"""What other apps and the workers may know of channels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from backend.api.people import Person

KINDS = ("email", "webhook", "slack", "dingtalk", "wecom")
DELIVERY_STATES = ("waiting", "delivered", "failed")
LANGUAGES = ("en", "zh-CN")

Kind = Literal["email", "webhook", "slack", "dingtalk", "wecom"]


@dataclass(frozen=True)
class Notice:
    """What a channel is to be sent.

    ``event`` names its kind, such as ``alert.firing``. People read ``subject`` (a line), ``text``
    and ``url``, where more stands; programs read ``data``, JSON.
    """

    event: str
    subject: str
    text: str
    url: str
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Outgoing:
    """A notice on its way: ``id`` is the same at each attempt, so that receivers can tell."""

    id: UUID
    created_at: datetime
    notice: Notice


@dataclass(frozen=True)
class Target:
    """Where a channel leads: a web address or an e-mail address, and what signs what goes there."""

    address: str
    secret: str


@dataclass(frozen=True)
class Answer:
    """What the other side answered to a delivery, or why it did not.

    ``status`` is that of HTTP, null where there was none; ``text`` is the beginning of the answer.
    """

    is_accepted: bool
    status: int | None
    text: str


@dataclass(frozen=True)
class ChannelView:
    """Somebody or something that is told of alerts: an e-mail address, a webhook, a chat group.

    It is told of one project, or of all of the organisation where ``project_id`` is null. Of a web
    address only the host is shown, because the rest may be a secret. ``num_failed`` deliveries of
    the last seven days were given up.
    """

    id: UUID
    organisation_id: UUID
    project_id: UUID | None
    kind: str
    name: str
    address: str
    language: str
    num_failed: int
    last_delivered_at: datetime | None
    created_by: Person | None
    created_at: datetime


@dataclass(frozen=True)
class CreatedChannelView(ChannelView):
    """A new channel, with the secret that signs its deliveries where it made one: shown once."""

    secret: str | None


@dataclass(frozen=True)
class ChannelSecret:
    """The secret that signs the deliveries of a webhook from now on: shown once."""

    secret: str


@dataclass(frozen=True)
class DeliveryView:
    """One notice to one channel: what became of it, and when it is tried again."""

    id: UUID
    event: str
    subject: str
    state: str
    num_attempts: int
    last_answer: Answer | None
    next_attempt_at: datetime | None
    created_at: datetime
    finished_at: datetime | None
