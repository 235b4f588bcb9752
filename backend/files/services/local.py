"""Files of the store as a process on this machine reads them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from django.conf import settings

from backend.api.errors import NotFound
from backend.files.contracts.damage import Damage, sample_damaged
from backend.files.contracts.keys import key_of
from backend.files.services.sources.folders import path_of
from backend.files.services.sources.opening import open_source
from backend.files.services.store import source_of, store


def local_root() -> Path:
    """Return the folder that keys are relative to here: the store's own, or the cache."""
    path = store().local_path("x")
    return _cache() if path is None else path.parent


def bring_here(key: str) -> None:
    """Have a file below ``local_root``, unless it is there.

    A file of a store elsewhere is fetched into the cache. One that is referred to and lies on this
    machine is linked to, after it was compared with what was taken in; one elsewhere is fetched.

    Raises:
        NotFound: when there is no such file, or it is not where it was taken in.
        Conflict: when it was changed there.
        NotAllowed: when it may not be read there any more.
    """
    place = local_root() / key
    if place.is_file() and not place.is_symlink():
        return
    source = source_of(place.name) if key.startswith("blobs/") else None
    if source is not None and source.address.startswith("file://"):
        open_source(source, place.name).close()
        _link(place, path_of(source.address).resolve())
        return
    fetched = _cache() / key
    if not fetched.is_file() or fetched.is_symlink():
        _fetch(key, fetched)
    if fetched != place:
        _link(place, fetched)


def forget_here(key: str) -> None:
    """Delete the copy of a file that was fetched here from a store elsewhere."""
    (_cache() / key).unlink(missing_ok=True)


def bring_sample_here(
    *, sha256: str, name: str, sample_id: str, damaged: Mapping[str, Damage]
) -> str:
    """Have the file of a sample below ``local_root``; return its key.

    Args:
        sha256: of the file.
        name: of the sample, for people.
        sample_id: of the sample.
        damaged: the files that are known to be damaged (``rounds.damaged_files``).

    Raises:
        NotFound: ``sample_file_damaged`` when the file is missing or damaged.
        Conflict: when it stays where it was taken in, and was changed there.
        NotAllowed: when it may not be read there any more.
    """
    key = key_of(sha256)
    if sha256 in damaged:
        raise sample_damaged(name=name, sample_id=sample_id, damage=damaged[sha256])
    try:
        bring_here(key)
    except NotFound as error:
        raise sample_damaged(name=name, sample_id=sample_id, damage=Damage.MISSING) from error
    return key


def _fetch(key: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Under another name first: whoever looks finds the whole file or none.
    temporary = path.with_name(f"{path.name}.{uuid4().hex}.part")
    with store().open(key) as source, temporary.open("wb") as target:
        while piece := source.read(1 << 20):
            target.write(piece)
    temporary.replace(path)


def _link(place: Path, target: Path) -> None:
    """Have ``place`` lead to a file; readers see the old or the new one, never none."""
    if place.is_symlink() and place.readlink() == target:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    temporary = place.with_name(f".link-{uuid4().hex}")
    temporary.symlink_to(target)
    temporary.replace(place)


def _cache() -> Path:
    data: Path = settings.ENVIRONMENT.data
    return data / "cache" / "files"
