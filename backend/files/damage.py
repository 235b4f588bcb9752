"""Files of the store that are not what they should be: missing, cut off, or changed."""

from __future__ import annotations

from enum import StrEnum

from backend.api.errors import NotFound
from backend.files.store import key_of, sha256_of, store


class Damage(StrEnum):
    """What is wrong with a file."""

    MISSING = "missing"
    SIZE = "size"
    CONTENT = "content"


def damage_of(sha256: str, num_bytes: int, *, is_read: bool) -> Damage | None:
    """Return what is wrong with a file that the store keeps on this machine, ``None`` if nothing.

    Args:
        sha256: of the file as it should be.
        num_bytes: how large it should be.
        is_read: whether its content is read, too; else its size alone is looked at.
    """
    path = store().local_path(key_of(sha256))
    if path is None:
        return None
    if not path.is_file():
        return Damage.MISSING
    if path.stat().st_size != num_bytes:
        return Damage.SIZE
    return Damage.CONTENT if is_read and sha256_of(path) != sha256 else None


def damaged(sha256: str, found: Damage) -> NotFound:
    """Return the error of a file that cannot be sent."""
    return NotFound(
        f"The stored file {sha256[:12]}… is damaged ({found}). Import the good file again: it "
        "takes its place.",
        code="file_damaged",
        damage=found,
    )
