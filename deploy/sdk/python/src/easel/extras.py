"""Packages that only some models, or the client, need."""

from __future__ import annotations

from easel.errors import PackageError


def missing_package(error: ImportError, extra: str) -> PackageError:
    """Return the error of a package that is not installed.

    Args:
        error: of its import.
        extra: of ``easel`` that brings it.
    """
    return PackageError(
        f"This needs the package '{error.name}', which is not installed. Install it with: "
        f"python -m pip install {error.name}",
        code="extra_missing",
        package=error.name,
        extra=extra,
    )
