"""The one place that turns an error into an HTTP answer: problem+json (RFC 9457)."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import (
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import DatabaseError, IntegrityError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response

from backend.api.errors import ApiError, Conflict, NotFound, Throttled, Unavailable
from backend.api.room import give_up_reserve, is_no_room, no_room, room

logger = logging.getLogger(__name__)

# PostgreSQL's numbers of lost connections, of its own shutdown and start, and of too many callers.
_AWAY = ("08", "57P", "53300")


def problem(
    *,
    status: int,
    code: str,
    message: str,
    params: Mapping[str, Any] | None = None,
    errors: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return a problem+json body; ``errors`` names fields by JSON pointer."""
    return {
        "type": "about:blank",
        "status": status,
        "code": code,
        "detail": message,
        "params": dict(params or {}),
        "errors": errors or [],
    }


def handle_exception(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """DRF's exception handler; ``None`` lets an unplanned error become a logged 500."""
    del context
    if not isinstance(error, ApiError):
        error = _out_of_room(error) or _database_away(error) or _overtaken(error) or error
    if isinstance(error, ApiError):
        body = problem(
            status=error.status, code=error.code, message=error.message, params=error.params
        )
        response = _response(body)
        if isinstance(error, Throttled) and "seconds" in error.params:
            response["Retry-After"] = str(error.params["seconds"])
        return response
    if isinstance(error, TooManyFieldsSent | TooManyFilesSent | RequestDataTooBig):
        return _response(
            problem(status=413, code="too_many_parts", message=f"{error} Send less at once.")
        )
    if isinstance(error, exceptions.ValidationError):
        return _response(
            problem(
                status=422,
                code="invalid",
                message="The request has fields that are wrong or missing.",
                errors=list(_field_errors(error.get_full_details(), "")),
            )
        )
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        return _from_drf(error)
    return None


def csrf_failure(request: HttpRequest, reason: str = "") -> JsonResponse:
    """Answer a failed CSRF check in the common shape."""
    del request
    body = problem(status=403, code="csrf_failed", message=f"{reason} Load the page again.")
    return JsonResponse(body, status=403, content_type="application/problem+json")


def malformed(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Answer a request that Django itself refuses to read in the common shape."""
    del request, exception
    body = problem(status=400, code="malformed", message="The request cannot be read.")
    return JsonResponse(body, status=400, content_type="application/problem+json")


def refused(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Answer what Django itself does not allow in the common shape."""
    del request, exception
    body = problem(status=403, code="not_allowed", message="This is not allowed.")
    return JsonResponse(body, status=403, content_type="application/problem+json")


def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    """Answer for an address that leads nowhere in the common shape."""
    del request, exception
    body = problem(status=404, code="not_found", message="There is nothing at this address.")
    return JsonResponse(body, status=404, content_type="application/problem+json")


def server_error(request: HttpRequest) -> JsonResponse:
    """Answer for a mistake of ours, which has been logged, in the common shape."""
    del request
    error = sys.exc_info()[1]
    known = None if error is None else _out_of_room(error) or _database_away(error)
    if known is not None:
        body = problem(
            status=known.status, code=known.code, message=known.message, params=known.params
        )
        return JsonResponse(body, status=known.status, content_type="application/problem+json")
    body = problem(
        status=500,
        code="server_error",
        message="Something went wrong here. Try again; if it stays, give the administrator the "
        "request id.",
    )
    return JsonResponse(body, status=500, content_type="application/problem+json")


def _out_of_room(error: BaseException) -> ApiError | None:
    """Return what to say when there is no room on a disk, having given up the reserve for it."""
    if not is_no_room(error):
        return None
    give_up_reserve()
    logger.warning("disk full", exc_info=error)
    return no_room(room().free_bytes)


def _database_away(error: BaseException) -> ApiError | None:
    """Return what to say while the database restarts or cannot be reached."""
    if not isinstance(error, OperationalError | InterfaceError):
        return None
    # PostgreSQL gives no number where there is no connection to give it by.
    state = getattr(error.__cause__, "pgcode", "")
    if state is not None and not state.startswith(_AWAY):
        return None
    logger.warning("database away", extra={"reason": str(error).strip()})
    return Unavailable(
        "The database does not answer. Try again in a minute; if it stays so, tell the "
        "administrator.",
        code="database_unavailable",
    )


def _overtaken(error: BaseException) -> ApiError | None:
    """Return what to say when what a request is about went away while it was carried out.

    Rows are looked up with a proper answer first; that they are gone a moment later, or that a
    name is taken by then, is somebody else's doing and no mistake of ours.
    """
    gone = NotFound("It was deleted while the request was carried out. Load the page again.")
    if isinstance(error, ObjectDoesNotExist):
        response: ApiError = gone
    elif isinstance(error, IntegrityError) and _is_about(error, "23503", "FOREIGN KEY"):
        response = gone
    elif isinstance(error, IntegrityError) and _is_about(error, "23505", "UNIQUE"):
        response = Conflict("Somebody else did the same at the same moment. Load the page again.")
    elif isinstance(error, DatabaseError) and "did not affect any rows" in str(error):
        # What Django says when it saves changes of a row that is gone.
        response = gone
    else:
        return None
    logger.warning("overtaken by another request", exc_info=error)
    return response


def _is_about(error: IntegrityError, postgresql: str, sqlite: str) -> bool:
    """Tell which constraint was broken: PostgreSQL gives a number, SQLite a sentence."""
    state = getattr(error.__cause__, "pgcode", None)
    return state == postgresql or (state is None and str(error).startswith(sqlite))


def _from_drf(error: exceptions.APIException) -> Response:
    codes = {
        exceptions.NotAuthenticated: "not_authenticated",
        exceptions.AuthenticationFailed: "not_authenticated",
        exceptions.PermissionDenied: "not_allowed",
        exceptions.Throttled: "throttled",
    }
    code = codes.get(type(error), error.default_code)
    body = problem(status=error.status_code, code=code, message=str(error.detail))
    response = _response(body)
    wait: float | None = getattr(error, "wait", None)
    if wait is not None:
        response["Retry-After"] = str(int(wait) + 1)
    if isinstance(error, exceptions.NotAuthenticated | exceptions.AuthenticationFailed):
        response["WWW-Authenticate"] = "Bearer"
    return response


def _response(body: dict[str, Any]) -> Response:
    return Response(body, status=body["status"], content_type="application/problem+json")


def _field_errors(details: Any, pointer: str) -> Any:
    """Flatten DRF's nested details to ``{"pointer", "code", "detail"}`` items."""
    if isinstance(details, Mapping) and {"message", "code"} == set(details):
        yield {"pointer": pointer, "code": str(details["code"]), "detail": str(details["message"])}
    elif isinstance(details, Mapping):
        for key, value in details.items():
            inner = pointer if key == "non_field_errors" else f"{pointer}/{key}"
            yield from _field_errors(value, inner)
    else:
        for position, value in enumerate(details):
            leaf = isinstance(value, Mapping) and {"message", "code"} == set(value)
            yield from _field_errors(value, pointer if leaf else f"{pointer}/{position}")
