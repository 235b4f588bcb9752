"""Decoding children: bounded in memory and time, shared by threads, replaced when they die."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from backend.api.errors import Unavailable
from backend.decoding import works
from backend.decoding.errors import Refused
from backend.decoding.pool import Pool
from tests import bombs

MIB = 1 << 20


@pytest.fixture
def file(tmp_path: Path) -> Iterator[int]:
    """A file of ten bytes, open."""
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    with path.open("rb") as opened:
        yield opened.fileno()


def make(num: int = 2, megabytes: int = 600, patience: float = 10) -> Pool:
    return Pool(num=num, memory_bytes=megabytes * MIB, patience_seconds=patience)


def quiet(done: int, total: int) -> None:
    del done, total


def test_a_child_that_is_killed_by_its_limit_names_it_and_the_next_one_works(
    file: int, tmp_path: Path
) -> None:
    pool = make(megabytes=300)
    large = tmp_path / "large.png"
    large.write_bytes(bombs.png(9_400, 9_400))
    options = {"media": "image", "max_pixels": 10**9}
    try:
        with large.open("rb") as opened, pytest.raises(Refused) as refused:
            pool.run("examine", opened.fileno(), options, quiet)
        assert refused.value.code == "decoding_memory"
        assert refused.value.params == {"megabytes": 300}
        assert pool.run("nothing", file, {}, quiet).found == 10
    finally:
        pool.close()


def test_children_are_kept_for_the_next_file_and_shared_by_threads(file: int) -> None:
    pool = make(num=2)
    try:
        with ThreadPoolExecutor(8) as threads:
            futures = [threads.submit(pool.run, "nothing", file, {}, quiet) for _ in range(40)]
            assert [future.result().found for future in futures] == [10] * 40
        assert 1 <= len(pool._idle) <= 2
    finally:
        pool.close()


def test_who_waits_too_long_is_told_to_come_again(file: int) -> None:
    pool = make(num=1, patience=0.05)
    inside, leave = threading.Event(), threading.Event()

    def occupy() -> None:
        with pool._helper():
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=occupy)
    thread.start()
    try:
        inside.wait(10)
        with pytest.raises(Unavailable) as refused:
            pool.run("nothing", file, {}, quiet)
        assert refused.value.code == "decoding_busy"
    finally:
        leave.set()
        thread.join()
        pool.close()


def test_a_work_that_nobody_wants_any_more_is_ended(file: int, tmp_path: Path) -> None:
    audio = tmp_path / "long.wav"
    audio.write_bytes(bombs.wav(1, 8000, 8000 * 60))

    class Cancelled(Exception):
        pass

    def cancel(done: int, total: int) -> None:
        raise Cancelled

    pool = make()
    with audio.open("rb") as opened, pytest.raises(Cancelled):
        pool.run("wave", opened.fileno(), {}, cancel)
    assert pool._idle == []
    assert pool._num_busy == 0


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n", b"RIFF", b"PK\x03\x04", b"GIF89a"])
def test_a_broken_file_is_a_refusal_and_no_error_of_ours(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content)
    pool = make()
    try:
        for work, options in (
            ("thumbnail", {"media_type": "image/png", "size": 160}),
            ("thumbnail", {"media_type": "video/mp4", "size": 160}),
            ("spectrogram", {"start_ms": 0, "end_ms": 1000, "columns": 10}),
        ):
            with path.open("rb") as opened, pytest.raises(Refused):
                pool.run(work, opened.fileno(), options, quiet)
    finally:
        pool.close()


def test_every_work_is_a_function_that_loads_neither_django_nor_a_model() -> None:
    modules = sorted({work.function.partition(":")[0] for work in works.WORKS.values()})
    code = (
        "import importlib, sys\n"
        f"for work in {[work.function for work in works.WORKS.values()]!r}:\n"
        "    module, _, name = work.partition(':')\n"
        "    assert callable(getattr(importlib.import_module(module), name)), work\n"
        "print([one for one in ('django', 'torch', 'onnxruntime') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", modules
