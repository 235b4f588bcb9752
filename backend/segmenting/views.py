"""Click-to-segment over HTTP."""

from __future__ import annotations

from rest_framework.request import Request

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts import SampleRef
from backend.segmenting import serializers as shapes
from backend.segmenting.selectors.images import require_image
from backend.segmenting.selectors.status import current_status
from backend.segmenting.services.asking import segment
from backend.segmenting.services.warm_up import wake


class SegmenterView(View):
    """``/segmenter``."""

    @operation("get_segmenter", response=shapes.SegmenterStatusSerializer)
    def get(self, request: Request) -> object:
        """Get the state of the segmentation model."""
        return current_status()


class SampleSegmenterView(View):
    """``/samples/{id}/segmenter``."""

    @operation(
        "start_segmenter",
        body=shapes.WakeSerializer,
        response=shapes.SegmenterStatusSerializer,
        status=202,
        least=Role.ANNOTATOR,
        about=require_image,
    )
    def post(self, request: Request, sample: SampleRef) -> object:
        """Prepare the segmentation model for an image; repeat until it is ready."""
        return wake(caller=self.caller, sample=sample, **self.body(shapes.WakeSerializer))


class SampleSegmentsView(View):
    """``/samples/{id}/segments``."""

    @operation(
        "create_segments",
        body=shapes.SegmentPromptSerializer,
        response=shapes.SegmentationSerializer,
        least=Role.ANNOTATOR,
        about=require_image,
    )
    def post(self, request: Request, sample: SampleRef) -> object:
        """Segment what is pointed at in an image; nothing is stored."""
        prompt = self.body(shapes.SegmentPromptSerializer)
        return segment(sample=sample, points=prompt.get("points", ()), box=prompt.get("box"))
