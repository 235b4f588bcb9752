"""What an operation asks of whoever calls, before it reads anything else of the request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import signature
from typing import Any, Final

from rest_framework.fields import SkipField, empty
from rest_framework.request import Request
from rest_framework.serializers import Serializer, ValidationError

from backend.api.callers import Role, caller_of

_ASKED: Final = frozenset({"caller", "minimum"})
_UNKNOWN: Final = "This parameter is not known here."


@dataclass(frozen=True)
class AccessRule:
    """The thing that an operation is about, and the least role that it takes there.

    Args:
        find: a ``require_…`` selector: takes ``caller``, an id, and ``minimum`` unless it knows the
            role that it takes.
        least: the role.
        field: of the body, where the path does not hold the id.
        reader: the body's serializer.
    """

    find: Callable[..., Any]
    least: Role
    field: str | None = None
    reader: type[Serializer[Any]] | None = None

    def require(self, request: Request, path: dict[str, Any]) -> Any:
        """Return the thing; its id is taken out of ``path``.

        Raises:
            NotFound: when the caller may not know of it.
            NotAllowed: when the caller's role is not enough.
            ValidationError: when the body that should name it does not.
        """
        asked = signature(self.find).parameters
        name = next(one for one in asked if one not in _ASKED)
        role = {"minimum": self.least} if "minimum" in asked else {}
        value = path.pop(name) if self.field is None else self._named(request, self.field)
        return self.find(caller=caller_of(request), **role, **{name: value})

    def _named(self, request: Request, field: str) -> Any:
        """Return what one field of the body says, whatever the others may be."""
        assert self.reader is not None
        reader = self.reader(data=request.data)
        given = request.data.get(field, empty) if isinstance(request.data, dict) else empty
        try:
            return reader.fields[field].run_validation(given)
        except (ValidationError, SkipField):
            reader.is_valid(raise_exception=True)
            raise


def refuse_unknown(request: Request, known: Iterable[str]) -> None:
    """Refuse query parameters that an operation does not declare.

    Raises:
        ValidationError: ``unknown_field``, naming each.
    """
    unknown = sorted(set(request.query_params) - set(known))
    if unknown:
        raise ValidationError(dict.fromkeys(unknown, _UNKNOWN), code="unknown_field")
