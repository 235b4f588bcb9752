"""The base of all views: who calls, what they sent, one page of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from backend.api.callers import Caller, caller_of
from backend.api.pagination import Cursor, Start


class View(APIView):
    """A view whose methods read the request, call one service or selector, and answer."""

    pagination_class: type[Cursor] = Cursor

    @property
    def caller(self) -> Caller:
        """Who is behind the request."""
        return caller_of(self.request)

    def body(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """Return the validated body.

        Raises:
            ValidationError: naming each wrong field.
        """
        reader = serializer(data=self.request.data)
        reader.is_valid(raise_exception=True)
        return dict(reader.validated_data)

    def query(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """Return the validated query parameters; those of paging are read elsewhere.

        Raises:
            ValidationError: naming each wrong or unknown parameter.
        """
        given = self.request.query_params.copy()
        for name in ("cursor", "page_size"):
            given.pop(name, None)
        reader = serializer(data=given)
        reader.is_valid(raise_exception=True)
        return dict(reader.validated_data)

    def page(
        self,
        rows: QuerySet[Any],
        serializer: type[Serializer[Any]],
        *,
        ordering: tuple[str, ...] | None = None,
        complete: Callable[[list[Any]], Iterable[Any]] = list,
        start: Start | None = None,
    ) -> Response:
        """Answer with one page; ``complete`` may load more for the rows of that page only.

        ``start`` is where the page begins when the request has no cursor.
        """
        pages = self.pagination_class()
        pages.ordering = ordering or pages.ordering
        pages.start = start
        found = pages.paginate_queryset(rows, self.request)
        return pages.get_paginated_response(serializer(complete(found), many=True).data)
