"""What a caller can be told, in one table: our code, the HTTP status, and EasyDL's number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from easel.errors import BackendError, InputError

Param = str | int | float | bool | None


@dataclass(frozen=True)
class Meaning:
    """How one error is spoken on the wire."""

    status: int
    easydl: int
    title: str


MEANINGS: dict[str, Meaning] = {
    "body_malformed": Meaning(400, 336001, "The request body is malformed."),
    "body_not_json": Meaning(400, 336001, "The request body is not JSON."),
    "field_missing": Meaning(422, 336002, "A required field is missing."),
    "field_unknown": Meaning(422, 336001, "A field is not known."),
    "field_invalid": Meaning(422, 336001, "A field has a value out of range."),
    "base64_invalid": Meaning(422, 336003, "Base64 decoding failed."),
    "tensor_invalid": Meaning(400, 336001, "A tensor does not fit the model."),
    "image_size": Meaning(422, 336004, "The image is outside the limits."),
    "image_invalid": Meaning(422, 336005, "The image cannot be used."),
    "input_size": Meaning(422, 336004, "The input is outside the limits."),
    "input_invalid": Meaning(422, 336005, "The input cannot be used."),
    "url_not_allowed": Meaning(403, 336001, "Files are not fetched from this address."),
    "url_unreadable": Meaning(422, 336005, "The file could not be fetched."),
    "media_type_unsupported": Meaning(415, 336001, "The content type is not supported."),
    "request_too_slow": Meaning(408, 336001, "The request did not arrive in time."),
    "body_too_large": Meaning(413, 336004, "The request body is too large."),
    "token_missing": Meaning(401, 100, "An access token or API key is required."),
    "token_invalid": Meaning(401, 110, "The access token or API key is not valid."),
    "token_expired": Meaning(401, 111, "The access token or API key has expired."),
    "not_allowed": Meaning(403, 6, "The caller may not use this deployment."),
    "network_not_allowed": Meaning(403, 6, "The caller may not call from this address."),
    "revision_not_allowed": Meaning(403, 6, "The caller may not call this revision."),
    "rate_limited": Meaning(429, 18, "Too many calls a second."),
    "daily_quota_used": Meaning(429, 17, "The calls of today are used up."),
    "total_quota_used": Meaning(429, 19, "The calls are used up."),
    "replica_lost": Meaning(502, 2, "The replicas were lost."),
    "not_enabled": Meaning(403, 6, "The endpoint does not offer this."),
    "webhook_unknown": Meaning(422, 336001, "The webhook is not known here."),
    "storage_full": Meaning(507, 2, "There is no room to store the call."),
    "not_found": Meaning(404, 3, "There is nothing at this address."),
    "upgrade_required": Meaning(426, 3, "This address speaks WebSocket."),
    "method_not_allowed": Meaning(405, 3, "The method is not allowed here."),
    "overloaded": Meaning(503, 2, "The model server is at its limit."),
    "unavailable": Meaning(503, 2, "The endpoint does not answer now."),
    "timed_out": Meaning(504, 2, "The model did not answer in time."),
    "inference_failed": Meaning(500, 336000, "The model failed on this input."),
    "internal": Meaning(500, 1, "Something unexpected went wrong."),
}


class ServingError(Exception):
    """An answer other than success; ``code`` is a key of ``MEANINGS``."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        headers: tuple[tuple[bytes, bytes], ...] = (),
        **params: Param,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.params: Mapping[str, Param] = params
        self.headers = headers

    @property
    def meaning(self) -> Meaning:
        """How this error is spoken on the wire."""
        return MEANINGS[self.code]


OPTION_CODES = frozenset({"top_num_invalid", "threshold_invalid"})
MISSING_CODES = frozenset({"column_missing"})
LIMIT_ENDINGS = ("_too_large", "_too_small", "_too_long", "_too_short", "_too_many", "_too_few")
IMAGES = ("image_", "pixels_")


def as_serving_error(error: InputError | BackendError) -> ServingError:
    """Translate an error of the runtime; its own code goes along as the parameter ``reason``."""
    if isinstance(error, BackendError):
        return ServingError(error.message, code="inference_failed", reason=error.code)
    if error.code in OPTION_CODES:
        field = error.code.removesuffix("_invalid")
        return ServingError(error.message, code="field_invalid", reason=error.code, field=field)
    if error.code in MISSING_CODES:
        return ServingError(
            error.message,
            code="field_missing",
            reason=error.code,
            field=error.params.get("column"),
        )
    is_limit = error.code.endswith(LIMIT_ENDINGS)
    if error.code.startswith(IMAGES):
        code = "image_size" if is_limit else "image_invalid"
    else:
        code = "input_size" if is_limit else "input_invalid"
    return ServingError(error.message, code=code, reason=error.code)
