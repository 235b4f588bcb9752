"""Files of the store as a process on this machine reads them."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from backend.files.store import store


def local_root() -> Path:
    """Return the folder that keys are relative to here: the store's own, or the cache."""
    path = store().local_path("x")
    return _cache() if path is None else path.parent


def bring_here(key: str) -> None:
    """Fetch a file of a store that is not on this machine into the cache, unless it is there.

    Raises:
        NotFound: when there is no such file.
    """
    if store().local_path(key) is not None:
        return
    path = _cache() / key
    if path.is_file():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".part")
    with store().open(key) as source, temporary.open("wb") as target:
        while piece := source.read(1 << 20):
            target.write(piece)
    temporary.replace(path)


def _cache() -> Path:
    data: Path = settings.ENVIRONMENT.data
    return data / "cache" / "files"
