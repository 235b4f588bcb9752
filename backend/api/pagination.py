"""Keyset pages: stable under inserts, equally fast at the first and the last page."""

from __future__ import annotations

from rest_framework.pagination import CursorPagination


class Cursor(CursorPagination):
    """Pages by ``(created_at, id)``, newest first, 50 at a time (``page_size`` up to 200)."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = ("-created_at", "-id")
