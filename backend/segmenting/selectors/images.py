"""Images that somebody may point at."""

from __future__ import annotations

from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.api.errors import Invalid, NotAllowed
from backend.assignments.selectors.access import may_see_content
from backend.datasets.contracts import SampleRef
from backend.datasets.selectors.references import sample_ref
from backend.datasets.selectors.samples import require_sample
from engine.catalog import Media


def require_image(*, caller: Caller, sample_id: UUID) -> SampleRef:
    """Return an image that the caller may label: as an annotator, or as whom it was handed to.

    Raises:
        Invalid: ``sample_not_an_image``.
        NotFound: when there is no such sample, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    try:
        require_sample(caller=caller, sample_id=sample_id, minimum=Role.ANNOTATOR)
    except NotAllowed:
        if not may_see_content(user_id=caller.user_id, sample_id=sample_id):
            raise
    sample = sample_ref(sample_id)
    assert sample is not None
    if sample.media is not Media.IMAGE:
        raise Invalid(f"'{sample.name}' is no image.", code="sample_not_an_image")
    return sample
