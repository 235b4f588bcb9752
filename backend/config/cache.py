"""Small values that all web processes of a machine share: JSON in files, never pickled."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

_LOOK_EVERY_SECONDS = 60.0
_MAX_UNWRITTEN = 10_000


class JsonFiles(BaseCache):
    """Keeps each value in a file of a folder, until it expires.

    A cache in memory is one for each process, and a limit that is counted there is as many times
    what it should be. What cannot be written, because the disk is full, is kept there all the same:
    a limit that is too high for a while locks nobody out.
    """

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._folder = Path(location)
        self._cleared_at = time.monotonic()
        self._unwritten: dict[Path, tuple[float | None, Any]] = {}

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return a value, or ``default`` where there is none any more."""
        path = self._path(key, version)
        try:
            unwritten = self._unwritten.get(path)
            expires_at, value = unwritten or json.loads(path.read_bytes())
        except (OSError, ValueError):
            return default
        return default if expires_at is not None and expires_at < time.time() else value

    def set(
        self,
        key: Any,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Keep a value."""
        path = self._path(key, version)
        kept = (self.get_backend_timeout(timeout), value)
        try:
            self._write(path, kept)
        except OSError:
            if len(self._unwritten) >= _MAX_UNWRITTEN:
                self._unwritten.pop(next(iter(self._unwritten)), None)
            self._unwritten[path] = kept
        else:
            self._unwritten.pop(path, None)
        if time.monotonic() - self._cleared_at > _LOOK_EVERY_SECONDS:
            self._cleared_at = time.monotonic()
            self._drop(lambda one: self._has_expired(one))

    def add(
        self,
        key: Any,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Keep a value unless there is one."""
        if self.has_key(key, version):
            return False
        self.set(key, value, timeout, version)
        return True

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep a value for longer."""
        missing = object()
        value = self.get(key, missing, version)
        if value is missing:
            return False
        self.set(key, value, timeout, version)
        return True

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Forget a value; return whether there was one."""
        path = self._path(key, version)
        was_unwritten = self._unwritten.pop(path, None) is not None
        try:
            path.unlink()
        except FileNotFoundError:
            return was_unwritten
        return True

    def clear(self) -> None:
        """Forget all values."""
        self._unwritten.clear()
        self._drop(lambda one: True)

    def _write(self, path: Path, kept: tuple[float | None, Any]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        # Several processes may write the same value, and others read it meanwhile.
        draft = path.with_name(f"{uuid4().hex}.new")
        try:
            draft.write_text(json.dumps(kept))
            draft.replace(path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise

    def _path(self, key: Any, version: int | None) -> Path:
        name = self.make_and_validate_key(key, version=version)
        return self._folder / sha256(name.encode()).hexdigest()

    def _drop(self, is_meant: Callable[[Path], bool]) -> None:
        if not self._folder.is_dir():
            return
        for entry in os.scandir(self._folder):
            path = Path(entry.path)
            if is_meant(path):
                path.unlink(missing_ok=True)

    def _has_expired(self, path: Path) -> bool:
        try:
            expires_at = json.loads(path.read_bytes())[0]
        except (OSError, ValueError):
            # A draft of a process that was killed, unless it is being written now.
            return path.exists() and path.stat().st_mtime < time.time() - _LOOK_EVERY_SECONDS
        return expires_at is not None and expires_at < time.time()
