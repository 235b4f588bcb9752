"""Write versions out as zips, in one of the formats of the task's card or in JSON lines."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from django.http import HttpRequest, HttpResponseBase
from django.utils.http import content_disposition_header

from backend.api.errors import Conflict, Invalid, NotFound
from backend.datasets.models import DatasetVersion
from backend.files.contracts.damage import Damage, sample_damaged
from backend.files.contracts.keys import key_of
from backend.files.services.rounds import damaged_files
from backend.files.services.store import source_of, store
from backend.files.services.streams import streamed
from engine.catalog import TASKS, DatasetFormat
from engine.formats.layout import Copy, Item, Piece, Problem
from engine.formats.loading import write_items
from engine.formats.writing.packing import open_sample
from engine.specs.data import SampleRecord
from engine.specs.samples.hidden_characters import without_hidden

LOSSES = "losses.json"
_NOT_HELD = "not_held"
MAX_PLACES = 20
_UNSAFE = re.compile(r"[/\\:*?\"<>|]")
_CHUNK = 1 << 20


@dataclass
class Loss:
    """One kind of thing that a layout cannot hold, and the first places it was met.

    ``part`` names what has no place, such as attributes or holes, where the code alone does not.
    """

    code: str
    message: str
    num: int = 0
    places: list[str] = field(default_factory=list)
    part: str = ""


@dataclass
class Losses:
    """All that an export leaves out or changes."""

    by_kind: dict[tuple[str, str], Loss] = field(default_factory=dict)

    @property
    def num(self) -> int:
        """How many there are."""
        return sum(loss.num for loss in self.losses)

    @property
    def losses(self) -> list[Loss]:
        """The kinds of losses, the commonest first."""
        return sorted(self.by_kind.values(), key=lambda loss: (-loss.num, loss.code, loss.part))

    def add(self, problem: Problem, num: int = 1) -> None:
        """Count one, or ``num`` of one place; of what has no place, as much as there is of it."""
        part = str(problem.params.get("part") or "")
        loss = self.by_kind.get((problem.code, part))
        if loss is None:
            loss = Loss(problem.code, _message(problem, part), part=part)
            self.by_kind[problem.code, part] = loss
        given = problem.params.get("num")
        loss.num += given if problem.code == _NOT_HELD and isinstance(given, int) else num
        if len(loss.places) < MAX_PLACES:
            loss.places.append(problem.place)


def _message(problem: Problem, part: str) -> str:
    """Return what a loss says for all of its samples, whose number stands beside."""
    if problem.code != _NOT_HELD:
        return problem.message
    return f"This format has no place for {part}. Export in JSON lines to keep them."


def zip_response(request: HttpRequest, *, version: DatasetVersion, layout: str) -> HttpResponseBase:
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
    name = f"{_UNSAFE.sub('_', without_hidden(version.dataset.name, '_'))}-{version.number}.zip"
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
                file.writelines(export.contents(part))
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
    labels = tuple(label["name"] for label in version.labels)
    return _Export(DatasetFormat(layout), version.index_blob_id, labels)


@dataclass
class _Export:
    """One version on its way out."""

    layout: DatasetFormat
    index_sha256: str
    labels: tuple[str, ...]
    losses: Losses = field(default_factory=Losses)
    _damaged: dict[str, Damage] = field(default_factory=damaged_files)

    def written(self) -> Iterator[Piece | Copy]:
        """Yield the files of the layout, counting losses on the way."""
        files = _StoredFiles(self._open)
        for made in write_items(self.layout, self._items(), files, labels=self.labels):
            if isinstance(made, Problem):
                self.losses.add(made)
                continue
            if isinstance(made, Copy) and (damage := self._damage(made.item)) is not None:
                self.note_damage(made.item, damage)
                continue
            yield made

    def contents(self, part: Piece | Copy) -> Iterator[bytes]:
        """Yield the content of a part; a file that is not what it was is named as a loss."""
        if isinstance(part, Piece):
            yield part.content
            return
        digest = hashlib.sha256()
        try:
            with open_sample(part.item, _StoredFiles(self._open)) as file:
                while piece := file.read(_CHUNK):
                    digest.update(piece)
                    yield piece
        except NotFound:
            self.note_damage(part.item, Damage.MISSING)
            return
        if part.item.content is None and digest.hexdigest() != _sha256_of(part.item):
            self.note_damage(part.item, Damage.CONTENT)

    def note_damage(self, item: Item, damage: Damage) -> None:
        """Count a sample whose file is damaged."""
        known = self.losses.by_kind.get(("sample_file_damaged", ""))
        # Samples are looked for in the whole index: only those that are named are.
        is_named = known is None or len(known.places) < MAX_PLACES
        found = self._record_of(_sha256_of(item)) if is_named else None
        place = item.name if found is None else f"{item.name} ({found.id})"
        self.losses.add(
            Problem(
                "sample_file_damaged",
                place,
                f"The file of sample '{item.name}' is damaged ({damage}) and is left out, or as it "
                "is. Import the good file again: it takes its place.",
                {"sample": item.name, "damage": damage},
            )
        )

    def _damage(self, item: Item) -> Damage | None:
        """Return what is known to be wrong with the file of a sample."""
        sha256 = _sha256_of(item)
        if sha256 in self._damaged:
            return self._damaged[sha256]
        path = None if item.file is None else store().local_path(item.file)
        if path is None or path.exists() or source_of(sha256) is not None:
            return None
        return Damage.MISSING

    def _record_of(self, sha256: str) -> SampleRecord | None:
        """Return the first record of a file."""
        return next((one for one in self._records() if key_of(sha256) == one.file), None)

    def _open(self, name: str) -> BinaryIO:
        """Open a file for whoever writes a layout, which cannot go on without it.

        Raises:
            NotFound: ``sample_file_damaged``, naming the sample.
        """
        try:
            return cast("BinaryIO", store().open(name))
        except NotFound as error:
            found = self._record_of(PurePosixPath(name).name)
            if found is None:
                raise
            raise sample_damaged(
                name=found.name, sample_id=found.id, damage=Damage.MISSING
            ) from error

    def pieces(self) -> Iterator[bytes]:
        """Yield the zip. Samples are stored as they are: images, audio and video do not shrink."""
        out = _Pipe()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            for path, parts in groupby(self.written(), key=lambda made: made.path):
                entry = zipfile.ZipInfo(path)
                # The size is not known yet; without room for a large one an entry over 2 GB would
                # fail midway.
                with archive.open(entry, "w", force_zip64=True) as target:
                    for part in parts:
                        for piece in self.contents(part):
                            target.write(piece)
                            yield out.drain()
            if self.losses.by_kind:
                archive.writestr(LOSSES, self._losses_file())
        yield out.drain()

    def _records(self) -> Iterator[SampleRecord]:
        with store().open(key_of(self.index_sha256)) as index:
            for line in index:
                yield SampleRecord.model_validate_json(line)

    def _items(self) -> Iterator[Item]:
        for record in self._records():
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

    def __init__(self, open_key: Callable[[str], BinaryIO]) -> None:
        self._open = open_key

    def names(self) -> Sequence[str]:
        """Return nothing: whoever writes asks for the files of its items alone."""
        return ()

    def problems(self) -> Sequence[Problem]:
        """Return nothing: every file of a version is kept."""
        return ()

    def open(self, name: str) -> BinaryIO:
        """Open one file for reading."""
        return self._open(name)


def _sha256_of(item: Item) -> str:
    """Return the hash that names a sample's file in the store."""
    return PurePosixPath(item.file or "").name


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
