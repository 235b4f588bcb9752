"""The OpenAPI document: how operations, scopes and errors are described in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpResponseBase
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from backend.api.access import AccessRule, refuse_unknown
from backend.api.callers import Role, at_least
from backend.api.scopes import Scope, needs, scope_of
from backend.api.serializers import OutputSerializer

ANY_BYTES = "application/octet-stream"


def operation(
    name: str,
    *,
    response: Any = None,
    status: int = 200,
    body: Any = None,
    query: Any = None,
    header: str | None = None,
    least: Role | None = None,
    about: Callable[..., Any] | None = None,
    named: str | None = None,
    public: bool = False,
    scope: Scope | None = None,
    late: Any = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Document a view's method, have what it asks of a call hold before the method begins, and
    show what it returns, which may also be a response already.

    Query parameters that it does not declare are refused, whatever the operation.

    Args:
        name: the operation's id, which generated clients turn into a function's name.
        response: its serializer, ``None`` for an empty one; a dictionary is taken as the
            responses by media type.
        status: HTTP status of the response.
        body: serializer of the request's body.
        query: serializer of the query parameters.
        header: a header that is read.
        least: the role that the call needs in the organisation.
        about: the ``require_…`` selector of the thing that the call is about. The method is handed
            that thing in place of its id, once the caller has been found to have the role.
        named: the field of the body that holds its id, where the path does not.
        public: no sign-in is needed.
        scope: what an API key needs, where neither the HTTP method nor ``least`` tells.
        late: serializer of the response 202, where ``status`` is that of work done at once.
    """
    responses: dict[Any, Any] = (
        {(status, media): shape for media, shape in response.items()}
        if (isinstance(response, dict))
        else {status: response}
    )
    if late is not None:
        responses[202] = late
    describe = extend_schema(
        operation_id=name,
        request=body,
        responses=responses,
        parameters=[
            *([query] if query is not None else []),
            *([OpenApiParameter(header, location=OpenApiParameter.HEADER)] if header else []),
        ],
        extensions={"x-least-role": _least_role(least, public=public)},
        auth=[{}] if public else None,  # type: ignore[list-item]
    )
    if scope is None and least is not None and at_least(least, Role.ADMIN):
        scope = "admin"
    known = {*(query().fields if query is not None else ())}
    if isinstance(response, serializers.ListSerializer):
        known |= {"cursor", "page_size"}
    rule = None
    if about is not None:
        assert least is not None, f"{name}: what it is about takes a role."
        rule = AccessRule(about, least, named, body)

    def declare(method: Callable[..., Any]) -> Callable[..., Any]:
        guarded = _guarded(method, rule, frozenset(known))
        shown = describe(_shown(guarded, response, status))
        return shown if scope is None else needs(scope)(shown)

    return declare


def _least_role(least: Role | None, *, public: bool) -> str:
    """Return who may call: a role, anybody ``signed_in`` about themselves, or the ``public``."""
    if least is not None:
        return least.value
    return "public" if public else "signed_in"


def _guarded(
    method: Callable[..., Any], rule: AccessRule | None, known: frozenset[str]
) -> Callable[..., Any]:
    @wraps(method)
    def guarded(view: Any, request: Request, **path: Any) -> Any:
        things = () if rule is None else (rule.require(request, path),)
        refuse_unknown(request, known)
        return method(view, request, *things, **path)

    return guarded


def _shown(
    method: Callable[..., Any], response: type[Serializer[Any]] | None, status: int
) -> Callable[..., HttpResponseBase]:
    @wraps(method)
    def shown(*args: Any, **path: Any) -> HttpResponseBase:
        answer = method(*args, **path)
        if isinstance(answer, HttpResponseBase):
            return answer
        return Response(None if response is None else response(answer).data, status=status)

    return shown


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes the browser's session."""

    target_class = "backend.accounts.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """Return the cookie that carries it."""
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": (
                "Calls that write send the value of the cookie "
                f"{settings.CSRF_COOKIE_NAME} in the header X-CSRFToken, too."
            ),
        }


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes personal API keys."""

    target_class = "backend.accounts.authentication.ApiKeyAuthentication"
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
    """Adds to every operation the one shape of every error."""

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the operation with its error responses documented."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        if operation.get("security") != [{}]:
            handler = getattr(self.view, self.method.lower(), None)
            operation["x-scope"] = scope_of(handler, self.method)
        if self.method == "DELETE":
            self._describe_body(operation)
        reference = self.resolve_serializer(Problem, "response").ref
        for response in operation["responses"].values():
            _offer_bytes(response.get("content", {}))
        operation["responses"]["default"] = {
            "description": "Problem",
            "content": {"application/problem+json": {"schema": reference}},
        }
        return operation

    def get_request_serializer(self) -> Any:
        """Return the body's serializer; a DELETE has one only where it is declared."""
        return None if self.method == "DELETE" else super().get_request_serializer()

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        """Return a serializer's schema; a body is refused for fields that it does not know.

        What a body holds that is described by an output's shape is read as a spec, which knows its
        fields as strictly.
        """
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if direction == "request":
            schema["additionalProperties"] = False
        return schema

    def _describe_body(self, operation: dict[str, Any]) -> None:
        """Add the body of a DELETE, which drf-spectacular leaves out."""
        serializer = self.get_request_serializer()
        if serializer is not None:
            reference = self.resolve_serializer(serializer, "request").ref
            operation["requestBody"] = {
                "content": {"application/json": {"schema": reference}},
                "required": True,
            }


def _offer_bytes(content: dict[str, Any]) -> None:
    """Add the media type that generators of clients know to a response of a file.

    They leave out a response of whose types they know none, and with it the way to download.
    """
    if any(shape["schema"].get("format") == "binary" for shape in content.values()):
        content.setdefault(ANY_BYTES, {"schema": {"type": "string", "format": "binary"}})
