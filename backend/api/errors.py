"""Errors of the backend; ``backend.api.problems`` turns them into HTTP answers.

ApiError
├── Invalid        the request is wrong as written            422
├── NotAuthenticated   who calls is not proved                401
├── NotFound       there is no such thing, or not for you     404
├── NotAllowed     your role or key may not do this           403
├── Gone           it was there, and is no more               410
├── Conflict       it would contradict the present state      409
├── Throttled      tried too often; wait                      429
├── TooLarge       more than this installation accepts        413
└── Unavailable    no room, no slot, no service; try later    503

The body is problem+json (RFC 9457) with ``code`` and ``params``; clients translate by ``code``.
"""

from __future__ import annotations

from rest_framework import status

Param = str | int | float | bool | None


class ApiError(Exception):
    """Base: ``code`` and ``params`` for the client, an English ``message`` for people."""

    status: int = status.HTTP_500_INTERNAL_SERVER_ERROR
    code = "error"

    def __init__(self, message: str, *, code: str | None = None, **params: Param) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.params: dict[str, Param] = params


class Invalid(ApiError):
    """The request cannot be carried out as written."""

    status = status.HTTP_422_UNPROCESSABLE_ENTITY
    code = "invalid"


class NotAuthenticated(ApiError):
    """Who calls is not proved."""

    status = status.HTTP_401_UNAUTHORIZED
    code = "not_authenticated"


class NotFound(ApiError):
    """There is no such thing, or the caller may not know of it."""

    status = status.HTTP_404_NOT_FOUND
    code = "not_found"


class NotAllowed(ApiError):
    """The caller's role or key may not do this."""

    status = status.HTTP_403_FORBIDDEN
    code = "not_allowed"


class Gone(ApiError):
    """It was there, and will not come back."""

    status = status.HTTP_410_GONE
    code = "gone"


class Conflict(ApiError):
    """It would contradict the present state."""

    status = status.HTTP_409_CONFLICT
    code = "conflict"


class Throttled(ApiError):
    """It was tried too often; ``seconds`` among the params is how long to wait."""

    status = status.HTTP_429_TOO_MANY_REQUESTS
    code = "throttled"


class TooLarge(ApiError):
    """More than this installation accepts."""

    status = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    code = "too_large"


class Unavailable(ApiError):
    """No room, no slot or no service now; trying later may work."""

    status = status.HTTP_503_SERVICE_UNAVAILABLE
    code = "unavailable"
