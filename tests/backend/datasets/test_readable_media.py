"""Whatever an import accepts, training can read: over damaged files of every type of media."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest
import soundfile
from easel.errors import InputError
from easel.runtime.audio import decode_audio
from easel.runtime.image import decode_image
from PIL import Image

from backend.datasets.media import audio, image
from backend.datasets.media.inspection import examine
from backend.datasets.media.properties import MediaProperties, Problem
from engine.catalog import Media
from tests.backend.datasets.test_media import audio as recording
from tests.backend.datasets.test_recordings import m4a
from tests.backend.images import encoded

_FLIPS = 24


def mutated(content: bytes, seed: str) -> Iterator[bytes]:
    """Yield a file as it is, cut off, with flipped bytes, and with a stretch of zeros."""
    random = Random(seed)
    yield content
    for share in (0.05, 0.3, 0.5, 0.8, 0.99):
        yield content[: max(1, int(len(content) * share))]
    for _ in range(_FLIPS):
        damaged = bytearray(content)
        damaged[random.randrange(len(content))] ^= 1 << random.randrange(8)
        yield bytes(damaged)
        damaged[random.randrange(len(content))] ^= 0xFF
        yield bytes(damaged)
    middle = len(content) // 2
    yield content[:middle] + bytes(40) + content[middle + 40 :]


def wave(subtype: str) -> bytes:
    out = io.BytesIO()
    soundfile.write(out, np.sin(np.arange(4000) / 9) / 2, 8000, format="WAV", subtype=subtype)
    return out.getvalue()


def cut_wave(share: float) -> bytes:
    content = recording(2.0)
    return content[: 44 + int(share * (len(content) - 44))]


def levels(values: np.ndarray) -> bytes:
    out = io.BytesIO()
    soundfile.write(out, values, 8000, format="WAV", subtype="FLOAT")
    return out.getvalue()


def noise(mode: str) -> Image.Image:
    return Image.effect_noise((40, 30), 90).convert(mode)


def deep(dtype: str) -> Image.Image:
    return Image.fromarray((np.arange(1200) * 40).astype(dtype).reshape(30, 40))


RECORDINGS: dict[str, Callable[[], bytes]] = {
    "WAV": lambda: wave("PCM_16"),
    "WAV of 24 bits": lambda: wave("PCM_24"),
    "WAV of floats": lambda: wave("FLOAT"),
    "WAV in mu-law": lambda: wave("ULAW"),
    "WAV in ADPCM": lambda: wave("MS_ADPCM"),
    "W64": lambda: recording(kind="W64"),
    "FLAC": lambda: recording(kind="FLAC"),
    "OGG": lambda: recording(kind="OGG"),
    "MP3": lambda: recording(kind="MP3", rate=16_000),
    "M4A": lambda: m4a(0.5),
}
IMAGES: dict[str, Callable[[], bytes]] = {
    "JPEG": lambda: encoded(noise("RGB"), "JPEG"),
    "progressive JPEG": lambda: encoded(noise("RGB"), "JPEG", progressive=True),
    "CMYK JPEG": lambda: encoded(noise("CMYK"), "JPEG"),
    "PNG": lambda: encoded(noise("RGBA")),
    "palette PNG": lambda: encoded(noise("P")),
    "16-bit PNG": lambda: encoded(deep("uint16")),
    "GIF": lambda: encoded(noise("P"), "GIF"),
    "BMP": lambda: encoded(noise("RGB"), "BMP"),
    "WebP": lambda: encoded(noise("RGB"), "WEBP"),
    "lossless WebP": lambda: encoded(noise("RGBA"), "WEBP", lossless=True),
    "TIFF": lambda: encoded(noise("RGB"), "TIFF"),
    "packed TIFF": lambda: encoded(noise("RGB"), "TIFF", compression="tiff_deflate"),
    "LAB TIFF": lambda: encoded(Image.merge("LAB", [noise("L")] * 3), "TIFF"),
    "PPM": lambda: encoded(noise("RGB"), "PPM"),
}


@pytest.mark.parametrize("kind", RECORDINGS)
def test_every_recording_that_comes_in_can_be_decoded_by_training(kind: str) -> None:
    contents = list(mutated(RECORDINGS[kind](), kind))
    found = [audio.examine(content) for content in contents]
    assert isinstance(found[0], MediaProperties), found[0]
    for content, looked in zip(contents, found, strict=True):
        if isinstance(looked, MediaProperties):
            decoded = decode_audio(content)
            seconds = len(decoded.samples) / decoded.rate
            assert looked.duration_ms == pytest.approx(seconds * 1000, abs=1)


@pytest.mark.parametrize("kind", IMAGES)
def test_every_image_that_comes_in_can_be_decoded_by_training(kind: str) -> None:
    contents = list(mutated(IMAGES[kind](), kind))
    found = [image.examine(content, max_pixels=10**6) for content in contents]
    assert isinstance(found[0], MediaProperties), found[0]
    for content, looked in zip(contents, found, strict=True):
        if isinstance(looked, MediaProperties):
            assert decode_image(content).shape == (looked.height, looked.width, 3)
        else:
            with pytest.raises(InputError):
                decode_image(content, max_pixels=10**6)


REFUSED: dict[str, tuple[Media, Callable[[], bytes], str]] = {
    "FLAC that is cut off": (
        Media.AUDIO, lambda: recording(kind="FLAC")[:-900], "audio_damaged",
    ),
    "MP3 that is cut off": (
        Media.AUDIO, lambda: recording(2.0, kind="MP3", rate=16_000)[:1500], "audio_cut_off",
    ),
    **{
        f"WAV of which {percent} % are left": (
            Media.AUDIO, lambda n=percent: cut_wave(n / 100), "audio_cut_off",
        )
        for percent in (10, 50, 90)
    },
    "WAV with a sample that is no number": (
        Media.AUDIO, lambda: levels(np.array([0.1, np.nan, 0.2])), "audio_damaged",
    ),
    "WAV with an endless sample": (
        Media.AUDIO, lambda: levels(np.array([0.1, np.inf])), "audio_damaged",
    ),
    "WAV without samples": (
        Media.AUDIO, lambda: levels(np.zeros(0)), "audio_empty",
    ),
    "TIFF of floats": (
        Media.IMAGE, lambda: encoded(deep("float32"), "TIFF"), "image_mode_unsupported",
    ),
    "TIFF of 32-bit numbers": (
        Media.IMAGE, lambda: encoded(deep("int32").point(lambda v: v * 4), "TIFF"),
        "image_mode_unsupported",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_what_training_cannot_read_is_refused_by_name(kind: str) -> None:
    media, make, code = REFUSED[kind]
    found = examine(media, make(), max_pixels=10**6)
    assert isinstance(found, Problem), found
    assert found.code == code


@pytest.mark.parametrize("stated", [0, 0x7FFF_F000, 0xFFFF_FFFF])
def test_a_wav_that_was_written_into_a_pipe_is_as_long_as_it_is(stated: int) -> None:
    content = bytearray(recording(2.0))
    at = content.index(b"data") + 4
    content[at : at + 4] = stated.to_bytes(4, "little")
    found = examine(Media.AUDIO, bytes(content), max_pixels=10**6)
    assert isinstance(found, Problem if stated == 0 else MediaProperties), found


def test_an_image_larger_than_training_decodes_is_refused_whatever_the_setting_says() -> None:
    found = image.examine(b"P6 10000 9000 255\n", max_pixels=10**9)
    assert isinstance(found, Problem), found
    assert found.code == "image_too_large"


def test_a_recording_is_examined_in_little_memory_however_long_it_is() -> None:
    out = io.BytesIO()
    quiet = np.zeros(4000 * 600, np.float32)
    with soundfile.SoundFile(out, "w", 4000, 1, format="FLAC") as file:
        for _ in range(6):
            file.write(quiet)
    assert len(out.getvalue()) < 1 << 20
    audio.examine(recording())
    tracemalloc.start()
    found = audio.examine(out.getvalue())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(found, MediaProperties), found
    assert found.duration_ms == 3_600_000
    assert peak < 16 << 20
