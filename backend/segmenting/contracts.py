"""What the app says of segmenters, and what it takes as a prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STATES = ("absent", "stopped", "preparing", "starting", "ready", "failed")


@dataclass(frozen=True)
class Weights:
    """Weights that lie in the installation's folder, and what tells them apart from others."""

    name: str
    folder: Path
    fingerprint: str


@dataclass(frozen=True)
class SegmenterError:
    """Why the model does not answer."""

    code: str
    params: Mapping[str, Any]
    message: str


@dataclass(frozen=True)
class SegmenterStatus:
    """How far the model is from answering clicks.

    ``absent``: no weights are configured. ``stopped``: nobody has asked for it lately.
    ``preparing``: its package is made of the weights. ``starting``: its server loads the package.
    """

    state: str
    name: str | None = None
    error: SegmenterError | None = None


@dataclass(frozen=True)
class Segmentation:
    """What was pointed at: ``geometry`` is null where the model finds nothing."""

    model: str
    geometry: Mapping[str, Any] | None
    score: float | None
