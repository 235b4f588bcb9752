"""Fields of a sample filter that other apps answer: what they ask for is known only there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, Q
from django.db.models.expressions import Combinable

from backend.config.registry import Registry
from backend.datasets.contracts import DatasetRef


@dataclass(frozen=True)
class Condition:
    """What a field of ``SampleFilter`` means.

    Attributes:
        of: the condition on samples of a dataset, for what was asked for.
        strength: what samples that pass can be ordered by, where they can be.
    """

    of: Callable[[DatasetRef, Any], Q | Combinable]
    strength: F | None = None


ELSEWHERE = ("finding", "area", "assignment", "suggested", "disagreement")
"""The fields of ``SampleFilter`` that have their condition from another app."""

CONDITIONS: Registry[Condition] = Registry("condition of the sample filter")

CONTENT_READERS: Registry[Callable[[UUID, UUID], bool]] = Registry("reader of content")
"""Tell, of a user's and a sample's id, whether somebody may read the file though no member."""
