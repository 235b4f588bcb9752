"""What others may know of share links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from engine.catalog import Media
from engine.catalog.kinds import PredictionKind

STATES = ("valid", "expired", "revoked")
CALLER_PREFIX = "share:"
"""Before the id of a link, this is the caller that its calls are counted under."""

State = Literal["valid", "expired", "revoked"]


@dataclass(frozen=True)
class ShareLinkView:
    """A page of an endpoint for whoever has its address, ``/share/{token}``.

    ``num_calls`` are all so far, ``num_calls_today`` those since midnight UTC, of ``daily_calls``.
    """

    id: UUID
    title: str
    description: str
    token: str
    state: State
    has_password: bool
    daily_calls: int
    num_calls_today: int
    num_calls: int
    last_used_at: datetime | None
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True)
class SharedModel:
    """What the model behind a share link takes and says; ``labels`` are empty where there are many.

    ``input`` is that of the manifest; ``required_columns`` are those of a table that were never
    empty when the model was trained.
    """

    task: str
    media: Media
    prediction: PredictionKind
    input: Mapping[str, Any]
    required_columns: list[str]
    labels: list[str]


@dataclass(frozen=True)
class SharedEndpoint:
    """An endpoint as guests see it; without the password ``model`` is null."""

    title: str
    description: str
    needs_password: bool
    expires_at: datetime
    is_running: bool
    model: SharedModel | None


@dataclass(frozen=True)
class SharePass:
    """What stands for the password until it expires: the header ``Easel-Share-Pass``."""

    share_pass: str
    expires_at: datetime
