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
        """Return the spec when the file is another than at the last reading.

        A signal says so too, but a caller with a new key can be faster than the signal.
        """
        try:
            found = self._path.stat()
            state = (found.st_mtime_ns, found.st_ino)
            if state == self._seen:
                return None
            spec = read_spec(self._path)
        except (EngineError, OSError) as error:
            logger.error("access not changed", extra={"reason": str(error)})
            return None
        self._seen = state
        return spec
