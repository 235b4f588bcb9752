"""Make videos playable."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from uuid import UUID

from backend.api.errors import NotFound
from backend.datasets.models import Sample
from backend.files.services.videos import make_copy

# Videos that do not say how long they are, as on the page.
_FRAME_RATE = Fraction(25)


def copy_video(sample_id: UUID, report: Callable[[int, int], None]) -> None:
    """Make the copy of a video that browsers play; one that is there is not made again.

    Raises:
        NotFound: when the sample was deleted meanwhile.
        Unavailable: when no frame of it can be decoded.
    """
    sample = Sample.objects.select_related("blob").filter(id=sample_id).first()
    if sample is None:
        raise NotFound("The video was deleted.", code="sample_not_found")
    num_frames = sample.num_frames or 0
    rate = _FRAME_RATE
    if num_frames and sample.duration_ms:
        rate = Fraction(num_frames * 1000, sample.duration_ms)
    make_copy(
        sample.blob_id,
        sample.blob.media_type,
        num_frames=num_frames,
        rate=rate,
        report_progress=report,
    )
