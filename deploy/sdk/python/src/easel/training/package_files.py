"""Copy a model package: into a zip, or unpacked into a folder."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from easel.training.errors import TrainingFailed

if TYPE_CHECKING:
    from easel.runtime import Package

_MANIFEST = "manifest.json"

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""Times of day in a zip would make equal packages differ."""
_LARGE_BYTES = 1_000_000


def write_package(package: Package, target: Path) -> Path:
    """Write a package as a zip, or as a folder where the path does not end in ``.zip``.

    It appears whole or not at all, and replaces a zip that was there.

    Returns:
        The target.

    Raises:
        PackageError: when a file of the package is damaged.
        TrainingFailed: ``target_exists`` when there is a folder already.
    """
    if target.is_dir():
        raise TrainingFailed(
            f"There is a folder '{target}' already. Remove it, or choose another name.",
            code="target_exists",
            path=str(target),
        )
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    names = [_MANIFEST, *(file.path for file in package.manifest.files)]
    if target.suffix == ".zip":
        with zipfile.ZipFile(partial, "w") as archive:
            for name in names:
                content = _content(package, name)
                info = zipfile.ZipInfo(name, _EPOCH)
                info.external_attr = 0o644 << 16
                # Weights hardly shrink, and a deflated copy of them takes seconds.
                is_large = len(content) > _LARGE_BYTES
                info.compress_type = zipfile.ZIP_STORED if is_large else zipfile.ZIP_DEFLATED
                archive.writestr(info, content)
    else:
        for name in names:
            (partial / name).parent.mkdir(parents=True, exist_ok=True)
            (partial / name).write_bytes(_content(package, name))
    partial.replace(target)
    return target


def _content(package: Package, name: str) -> bytes:
    return package.manifest_bytes if name == _MANIFEST else package.read(name)
