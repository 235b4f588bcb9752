"""Inputs that become large when they are decoded share a bounded memory."""

from __future__ import annotations

import asyncio
import io
import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from easel.errors import InputError
from easel.runtime.audio.decode import decode_audio
from easel.runtime.audio.decode import decoding_bytes as audio_bytes
from easel.runtime.image.decode import _as_stored, decode_image, decoding_bytes
from PIL import Image, ImageOps

from engine.serving.errors import ServingError
from engine.serving.packages.room import SMALL_BYTES, Claim, Lane, Room
from tests import bombs
from tests.engine.serving.deployments import Issuer, deployed, token_spec

MIB = 1 << 20
SLACK_BYTES = 30 * MIB
"""Bodies, answers and what the allocator keeps beside decoded pixels."""


def _peak(pid: int) -> int:
    """Return the largest memory that a process ever had."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("VmHWM:"))
    return int(line.split()[1]) << 10


def test_several_large_images_take_the_memory_that_is_meant_for_them_and_larger_ones_none(
    package: Path, issuer: Issuer, tmp_path: Path
) -> None:
    photo, too_large = bombs.png(4_000, 2_000), bombs.png(10_000, 10_000)
    allowed = decoding_bytes(photo) + 1
    spec = token_spec(package, issuer, num_threads=6, max_decoding_bytes=allowed)
    with deployed(spec, tmp_path / "work") as deployment, deployment.client() as client:
        (replica,) = deployment.children()
        before = _peak(replica)
        refused = client.post("/predict", content=too_large)
        assert _peak(replica) - before < SLACK_BYTES
        with ThreadPoolExecutor(6) as callers:
            responses = list(
                callers.map(lambda _: client.post("/predict", content=photo), range(6))
            )
        growth = _peak(replica) - before
    assert [response.status_code for response in responses] == [200] * 6
    assert growth < allowed + SLACK_BYTES, growth
    assert refused.status_code == 422
    problem = refused.json()
    assert problem["code"] == "image_size"
    assert problem["params"]["reason"] == "image_too_large"
    assert "10000 x 10000" in problem["detail"]


def test_large_inputs_wait_in_turn_and_small_ones_do_not_wait_for_them() -> None:
    async def run() -> None:
        room = Room(small_bytes=SMALL_BYTES, large_bytes=100, max_small=0)
        first, second, third = (Claim(room, 5) for _ in range(3))
        with first:
            await first.take_small()
            await first.take_large(10_000)
            waiting = [asyncio.create_task(claim.take_large(60)) for claim in (second, third)]
            await asyncio.sleep(0)
            with Claim(room, 5) as small:
                await small.take_small()
                with Claim(room, 5) as another, pytest.raises(ServingError) as error:
                    await another.take_small()
                assert error.value.code == "overloaded"
            assert not any(task.done() for task in waiting)
        await asyncio.wait_for(waiting[0], 1)
        assert not waiting[1].done()
        with second:
            pass
        await asyncio.wait_for(waiting[1], 1)

    asyncio.run(run())


def test_room_is_given_back_when_the_thread_ends_and_not_before() -> None:
    async def run() -> None:
        room = Room(small_bytes=SMALL_BYTES, large_bytes=100, max_small=0)
        work: Future[object] = Future()
        work.set_running_or_notify_cancel()
        with Claim(room, 5) as claim:
            await claim.take_large(100)
            claim.watch(work)
        with Claim(room, 0.01) as early, pytest.raises(ServingError) as error:
            await early.take_large(100)
        assert error.value.code == "overloaded"
        work.set_result(None)
        with Claim(room, 1) as late:
            await late.take_large(100)

    asyncio.run(run())


def test_who_leaves_while_waiting_keeps_nobody_waiting() -> None:
    async def run() -> None:
        lane = Lane(10, max_waiting=5)
        await lane.take(10)
        large, small = (asyncio.create_task(lane.take(wanted)) for wanted in (8, 2))
        await asyncio.sleep(0)
        lane.give_back(2)
        large.cancel()
        assert await asyncio.wait_for(small, 1) == 2

    asyncio.run(run())


_MEASURE = """
import sys
from pathlib import Path
from easel.runtime.image.decode import decode_image, decoding_bytes

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:"))

for path in sys.argv[1:]:
    data = Path(path).read_bytes()
    foreseen = decoding_bytes(data)
    Path("/proc/self/clear_refs").write_text("5")
    before = peak()
    decode_image(data)
    print(path, foreseen, peak() - before)
"""


def test_decoding_takes_no_more_memory_than_is_foreseen(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    kinds: list[tuple[str, str, dict[str, object]]] = [
        ("RGBA", "PNG", {"compress_level": 1}),
        ("I;16", "PNG", {"compress_level": 1}),
        ("RGB", "JPEG", {"progressive": True, "subsampling": 0}),
        ("RGB", "WEBP", {"method": 0}),
        ("RGB", "TIFF", {"compression": "tiff_lzw"}),
    ]
    paths = [str(tmp_path / f"{mode[0]}.{form}") for mode, form, _ in kinds]
    for path, (mode, form, options) in zip(paths, kinds, strict=True):
        Image.new(mode, (3000, 2000)).save(path, form, exif=exif, **options)
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, *paths],
        capture_output=True, text=True, check=True,
        # Freed memory goes back to the system, so that each image starts from the same.
        env={**os.environ, "MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "0"},
    )  # fmt: skip
    for line in done.stdout.splitlines():
        _, foreseen, taken = line.split()
        assert 0 < int(taken) < int(foreseen) + 8 * MIB, line


@pytest.mark.parametrize("orientation", range(1, 9))
def test_bands_fill_the_upright_image_as_pillow_turns_it(orientation: int) -> None:
    stored = np.random.default_rng(orientation).integers(0, 255, (50, 70, 3), np.uint8)
    image = Image.fromarray(stored)
    image.getexif()[0x0112] = orientation
    upright = np.zeros_like(np.asarray(ImageOps.exif_transpose(image)))
    _as_stored(upright, orientation)[:] = stored
    assert np.array_equal(upright, np.asarray(ImageOps.exif_transpose(image)))


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "L", "CMYK", "I;16", "1"])
def test_a_large_image_has_the_pixels_that_its_parts_have_alone(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = np.random.default_rng(0).integers(0, 255, (90, 40, 4), np.uint8)
    image = Image.fromarray(values, "RGBA")
    image = Image.fromarray(values[..., 0].astype(np.uint16) * 257) if mode == "I;16" else image
    out = io.BytesIO()
    image.convert(mode).save(out, "TIFF" if mode == "CMYK" else "PNG")
    whole = decode_image(out.getvalue())
    monkeypatch.setattr("easel.runtime.image.decode._BAND_PIXELS", 40 * 7)
    assert np.array_equal(decode_image(out.getvalue()), whole)


def test_what_is_refused_weighs_nothing_and_no_header_is_believed_that_no_device_has() -> None:
    assert decoding_bytes(b"no image") == 0
    assert audio_bytes(b"no audio") == 0
    assert audio_bytes(bombs.wav(1, 8000, 8000)) == 8000 * 24
    with pytest.raises(InputError) as error:
        decode_audio(bombs.wav(1, 2_000_000_000))
    assert error.value.code == "audio_damaged"
