"""Videos and recordings pass through in pieces: memory stays small, and nothing is left behind."""

from __future__ import annotations

import io
import tracemalloc
import wave
import zipfile
from pathlib import Path

import pytest

from backend.datasets.media.content import LocalFile, spool
from backend.datasets.models import ImportProblem, Sample
from backend.datasets.services.importing.imports import run_archive_import
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from engine.catalog import AnnotationKind, DatasetFormat, Media
from tests.backend.cards import add_card, world_of
from tests.backend.conftest import World
from tests.backend.datasets.test_archives import place

NUM_BYTES = 64 * 2**20
# Examining and hashing take pieces of 1 MiB; the rest is Django's.
MAX_MEMORY = 24 * 2**20


def silence(num_bytes: int, first: int = 0) -> bytes:
    """Return a WAV of silence but for its first sample."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(first.to_bytes(2, "little") + bytes(num_bytes - 2))
    return out.getvalue()


@pytest.fixture
def recordings(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """A dataset of recordings."""
    card = add_card(
        monkeypatch,
        media=Media.AUDIO,
        annotation=AnnotationKind.CLASSES,
        formats=(DatasetFormat.AUDIO_FOLDER,),
    )
    return world_of(card)


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(f"call/{name}.wav", content)
    return out.getvalue()


def test_a_recording_larger_than_what_may_be_held_is_stored_whole(recordings: World) -> None:
    archive = place(recordings, zipped(long=silence(NUM_BYTES)), layout="audio_folder")
    tracemalloc.start()
    run_archive_import(archive.id, lambda done, total: None)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MAX_MEMORY
    sample = Sample.objects.get()
    assert sample.bytes == NUM_BYTES + 44
    assert sample.duration_ms == NUM_BYTES // 2 / 16
    with store().open(key_of(sample.blob_id)) as file:
        assert file.read(4) == b"RIFF"
        assert file.seek(0, io.SEEK_END) == sample.bytes


def test_what_is_there_already_or_refused_leaves_no_file_behind(
    recordings: World, data_folder: Path
) -> None:
    content = zipped(one=silence(4000), again=silence(4000), broken=b"no audio", empty=b"")
    run_archive_import(
        place(recordings, content, layout="audio_folder").id, lambda done, total: None
    )
    assert Sample.objects.count() == 1
    codes = set(ImportProblem.objects.values_list("code", flat=True))
    assert {"not_audio", "file_empty"} <= codes
    assert [path for path in (data_folder / "uploads").rglob("*") if path.is_file()] == []


def test_a_stream_that_breaks_off_leaves_no_file_behind(tmp_path: Path) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() > 0:
                raise OSError("the disk is gone")
            return super().read(size)

    with pytest.raises(OSError, match="gone"):
        spool(Broken(bytes(2 << 20)), tmp_path)
    assert list(tmp_path.iterdir()) == []
    whole = spool(io.BytesIO(b"abc"), tmp_path)
    assert isinstance(whole, LocalFile)
    assert (whole.num_bytes, whole.path.read_bytes()) == (3, b"abc")
