"""Files of the store that are not what they should be: missing, cut off, or changed."""

from __future__ import annotations

import hashlib
from enum import StrEnum

from backend.api.errors import NotFound
from backend.files.store import kept_store, key_of, sha256_of

_PIECE = 1 << 20


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
    path = kept_store().local_path(key_of(sha256))
    if path is None:
        return None
    if not path.is_file():
        return Damage.MISSING
    if path.stat().st_size != num_bytes:
        return Damage.SIZE
    return Damage.CONTENT if is_read and sha256_of(path) != sha256 else None


def content_damage(sha256: str, num_bytes: int) -> Damage | None:
    """Return what is wrong with a file of any store, which is read for that."""
    if kept_store().local_path(key_of(sha256)) is not None:
        return damage_of(sha256, num_bytes, is_read=True)
    try:
        with kept_store().open(key_of(sha256)) as file:
            digest = hashlib.sha256()
            length = 0
            while piece := file.read(_PIECE):
                digest.update(piece)
                length += len(piece)
    except NotFound:
        return Damage.MISSING
    if length != num_bytes:
        return Damage.SIZE
    return Damage.CONTENT if digest.hexdigest() != sha256 else None


def sample_damaged(*, name: str, sample_id: str, damage: Damage) -> NotFound:
    """Return the error of a sample whose file is damaged, for work that cannot go on without it."""
    return NotFound(
        f"The file of sample '{name}' ({sample_id}) is damaged ({damage}). Import the good file "
        "again: it takes its place. Or remove the sample.",
        code="sample_file_damaged",
        sample=name,
        sample_id=sample_id,
        damage=damage,
    )


def damaged(sha256: str, found: Damage) -> NotFound:
    """Return the error of a file that cannot be sent."""
    return NotFound(
        f"The stored file {sha256[:12]}… is damaged ({found}). Import the good file again: it "
        "takes its place.",
        code="file_damaged",
        damage=found,
    )
