"""Content negotiation for answers that have one form only: files and event streams."""

from __future__ import annotations

from collections.abc import Sequence

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class OneForm(DefaultContentNegotiation):
    """Ignore ``Accept``: an ``<img>`` or ``EventSource`` asks for what it will get anyway.

    Errors of such a view are problem+json all the same.
    """

    def select_renderer(
        self,
        request: Request,
        renderers: Sequence[BaseRenderer],  # type: ignore[override]
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        """Return the first renderer whatever the request accepts."""
        del request, format_suffix
        return renderers[0], renderers[0].media_type
