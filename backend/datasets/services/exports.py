"""Write versions out as zips."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import PurePosixPath

from django.http import HttpRequest, HttpResponseBase
from django.utils.http import content_disposition_header

from backend.api.errors import Conflict
from backend.datasets.models import DatasetVersion
from backend.files.store import key_of, store
from backend.files.streams import streamed
from engine.specs.data import SampleRecord

_UNSAFE = re.compile(r"[\x00-\x1f/\\:*?\"<>|]")


def zip_answer(request: HttpRequest, *, version: DatasetVersion, layout: str) -> HttpResponseBase:
    """Return a version as a zip that is made while it is sent.

    Args:
        request: the request that asks for it.
        version: a ready version.
        layout: ``image_folder`` for split/label/file, ``csv`` for files and a ``labels.csv``.

    Raises:
        Conflict: when the version is not ready, or samples with several labels fit no folder.
    """
    if version.state != DatasetVersion.State.READY or version.index_blob_id is None:
        raise Conflict("The version is not ready yet. Wait for its job.", code="version_not_ready")
    if layout == "image_folder" and version.multi_label:
        raise Conflict(
            "Samples with several labels fit into no single folder. Export as csv.",
            code="layout_multi_label",
        )
    response = streamed(
        request, zip_pieces(version.index_blob_id, layout), media_type="application/zip"
    )
    name = f"{_UNSAFE.sub('_', version.dataset.name)}-{version.number}.zip"
    response.headers["Content-Disposition"] = _attachment(name)
    return response


def zip_pieces(index_sha256: str, layout: str) -> Iterator[bytes]:
    """Yield a zip of all files of an index, stored as they are: images do not get smaller."""
    files = store()
    out = _Pipe()
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(["file", "label", "split"])
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive,
        files.open(key_of(index_sha256)) as index,
    ):
        taken: set[str] = set()
        for line in index:
            record = SampleRecord.model_validate_json(line)
            path = _free(_path(record, layout), record.sha256, taken)
            with files.open(record.file) as file:
                archive.writestr(path, file.read())
            rows.writerow([path, "|".join(record.labels), record.split.value])
            yield out.drain()
        if layout == "csv":
            archive.writestr("labels.csv", table.getvalue().encode())
    yield out.drain()


def _path(record: SampleRecord, layout: str) -> str:
    name = PurePosixPath(record.name).name
    if layout == "csv":
        return f"images/{name}"
    label = _UNSAFE.sub("_", record.labels[0]) if record.labels else "_unlabelled"
    return f"{record.split.value}/{label}/{name}"


def _free(path: str, sha256: str, taken: set[str]) -> str:
    """Return the path, made different by the content's hash when another file has it already."""
    if path.lower() in taken:
        pure = PurePosixPath(path)
        path = str(pure.with_name(f"{pure.stem}-{sha256[:12]}{pure.suffix}"))
    taken.add(path.lower())
    return path


def _attachment(name: str) -> str:
    return content_disposition_header(as_attachment=True, filename=name) or "attachment"


class _Pipe(io.RawIOBase):
    """Takes what the zip writer writes and gives it on."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """Tell that it can be written to."""
        return True

    def write(self, data: object) -> int:
        """Take a piece."""
        piece = bytes(data)  # type: ignore[call-overload]
        self._parts.append(piece)
        return len(piece)

    def drain(self) -> bytes:
        """Return what was written since."""
        pieces, self._parts = b"".join(self._parts), []
        return pieces
