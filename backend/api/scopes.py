"""What an API key may do: each operation needs one scope, and each scope is what it says.

``read`` looks at things and downloads them, ``write`` makes, changes and deletes them, and
``admin`` does what only administrators may. None contains another. What acts on the person behind
a key, and not in one organisation, takes a browser session.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeVar

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from backend.api.errors import NotAllowed

Scope = Literal["read", "write", "admin", "session"]
Method = TypeVar("Method", bound=Callable[..., Any])

_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_NAME = "needed_scope"


def needs(scope: Scope) -> Callable[[Method], Method]:
    """Say which scope a view's method needs where its HTTP method does not tell."""

    def mark(method: Method) -> Method:
        setattr(method, _NAME, scope)
        return method

    return mark


def scope_of(handler: Callable[..., Any] | None, method: str) -> Scope:
    """Return the scope that an operation needs: by default its HTTP method tells."""
    declared: Scope | None = getattr(handler, _NAME, None)
    if declared is not None:
        return declared
    return "read" if method.upper() in _READING else "write"


class HasScope(BasePermission):
    """Refuses a key that lacks the operation's scope; a browser session has all of them."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Let a session through, and a key with the scope.

        Raises:
            NotAllowed: ``scope_missing``, or ``session_needed`` where no key will do.
        """
        key: Any = request.auth
        if key is None:
            return True
        method = request.method or ""
        needed = scope_of(getattr(view, method.lower(), None), method)
        if needed == "session":
            raise NotAllowed(
                "An API key cannot do this. Sign in with e-mail address and password.",
                code="session_needed",
            )
        if needed not in key.scopes:
            raise NotAllowed(
                f"This API key lacks the scope '{needed}'. Create a key that has it.",
                code="scope_missing",
                scope=needed,
            )
        return True
