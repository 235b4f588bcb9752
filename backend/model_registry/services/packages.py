"""Model packages as files: packed the same way every time, unpacked once."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from django.conf import settings

from backend.api.errors import Invalid
from backend.files.contracts.damage import Damage, damaged
from backend.files.contracts.keys import key_of
from backend.files.services.backends import flush_file_system, naming_full_disk
from backend.files.services.blobs import is_known
from backend.files.services.store import store

_EPOCH = (1980, 1, 1, 0, 0, 0)
# Weights and images hardly shrink: deflating them costs seconds for nothing.
_STORED = frozenset({".onnx", ".safetensors", ".png", ".jpg", ".webp"})


def pack(folder: Path, target: Path) -> None:
    """Write a folder as a zip whose bytes depend on the files' names and contents only."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    with zipfile.ZipFile(target, "w") as archive:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), date_time=_EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = (
                zipfile.ZIP_STORED if path.suffix in _STORED else zipfile.ZIP_DEFLATED
            )
            with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as copy:
                shutil.copyfileobj(source, copy, 1 << 20)


def unpacked(sha256: str) -> Path:
    """Return the folder of a package, unpacking it on first use; safe to call at the same time.

    Raises:
        Invalid: ``package_invalid`` when a member would lie outside the folder.
        NotFound: ``file_damaged`` when the store's copy is known or found to be.
        Unavailable: ``disk_full``.
    """
    packages = scratch("packages")
    folder = packages / sha256
    if folder.is_dir():
        return folder
    with naming_full_disk():
        # In the same folder, so that the last step is a rename: others see a whole package or none.
        temporary = Path(tempfile.mkdtemp(dir=packages, prefix=".unpacking-"))
        try:
            try:
                with store().open(key_of(sha256)) as file, zipfile.ZipFile(file) as archive:
                    _refuse_escapes(archive)
                    archive.extractall(temporary)
            except (zipfile.BadZipFile, zlib.error, EOFError) as error:
                raise damaged(sha256, Damage.CONTENT) from error
            # After a power failure a folder that is there is taken for whole.
            flush_file_system(temporary)
            try:
                temporary.rename(folder)
            except OSError:
                # Somebody else was faster; their copy is the same, as its name is its content.
                if not folder.is_dir():
                    raise
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    return folder


def delete_unpacked() -> None:
    """Delete the unpacked packages that the store has no more."""
    folders = [path for path in scratch("packages").iterdir() if not path.name.startswith(".")]
    for folder in folders:
        if not is_known(folder.name):
            shutil.rmtree(folder, ignore_errors=True)


def scratch(name: str) -> Path:
    """Return a folder below the data folder for files that can be made again."""
    data: Path = settings.ENVIRONMENT.data
    folder = data / "cache" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def temporary_file(suffix: str) -> Path:
    """Return a new empty file in the scratch folder."""
    descriptor, name = tempfile.mkstemp(dir=scratch("temporary"), suffix=suffix)
    os.close(descriptor)
    return Path(name)


def _refuse_escapes(archive: zipfile.ZipFile) -> None:
    for name in archive.namelist():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name:
            raise Invalid(
                f"The package holds a file called '{name}', which would lie outside of it. "
                "Use a package that was made by this product.",
                code="package_invalid",
                file=name,
            )
