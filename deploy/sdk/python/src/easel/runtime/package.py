"""Read a model package, a folder or a zip, without unpacking or trusting it."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from pathlib import Path, PurePosixPath

from easel.errors import PackageError
from easel.runtime.manifest import Manifest

MANIFEST = "manifest.json"
MAX_MANIFEST_BYTES = 64 * 1024 * 1024


class Package:
    """The files of one model package. Only files that the manifest names can be read.

    Attributes:
        path: the folder or zip.
        manifest: what the package holds.
        manifest_bytes: the file it was read from.
    """

    def __init__(self, path: str | Path) -> None:
        """Open a package and read its manifest.

        Raises:
            PackageError: when there is no package, its manifest cannot be used, or it is not safe.
        """
        self.path = Path(path)
        if self.path.is_dir():
            self._files: _Folder | _Zip = _Folder(self.path)
        elif self.path.is_file():
            self._files = _Zip(self.path)
        else:
            raise PackageError(
                f"There is no model package at '{self.path}'. Give its folder or zip.",
                code="package_missing",
                path=str(self.path),
            )
        self.manifest_bytes = self._files.read(MANIFEST, MAX_MANIFEST_BYTES)
        try:
            self.manifest = Manifest(json.loads(self.manifest_bytes))
        except ValueError as error:
            raise PackageError(
                f"The manifest of '{self.path}' is not valid JSON ({error}). Export it again.",
                code="manifest_invalid",
            ) from error
        self._expected = {file.path: file for file in self.manifest.files}

    def read(self, name: str) -> bytes:
        """Return one file of the package after checking its size and SHA-256.

        Raises:
            PackageError: ``file_unlisted``, ``file_missing``, ``file_unsafe`` or ``file_changed``.
        """
        expected = self._expected.get(name)
        if expected is None:
            raise PackageError(
                f"The manifest does not list the file '{name}'. Export the package again.",
                code="file_unlisted",
                file=name,
            )
        data = self._files.read(name, expected.bytes)
        if len(data) != expected.bytes or hashlib.sha256(data).hexdigest() != expected.sha256:
            raise PackageError(
                f"The file '{name}' differs from what the manifest says. The package was changed "
                "or cut off on the way; download it again.",
                code="file_changed",
                file=name,
            )
        return data


class _Folder:
    def __init__(self, root: Path) -> None:
        self._root = root.resolve()

    def read(self, name: str, max_bytes: int) -> bytes:
        _require_safe(name)
        path = (self._root / name).resolve()
        if not path.is_relative_to(self._root):
            raise _unsafe(name)
        try:
            if path.stat().st_size > max_bytes:
                raise _too_long(name)
            return path.read_bytes()
        except OSError as error:
            raise _missing(name) from error


class _Zip:
    """A zip whose entries are read in memory; nothing is ever written by their names."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._open() as archive:
            names = archive.namelist()
        folders = [name[: -len(MANIFEST)] for name in names if _is_manifest(name)]
        if len(folders) != 1 and "" not in folders:
            raise PackageError(
                f"The zip '{path}' holds no {MANIFEST}, or several. Give the zip of one package.",
                code="package_missing",
                path=str(path),
            )
        self._prefix = "" if "" in folders else folders[0]

    def read(self, name: str, max_bytes: int) -> bytes:
        _require_safe(name)
        with self._open() as archive:
            try:
                info = archive.getinfo(self._prefix + name)
            except KeyError as error:
                raise _missing(name) from error
            if info.file_size > max_bytes:
                raise _too_long(name)
            try:
                # The size in the zip's directory may lie, so the limit is kept while reading, too.
                with archive.open(info) as stream:
                    data = stream.read(max_bytes + 1)
            except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
                raise PackageError(
                    f"The file '{name}' cannot be read from the zip ({error}). It is damaged or "
                    "encrypted; download it again.",
                    code="file_changed",
                    file=name,
                ) from error
        if len(data) > max_bytes:
            raise _too_long(name)
        return data

    def _open(self) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(self._path)
        except (zipfile.BadZipFile, OSError) as error:
            raise PackageError(
                f"'{self._path}' is not a zip that can be read ({error}). Download it again.",
                code="package_damaged",
                path=str(self._path),
            ) from error


def _is_manifest(name: str) -> bool:
    return re.fullmatch(r"([^/\\]+/)?manifest\.json", name) is not None


def _require_safe(name: str) -> None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or ":" in name:
        raise _unsafe(name)


def _unsafe(name: str) -> PackageError:
    return PackageError(
        f"The package names the file '{name}', which lies outside of it. Do not use this package.",
        code="file_unsafe",
        file=name,
    )


def _missing(name: str) -> PackageError:
    return PackageError(
        f"The package lacks the file '{name}'. Download it again.", code="file_missing", file=name
    )


def _too_long(name: str) -> PackageError:
    return PackageError(
        f"The file '{name}' is longer than the manifest says. Download the package again.",
        code="file_changed",
        file=name,
    )
