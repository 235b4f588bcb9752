"""Write versions out as zips, in one of the formats of the task's card or in JSON lines."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, cast

from django.http import HttpRequest, HttpResponseBase
from django.utils.http import content_disposition_header

from backend.api.errors import Conflict, Invalid
from backend.datasets.models import DatasetVersion
from backend.files.store import key_of, store
from backend.files.streams import streamed
from engine.catalog import TASKS, DatasetFormat
from engine.formats.layout import Copy, Item, Piece, Problem, load_writer
from engine.formats.packing import open_sample
from engine.specs.data import SampleRecord

LOSSES = "losses.json"
MAX_PLACES = 20
_UNSAFE = re.compile(r"[\x00-\x1f/\\:*?\"<>|]")
_CHUNK = 1 << 20


@dataclass
class Loss:
    """One kind of thing that a layout cannot hold, and the first places it was met."""

    code: str
    message: str
    num: int = 0
    places: list[str] = field(default_factory=list)


@dataclass
class Losses:
    """All that an export leaves out or changes."""

    by_code: dict[str, Loss] = field(default_factory=dict)

    @property
    def num(self) -> int:
        """How many there are."""
        return sum(loss.num for loss in self.losses)

    @property
    def losses(self) -> list[Loss]:
        """The kinds of losses, the commonest first."""
        return sorted(self.by_code.values(), key=lambda loss: (-loss.num, loss.code))

    def add(self, problem: Problem, num: int = 1) -> None:
        """Count one, or ``num`` of one place."""
        loss = self.by_code.setdefault(problem.code, Loss(problem.code, problem.message))
        loss.num += num
        if len(loss.places) < MAX_PLACES:
            loss.places.append(problem.place)


def zip_answer(request: HttpRequest, *, version: DatasetVersion, layout: str) -> HttpResponseBase:
    """Return a version as a zip that is made while it is sent.

    Args:
        request: the request that asks for it.
        version: a ready version.
        layout: one of the export formats of the task's card, or ``json_lines``.

    Raises:
        Conflict: when the version is not ready.
        Invalid: when data of this task cannot be written in this layout.
    """
    export = _export(version, layout)
    response = streamed(request, export.pieces(), media_type="application/zip")
    name = f"{_UNSAFE.sub('_', version.dataset.name)}-{version.number}.zip"
    response.headers["Content-Disposition"] = (
        content_disposition_header(as_attachment=True, filename=name) or "attachment"
    )
    return response


def losses_of(*, version: DatasetVersion, layout: str) -> Losses:
    """Return what an export would leave out or change, without making it.

    Raises:
        Conflict: when the version is not ready.
        Invalid: when data of this task cannot be written in this layout.
    """
    export = _export(version, layout)
    for _ in export.written():
        pass
    return export.losses


def write_folder(version: DatasetVersion, layout: DatasetFormat, folder: Path) -> Losses:
    """Write a version into a new folder; return what it leaves out or changes.

    Raises:
        Conflict: when the version is not ready.
    """
    export = _export(version, layout)
    folder.mkdir(parents=True)
    for path, parts in groupby(export.written(), key=lambda made: made.path):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            for part in parts:
                file.writelines(_contents(part))
    return export.losses


def _export(version: DatasetVersion, layout: str) -> _Export:
    if version.state != DatasetVersion.State.READY or version.index_blob_id is None:
        raise Conflict("The version is not ready yet. Wait for its job.", code="version_not_ready")
    known = {*TASKS[version.dataset.task].export_formats, DatasetFormat.JSON_LINES}
    if layout not in known:
        names = ", ".join(sorted(one.value for one in known))
        raise Invalid(
            f"Data of this task cannot be written as '{layout}'. Choose one of: {names}.",
            code="export_format_unsupported",
            format=layout,
            known=names,
        )
    return _Export(DatasetFormat(layout), version.index_blob_id)


@dataclass
class _Export:
    """One version on its way out."""

    layout: DatasetFormat
    index_sha256: str
    losses: Losses = field(default_factory=Losses)

    def written(self) -> Iterator[Piece | Copy]:
        """Yield the files of the layout, counting losses on the way."""
        for made in load_writer(self.layout).write(self._items(), _StoredFiles()):
            if isinstance(made, Problem):
                self.losses.add(made)
            else:
                yield made

    def pieces(self) -> Iterator[bytes]:
        """Yield the zip. Samples are stored as they are: pictures, sound and film do not shrink."""
        out = _Pipe()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            for path, parts in groupby(self.written(), key=lambda made: made.path):
                entry = zipfile.ZipInfo(path)
                with archive.open(entry, "w", force_zip64=True) as target:
                    for part in parts:
                        for piece in _contents(part):
                            target.write(piece)
                            yield out.drain()
            if self.losses.by_code:
                archive.writestr(LOSSES, self._losses_file())
        yield out.drain()

    def _items(self) -> Iterator[Item]:
        with store().open(key_of(self.index_sha256)) as index:
            for line in index:
                record = SampleRecord.model_validate_json(line)
                yield Item(
                    place=record.name,
                    name=record.name,
                    file=record.file,
                    size=(record.width, record.height) if record.width and record.height else None,
                    labels=record.labels,
                    regions=record.regions,
                    relations=record.relations,
                    texts=record.texts,
                    value=record.value,
                    is_annotated=record.is_annotated,
                    split=record.split,
                )

    def _losses_file(self) -> str:
        return json.dumps([vars(loss) for loss in self.losses.losses], ensure_ascii=False, indent=2)


class _StoredFiles:
    """The files of the store by their keys, which the records of an index name."""

    def names(self) -> Sequence[str]:
        """Return nothing: whoever writes asks for the files of its items alone."""
        return ()

    def problems(self) -> Sequence[Problem]:
        """Return nothing: every file of a version is kept."""
        return ()

    def open(self, name: str) -> BinaryIO:
        """Open one file for reading."""
        return cast("BinaryIO", store().open(name))


def _contents(part: Piece | Copy) -> Iterator[bytes]:
    if isinstance(part, Piece):
        yield part.content
        return
    with open_sample(part.item, _StoredFiles()) as file:
        while piece := file.read(_CHUNK):
            yield piece


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
