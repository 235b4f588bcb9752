"""Files of the store that are not what they should be: missing, cut off, or changed."""

from __future__ import annotations

import hashlib

from backend.api.errors import NotFound
from backend.files.contracts.damage import Damage
from backend.files.contracts.keys import key_of, sha256_of
from backend.files.services.backends import kept_store

_PIECE = 1 << 20


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
