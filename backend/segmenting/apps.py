"""What the segmenter brings to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class SegmentingConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.segmenting"

    def ready(self) -> None:
        """Register it."""
        from backend.deployments.contracts.servers import MODEL_SERVERS
        from backend.segmenting.services import serving

        MODEL_SERVERS.add("segmenter", serving)
