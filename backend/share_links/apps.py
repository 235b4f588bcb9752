"""What share links bring to the apps below."""

from __future__ import annotations

from django.apps import AppConfig


class ShareLinksConfig(AppConfig):
    """Registers what other apps ask of this one without knowing it."""

    name = "backend.share_links"

    def ready(self) -> None:
        """Register it."""
        from backend.deployments.contracts import CALLERS
        from backend.share_links.selectors import titles_of_callers

        CALLERS.add("share links", titles_of_callers)
