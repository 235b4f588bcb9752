"""Bring files into a dataset: small ones in batches side by side, zips in resumable chunks."""

from __future__ import annotations

import json
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from easel.client.beginnings import batches, beginnings, files_below
from easel.client.errors import ApiError
from easel.client.transport import Json, Transport

# A batch is read whole, and several are sent side by side.
_CHUNK_BYTES = 8 * 2**20
_HEAD_BYTES = 2**20
ONE_BY_ONE = frozenset(("loose_files", "image_folder", "audio_folder", "video_folder", "table"))
"""Formats whose files are understood one by one; those of all others belong together."""
WITH_COLUMNS = frozenset(
    ("text_table", "text_pairs", "csv_labels", "captions", "transcripts", "json_lines")
)
"""Formats whose columns may be named."""
Report = Callable[[int, int], None]


class Imports:
    """Uploads into datasets."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def folder(
        self,
        dataset_id: str,
        folder: str | Path,
        *,
        format: str = "loose_files",
        reading: Json | None = None,
        existing: str | None = None,
        mapping: Json | None = None,
        workers: int = 4,
        on_progress: Report | None = None,
    ) -> Json:
        """Upload every file below a folder; names are the paths below it.

        Args:
            dataset_id: where the files go.
            folder: what is uploaded.
            format: one of the task's formats; ``image_folder`` takes each file's parent
                folder as its label. Files of a format that understands them only together are
                sent as one zip.
            reading: how tables are read, such as ``{"header": False}``; the rest is guessed.
            existing: what becomes of annotations that samples have already: ``keep`` (which is
                what is done if it is left out), ``merge`` or ``replace``.
            mapping: which of their columns is what, such as
                ``{"columns": [{"role": "text", "column": "review"}], "without": ["label"]}``.
            workers: batches sent side by side.
            on_progress: called with files done and files in all.

        Returns:
            The finished import: how many were added, duplicate, rejected, labelled.
        """
        named = files_below(Path(folder))
        if format in ONE_BY_ONE:
            return self.files(
                dataset_id,
                named,
                format=format,
                reading=reading,
                existing=existing,
                workers=workers,
                on_progress=on_progress,
            )
        with tempfile.TemporaryDirectory(prefix="easel-") as place:
            # The name is that of the folder: it is named in what is said of its files.
            packed = Path(place) / f"{Path(folder).resolve().name or 'folder'}.zip"
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
                for name, path in named:
                    archive.write(path, name)
            return self.archive(
                dataset_id,
                packed,
                format=format,
                reading=reading,
                existing=existing,
                mapping=mapping,
                on_progress=on_progress,
            )

    def files(
        self,
        dataset_id: str,
        files: Sequence[tuple[str, Path]],
        *,
        format: str = "loose_files",
        reading: Json | None = None,
        existing: str | None = None,
        workers: int = 4,
        on_progress: Report | None = None,
    ) -> Json:
        """Upload files under given names; see ``folder``."""
        session = self._open(dataset_id, format, reading, existing)
        done = 0
        lock = threading.Lock()

        def send(batch: list[tuple[str, Path]]) -> None:
            nonlocal done
            contents = [(name, path.read_bytes()) for name, path in batch]
            # In a file's own name a form writes a quotation mark otherwise.
            paths = [name for name, _ in contents]
            self._transport.upload(
                f"imports/{session['id']}/files", contents, fields={"paths": paths}
            )
            with lock:
                done += len(batch)
                if on_progress is not None:
                    on_progress(done, len(files))

        with ThreadPoolExecutor(workers) as pool:
            for outcome in [pool.submit(send, batch) for batch in batches(files)]:
                outcome.result()
        return self._close(session["id"])

    def archive(
        self,
        dataset_id: str,
        path: str | Path,
        *,
        format: str = "image_folder",
        reading: Json | None = None,
        existing: str | None = None,
        mapping: Json | None = None,
        on_progress: Report | None = None,
    ) -> Json:
        """Upload a zip, or one file of many samples, in chunks and start reading it.

        A break on the way costs one chunk.

        Returns:
            The archive; its ``job`` says when it is in, ``import_id`` names the import.
        """
        source = Path(path)
        size = source.stat().st_size
        session = self._open(dataset_id, format, reading, existing, mapping)
        fields = {"name": source.name, "num_bytes": size}
        archive = self._transport.json("POST", f"imports/{session['id']}/archives", json=fields)
        offset = archive["num_received"]
        with source.open("rb") as file:
            while offset < size:
                file.seek(offset)
                offset = self._send_chunk(archive["id"], offset, file.read(_CHUNK_BYTES))
                if on_progress is not None:
                    on_progress(offset, size)
        response = self._transport.json("POST", f"archives/{archive['id']}/complete", json={})
        return {**response, "import_id": session["id"]}

    def in_place(
        self,
        dataset_id: str,
        place: Json,
        *,
        format: str = "image_folder",
        existing: str | None = None,
    ) -> Json:
        """Have the server take files in where they are; nothing is sent or copied.

        Args:
            dataset_id: where the samples go.
            place: ``{"kind": "folder", "folder": 0, "path": "pets"}`` below one of the folders
                that the administrator allows (see ``places``), ``{"kind": "bucket", "address":
                "s3://bucket/folder"}``, or ``{"kind": "web", "addresses": ["https://…"]}``.
            format: one of the task's formats.
            existing: as in ``folder``.

        Returns:
            The archive; its ``job`` says when it is in, ``import_id`` names the import.
        """
        session = self._open(dataset_id, format, existing=existing)
        address = f"imports/{session['id']}/sources"
        response = self._transport.json("POST", address, json={"place": place})
        return {**response, "import_id": session["id"]}

    def places(self, dataset_id: str) -> Json:
        """Say where files may be taken in from as they are: folders, buckets, the web."""
        return self._transport.json("GET", f"datasets/{dataset_id}/import-places")

    def detect(self, dataset_id: str, path: str | Path) -> Json:
        """Say which format a folder, zip or file is in, and why; only beginnings are sent.

        Returns:
            ``guesses``, the likeliest first: ``format``, ``message``, ``code``, ``params``.
        """
        names, heads = beginnings(Path(path))
        fields = {"names": json.dumps(names)}
        address = f"datasets/{dataset_id}/imports/detect"
        return self._transport.upload(address, heads, fields=fields)

    def preview(self, dataset_id: str, path: str | Path, reading: Json | None = None) -> Json:
        """Say how a table would be read, and show its first rows; nothing is kept."""
        return self._preview(dataset_id, "table-preview", Path(path), {"reading": reading or {}})

    def columns(
        self,
        dataset_id: str,
        path: str | Path,
        format: str,
        reading: Json | None = None,
        mapping: Json | None = None,
    ) -> Json:
        """Say which columns of a table are what, and show its first rows; nothing is kept."""
        choices = {"reading": reading or {}, "mapping": mapping or {}}
        return self._preview(dataset_id, "column-preview", Path(path), choices, format=format)

    def _preview(
        self, dataset_id: str, address: str, source: Path, choices: dict[str, Json], **fields: str
    ) -> Json:
        is_text = source.suffix.lower() not in (".xlsx", ".parquet")
        with source.open("rb") as file:
            head = file.read(_HEAD_BYTES if is_text else -1)
        fields["is_whole"] = str(len(head) == source.stat().st_size).lower()
        fields |= {name: json.dumps(value) for name, value in choices.items()}
        place = f"datasets/{dataset_id}/{address}"
        return self._transport.upload(place, [(source.name, head)], part="file", fields=fields)

    def problems(self, import_id: str) -> Iterator[Json]:
        """List what of an import was rejected or changed, and why."""
        return self._transport.pages(f"imports/{import_id}/problems", {})

    def close(self, import_id: str) -> Json:
        """End an import whose job has ended; return its outcome."""
        return self._close(import_id)

    def _send_chunk(self, archive_id: str, offset: int, chunk: bytes) -> int:
        """Send one chunk and return where the next one starts, as the server says."""
        try:
            response = self._transport.json(
                "PUT",
                f"archives/{archive_id}/chunks?offset={offset}",
                content=chunk,
                # A chunk that has arrived already is refused, with the offset to go on from.
                repeatable=True,
                headers={"Content-Type": "application/octet-stream"},
            )
        except ApiError as error:
            if error.code != "offset_mismatch":
                raise
            return int(error.params["expected"])
        return int(response["num_received"])

    def _open(
        self,
        dataset_id: str,
        format: str,
        reading: Json | None = None,
        existing: str | None = None,
        mapping: Json | None = None,
    ) -> Json:
        fields: Json = {"format": format}
        if reading:
            fields["reading"] = reading
        if existing:
            fields["existing"] = existing
        if mapping:
            fields["mapping"] = mapping
        return self._transport.json("POST", f"datasets/{dataset_id}/imports", json=fields)

    def _close(self, import_id: str) -> Json:
        return self._transport.json("POST", f"imports/{import_id}/close", json={})
