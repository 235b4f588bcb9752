"""Keyset pages: stable under inserts, equally fast at the first and the last page."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import orjson
from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.db.models import F, Model, Q, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from backend.api.errors import Invalid

_MAX_SIZE_DIGITS = 6


@dataclass(frozen=True)
class Start:
    """Where in a list a page begins: at a row counted from 0, or at a value of the first column.

    ``total`` is how many rows there are, when that is known without counting: a row in the second
    half is then looked for from the end.
    """

    at: int | None = None
    value: str | None = None
    total: int | None = None


class Cursor(BasePagination):
    """Pages by ``ordering``, 50 at a time (``page_size`` up to 200).

    The last column of ``ordering`` has to be unique. A cursor holds the values of one row, so a
    page begins exactly where the last one ended whatever was added or removed meanwhile. An absent
    value sorts as the smallest one, on every database.
    """

    page_size = 50
    max_page_size = 200
    ordering: tuple[str, ...] = ("-created_at", "-id")
    start: Start | None = None

    def paginate_queryset(  # type: ignore[override]
        self, queryset: QuerySet[Any], request: Request, view: Any = None
    ) -> list[Any]:
        """Return the rows of the page that the request asks for.

        Raises:
            Invalid: when the cursor was not made by this list.
        """
        self.request = request
        del view
        size = self._size(request)
        backwards, position = self._read_cursor(request, queryset.model)
        if position is None and self.start is not None:
            position = self._position(queryset, self.start)
        columns = [_Column(name, queryset.model, reverse=backwards) for name in self.ordering]
        rows = queryset.order_by(*(column.order() for column in columns))
        if position is not None:
            rows = rows.filter(_after(columns, position))
        found = list(rows[: size + 1])
        more, found = len(found) > size, found[:size]
        if backwards:
            found.reverse()
        self.has_next = more if not backwards else position is not None
        self.has_previous = more if backwards else position is not None
        self.rows = found
        return found

    def get_paginated_response(self, data: Any) -> Response:
        """Return the page with the addresses of its neighbours."""
        has_rows = bool(self.rows)
        return Response(
            {
                "next": self._link("n", self.rows[-1]) if has_rows and self.has_next else None,
                "previous": self._link("p", self.rows[0])
                if has_rows and self.has_previous
                else None,
                "results": data,
            }
        )

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe the page."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe the query parameters."""
        del view
        size = {"type": "integer", "minimum": 1, "maximum": self.max_page_size}
        return [
            {"name": "cursor", "in": "query", "required": False, "schema": {"type": "string"}},
            {"name": "page_size", "in": "query", "required": False, "schema": size},
        ]

    def _size(self, request: Request) -> int:
        text = request.query_params.get("page_size", str(self.page_size))
        is_number = text.isascii() and text.isdigit() and len(text) <= _MAX_SIZE_DIGITS
        if not is_number or not 1 <= int(text) <= self.max_page_size:
            raise Invalid(
                f"The page size '{text[:20]}' is not a whole number from 1 to "
                f"{self.max_page_size}.",
                code="page_size_invalid",
                maximum=self.max_page_size,
            )
        return int(text)

    def _read_cursor(
        self, request: Request, model: type[Model]
    ) -> tuple[bool, Sequence[Any] | None]:
        text = request.query_params.get("cursor")
        if not text:
            return False, None
        try:
            # It carries its order: values of another order would be compared with other columns.
            direction, ordering, values = orjson.loads(base64.urlsafe_b64decode(text.encode()))
            if direction not in ("n", "p") or tuple(ordering) != self.ordering:
                raise ValueError(direction)
            position = [
                _parse(model, name.lstrip("-"), value)
                for name, value in zip(self.ordering, values, strict=True)
            ]
        except (ValueError, TypeError, ValidationError) as error:
            raise Invalid(
                "The cursor does not belong to this list in this order. Start from the first page.",
                code="cursor_invalid",
            ) from error
        return direction == "p", position

    def _position(self, rows: QuerySet[Any], start: Start) -> Sequence[Any] | None:
        """Return the values after which the page begins; the index alone is walked to find them.

        Raises:
            Invalid: when the value is not one of the column's.
        """
        if start.value is not None:
            try:
                first = _start(rows, self.ordering[0].lstrip("-"), start.value)
            except (ValueError, ValidationError) as error:
                raise Invalid(
                    f"The list cannot start at '{start.value}', which is no value of "
                    f"{self.ordering[0].lstrip('-')}. Send one as the list shows it.",
                    code="start_invalid",
                    name=self.ordering[0].lstrip("-"),
                ) from error
            descending = self.ordering[-1].startswith("-")
            # Beyond every id, so that the page begins with the first row of that value.
            return (first, UUID(int=2**128 - 1 if descending else 0))
        if not start.at:
            return None
        from_end = start.total is not None and start.at > start.total // 2
        columns = [_Column(name, rows.model, reverse=from_end) for name in self.ordering]
        place = start.total - start.at if from_end and start.total is not None else start.at - 1
        names = [column.name for column in columns]
        ordered = rows.order_by(*(column.order() for column in columns)).values_list(*names)
        # Beyond the end, the page is that of the last row.
        if place < 0:
            return ordered.first()
        return ordered[place : place + 1].first() or (None if from_end else ordered.last())

    def _link(self, direction: str, row: Any) -> str:
        values = [getattr(row, name.lstrip("-")) for name in self.ordering]
        text = base64.urlsafe_b64encode(orjson.dumps([direction, self.ordering, values])).decode()
        query = self.request.query_params.copy()
        query["cursor"] = text
        pairs = [(key, value) for key, values in query.lists() for value in values]
        return f"{self.request.build_absolute_uri(self.request.path)}?{urlencode(pairs)}"


