"""The file that says what a gateway answers for, read again when it changed."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from engine.errors import SpecError
from engine.specs.gateway import GatewaySpec


def read_spec(path: Path) -> GatewaySpec:
    """Read a gateway's spec.

    Raises:
        SpecError: ``gateway_unreadable`` or ``gateway_invalid``.
    """
    try:
        return GatewaySpec.model_validate_json(path.read_bytes())
    except OSError as error:
        raise SpecError(
            f"The gateway's file '{path}' cannot be read: {error.strerror}. Check the path.",
            code="gateway_unreadable",
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the document"
        raise SpecError(
            f"The gateway's file '{path}' is not valid: {where}: {first['msg']}. Correct it.",
            code="gateway_invalid",
            field=where,
        ) from error


class SpecFile:
    """A spec on disk that is replaced while it is gone by."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: tuple[int, int] | None = None

    def newer(self) -> GatewaySpec | None:
        """Return the spec when the file is another than at the last reading; it costs one stat.

        Raises:
            SpecError: when it says nothing valid; it is not read again until it changes.
        """
        seen = self._state()
        if seen is None or seen == self._seen:
            return None
        self._seen = seen
        return read_spec(self._path)

    def _state(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_mtime_ns, found.st_ino
