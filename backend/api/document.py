"""``/api/openapi.json``: the description of the API, for people and for generators of clients."""

from __future__ import annotations

from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.views import SpectacularJSONAPIView

from backend.api.negotiation import OneForm


class DocumentView(SpectacularJSONAPIView):
    """Answers JSON whatever the caller accepts: a browser asks for HTML, curl for anything."""

    renderer_classes = [OpenApiJsonRenderer2]
    content_negotiation_class = OneForm