class _Column:
    """One column of an ordering, perhaps walked in reverse."""

    def __init__(self, text: str, model: type[Model], *, reverse: bool) -> None:
        self.name = text.lstrip("-")
        self.descending = text.startswith("-") != reverse
        self.nullable = _nullable(model, self.name)

    def order(self) -> Any:
        """Return the ``ORDER BY`` term; only a nullable column names where its nulls go."""
        column = F(self.name)
        if not self.nullable:
            return column.desc() if self.descending else column.asc()
        return column.desc(nulls_last=True) if self.descending else column.asc(nulls_first=True)

    def after(self, value: Any, rest: Q | None) -> Q:
        """Return the condition of standing after ``value``, or level with it and after in ``rest``.

        The bound that includes ``value`` is redundant; it lets the database start in its index.
        """
        if value is None:
            level = Q(**{f"{self.name}__isnull": True})
            level = level & rest if rest is not None else Q(pk__in=[])
            return level if self.descending else level | Q(**{f"{self.name}__isnull": False})
        side = "lt" if self.descending else "gt"
        beyond = Q(**{f"{self.name}__{side}": value})
        if rest is not None:
            bound = Q(**{f"{self.name}__{side}e": value})
            beyond = bound & (beyond | rest)
        if self.nullable and self.descending:
            beyond |= Q(**{f"{self.name}__isnull": True})
        return beyond


def _after(columns: Sequence[_Column], position: Sequence[Any]) -> Q:
    rest = _after(columns[1:], position[1:]) if len(columns) > 1 else None
    return columns[0].after(position[0], rest)


def _nullable(model: type[Model], name: str) -> bool:
    try:
        return bool(getattr(model._meta.get_field(name), "null", False))
    except FieldDoesNotExist:
        return False


def _start(rows: QuerySet[Any], name: str, value: str) -> Any:
    """Return a value of a column, or of what the rows were annotated with.

    Raises:
        ValidationError: when it is not one.
    """
    annotated = rows.query.annotations.get(name)
    if annotated is None:
        return _parse(rows.model, name, value)
    return annotated.output_field.to_python(value)


def _parse(model: type[Model], name: str, value: Any) -> Any:
    """Return a cursor's JSON value as its column's type.

    Raises:
        ValidationError: when it is not one.
    """
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        return value
    return value if value is None else field.to_python(value)  # type: ignore[union-attr]
