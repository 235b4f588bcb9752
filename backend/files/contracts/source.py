"""Where a file stays that the store refers to, and what is said when it is not as it was."""

from __future__ import annotations

from dataclasses import dataclass

from backend.api.errors import Conflict, NotAllowed, NotFound

MAX_ADDRESS = 2000
WEB_SCHEMES = ("http://", "https://")


@dataclass(frozen=True)
class FileSource:
    """The address of a file that is referred to rather than kept.

    ``address`` begins with ``file://``, ``s3://``, ``http://`` or ``https://``. ``stamp`` changes
    when the file does: its size and time of change, or the tag of a bucket; empty where only the
    content tells.
    """

    address: str
    stamp: str = ""


def vanished(address: str) -> NotFound:
    """Return the error of a file that is not at its address any more."""
    return NotFound(
        f"This file was taken in where it is, and is not there any more: {address}. Put it back, "
        "or delete the sample.",
        code="source_missing",
        address=address,
    )


def unreachable(address: str) -> NotFound:
    """Return the error of a web address whose server has no known address, or does not answer."""
    return NotFound(
        f"The server of {address} cannot be reached: its name is unknown, or it does not answer. "
        "Check the address, and try again later.",
        code="source_unreachable",
        address=address,
    )


def not_there(address: str) -> NotFound:
    """Return the error of a web address that is to be taken in and has no file."""
    return NotFound(
        f"There is no file at {address}, or its server hands it out to nobody. Check the address.",
        code="source_not_there",
        address=address,
    )


def changed(address: str) -> Conflict:
    """Return the error of a file that is not the one that was taken in."""
    return Conflict(
        f"This file was taken in where it is, and has been changed since: {address}. Put the old "
        "file back, or import the new one.",
        code="source_changed",
        address=address,
    )


def refused(address: str, reason: str) -> NotAllowed:
    """Return the error of an address that this installation does not read."""
    return NotAllowed(
        f"{address} cannot be read: {reason}",
        code="source_refused",
        address=address,
        reason=reason,
    )
