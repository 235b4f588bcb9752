"""Draw the wave of a long recording."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from backend.api.errors import NotFound
from backend.datasets.models import Sample
from backend.files.services.waves import make_wave


def draw_wave(sample_id: UUID, report: Callable[[int, int], None]) -> None:
    """Draw the wave of a sample; what is there is not drawn again.

    Raises:
        NotFound: when the sample was deleted meanwhile.
        Unavailable: when its audio cannot be decoded.
    """
    sample = Sample.objects.filter(id=sample_id).first()
    if sample is None:
        raise NotFound("The recording was deleted.", code="sample_not_found")
    make_wave(sample.blob_id, report)
