"""Packages that are kept on this machine, and found by their name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from easel.errors import PackageError
from easel.runtime.package import MANIFEST, Package


def library() -> Path:
    """Return the folder of packages: ``EASEL_MODELS``, else one in the home folder."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(os.environ.get("EASEL_MODELS") or Path(data) / "easel" / "models")


def packages(folder: Path) -> Iterator[Package]:
    """Yield the packages of a folder, by name; what is none of ours is passed over."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.suffix == ".zip" or (path / MANIFEST).is_file():
            try:
                yield Package(path)
            except PackageError:
                continue


def package_path(given: str) -> Path:
    """Return the package that a path or a name means.

    Args:
        given: path of a folder or zip; else the name of a package in the library, with or without
            ``.zip``, as its file or its manifest says it.

    Raises:
        PackageError: ``package_missing``, naming those that are there.
    """
    if Path(given).exists():
        return Path(given)
    known = {}
    for package in packages(library()):
        known[package.manifest.name] = package.path
        known[package.path.stem if package.path.is_file() else package.path.name] = package.path
    if given in known:
        return known[given]
    there = ", ".join(sorted(known)) or "none"
    raise PackageError(
        f"There is no package '{given}': no such file, and of the packages in '{library()}' "
        f"({there}) none has this name.",
        code="package_missing",
        path=given,
    )
