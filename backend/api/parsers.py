"""Bodies that are not JSON."""

from __future__ import annotations

from typing import Any

from rest_framework.parsers import BaseParser


class OctetStreamParser(BaseParser):
    """Leaves a raw body as the stream it is; ``request.data`` can be read in pieces."""

    media_type = "application/octet-stream"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the stream."""
        return stream
