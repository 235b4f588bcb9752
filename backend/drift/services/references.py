"""The references that windows are compared with."""

from __future__ import annotations

from functools import lru_cache

from backend.model_registry.services.packages import unpacked
from engine.drift.reference import DriftReference, read_reference
from engine.specs.package.reference import REFERENCE_FILE


@lru_cache(maxsize=8)
def reference_of(package_sha256: str) -> DriftReference | None:
    """Return the reference of a package, ``None`` where it has none.

    Raises:
        ApiError: when the package cannot be unpacked.
        DataError: ``package_invalid`` when the reference is damaged.
    """
    path = unpacked(package_sha256) / REFERENCE_FILE
    return read_reference(path.read_bytes()) if path.is_file() else None
