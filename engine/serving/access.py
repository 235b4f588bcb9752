"""The file that says who may call, read again when it changed."""

from __future__ import annotations

import logging
from pathlib import Path

from engine.errors import EngineError
from engine.serving.deployment import read_spec
from engine.specs.serving import DeploymentSpec

logger = logging.getLogger(__name__)


class AccessFile:
    """A replica's spec on disk, which its supervisor replaces when callers come and go."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None

    def newer(self) -> DeploymentSpec | None:
        """Return the spec when the file is another than at the last reading; it costs one stat.

        A file that says nothing valid is read once, one that cannot be read again and again.
        """
        before = self._seen
        try:
            self._seen = self._state()
            return None if self._seen in (before, None) else read_spec(self._path)
        except (EngineError, OSError) as error:
            if not isinstance(error, EngineError) or error.code == "deployment_unreadable":
                self._seen = before
            logger.error("access not changed", extra={"reason": str(error)})
            return None

    def _state(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_ino
