"""Make way for the good file where the store keeps a damaged one."""

from __future__ import annotations

from backend.files.contracts.damage import Damage
from backend.files.contracts.keys import key_of
from backend.files.models import Blob
from backend.files.services.backends import kept_store
from backend.files.services.damage import damage_of
from backend.files.services.local import forget_here
from backend.files.services.store import store
from backend.files.services.table_files import delete_table_files
from backend.files.services.videos import delete_copy
from backend.files.services.waves import delete_wave
from backend.files.thumbnails import delete_thumbnails


def is_damaged(sha256: str, num_bytes: int) -> bool:
    """Tell whether a file has to be put in the store again; a damaged one is deleted for that.

    It is read whole, as whoever brings the file once more may do so because it is damaged. In a
    bucket, from where every byte would have to come, what a check found counts, and whether the
    file is there.
    """
    if kept_store().local_path(key_of(sha256)) is None:
        is_marked = Blob.objects.filter(sha256=sha256).exclude(damage="").exists()
        found = Damage.CONTENT if is_marked else None
        if found is None and not kept_store().exists(key_of(sha256)):
            found = Damage.MISSING
    else:
        found = damage_of(sha256, num_bytes, is_read=True)
    if found not in (None, Damage.MISSING):
        make_way(sha256)
    return found is not None


def make_way(sha256: str) -> None:
    """Delete a damaged file and what was made of it, so that the good one can be put there."""
    store().delete(key_of(sha256))
    delete_derived(sha256)


def delete_derived(sha256: str) -> None:
    """Delete what was made of a file: it can be made again."""
    delete_thumbnails(sha256)
    delete_wave(sha256)
    delete_copy(sha256)
    delete_table_files(sha256)
    forget_here(key_of(sha256))
