"""The OpenAPI document: how operations, scopes and errors are described in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from backend.accounts.contracts import Role, at_least
from backend.api.scopes import Scope, needs, scope_of
from backend.api.serializers import OutputSerializer

Method = TypeVar("Method", bound=Callable[..., Any])


def operation(
    name: str,
    *,
    answer: Any = None,
    status: int = 200,
    body: Any = None,
    query: Any = None,
    least: Role | None = None,
    public: bool = False,
    scope: Scope | None = None,
) -> Callable[[Method], Method]:
    """Document a view's method.

    Args:
        name: the operation's id, which generated clients turn into a function's name.
        answer: serializer of the answer, ``None`` for an empty one; a dictionary is taken as the
            answers by media type.
        status: HTTP status of the answer.
        body: serializer of the request's body.
        query: serializer of the query parameters.
        least: the role that the call needs in the organisation.
        public: no sign-in is needed.
        scope: what an API key needs, where neither the HTTP method nor ``least`` tells.
    """
    answers = (
        {(status, media): shape for media, shape in answer.items()}
        if (isinstance(answer, dict))
        else {status: answer}
    )
    describe = extend_schema(
        operation_id=name,
        request=body,
        responses=answers,
        parameters=[query] if query is not None else [],
        extensions={"x-least-role": least.value} if least else {},
        auth=[{}] if public else None,  # type: ignore[list-item]
    )
    if scope is None and least is not None and at_least(least, Role.ADMIN):
        scope = "admin"
    return describe if scope is None else _both(describe, needs(scope))


def _both(
    first: Callable[[Method], Method], second: Callable[[Method], Method]
) -> Callable[[Method], Method]:
    return lambda method: second(first(method))


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes the browser's session."""

    target_class = "backend.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Return the cookie that carries it."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes personal API keys."""

    target_class = "backend.api.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Return the header that carries it."""
        return {"type": "http", "scheme": "bearer"}


class ProblemItem(OutputSerializer):
    """One wrong field, by JSON pointer."""

    pointer = serializers.CharField(allow_blank=True)
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)


class Problem(OutputSerializer):
    """problem+json (RFC 9457) with a code to translate by."""

    type = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(allow_blank=True)
    params = serializers.DictField(
        child=serializers.JSONField(allow_null=True), help_text="Values named in the message."
    )
    errors = ProblemItem(many=True)  # type: ignore[assignment]


class ApiSchema(AutoSchema):
    """Adds to every operation the one shape of every answer that is an error."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operation with its error answers documented."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        if operation.get("security") != [{}]:
            handler = getattr(self.view, self.method.lower(), None)
            operation["x-scope"] = scope_of(handler, self.method)
        if self.method == "DELETE":
            self._describe_body(operation)
        reference = self.resolve_serializer(Problem, "response").ref
        operation["responses"]["default"] = {
            "description": "Problem",
            "content": {"application/problem+json": {"schema": reference}},
        }
        return operation

    def get_request_serializer(self) -> Any:
        """Return the body's serializer; a DELETE has one only where it is declared."""
        return None if self.method == "DELETE" else super().get_request_serializer()

    def _describe_body(self, operation: dict[str, Any]) -> None:
        """Add the body of a DELETE, which drf-spectacular leaves out."""
        serializer = self.get_request_serializer()
        if serializer is not None:
            reference = self.resolve_serializer(serializer, "request").ref
            operation["requestBody"] = {
                "content": {"application/json": {"schema": reference}},
                "required": True,
            }


def add_security(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say once how calls are signed in; operations that need less say so themselves."""
    return result | {"security": [{"apiKey": []}, {"session": []}]}
