"""Why a file was not decoded; light enough to be loaded by a child process."""

from __future__ import annotations

from collections.abc import Mapping

Param = str | int | float | bool | None


class Refused(Exception):
    """A file that cannot be decoded here: ``code`` and ``params`` for the page, a message."""

    def __init__(
        self, message: str, *, code: str, params: Mapping[str, Param] | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.params = dict(params or {})


def needs_too_much_memory(maximum: int) -> Refused:
    """Return the refusal of a file that would fill the memory."""
    megabytes = maximum >> 20
    return Refused(
        f"Decoding this file takes more than {megabytes} MB of memory. Make it smaller: fewer "
        "pixels, rows or channels.",
        code="decoding_memory",
        params={"megabytes": megabytes},
    )


def takes_too_long(seconds: float) -> Refused:
    """Return the refusal of a file whose decoding does not end."""
    return Refused(
        f"Decoding this file takes longer than {seconds:g} seconds. Make it smaller, or save it "
        "in another format.",
        code="decoding_time",
        params={"seconds": seconds},
    )


def breaks_decoder(reason: str) -> Refused:
    """Return the refusal of a file that the decoder fails on in a way that nobody foresaw."""
    return Refused(
        f"The file cannot be decoded ({reason}). Save it again from its source, or leave it out.",
        code="decoding_failed",
        params={"reason": reason},
    )
