"""Recordings of any length: their wave, their spectrogram, and stretches of them."""

from __future__ import annotations

import io
import tracemalloc
from typing import Any

import numpy as np
import pytest
import soundfile
from PIL import Image

from backend.datasets.services.waves import draw_wave
from backend.files.audio import pieces_of, stretch_of
from backend.files.peaks import peaks
from backend.files.previews import preview_of
from backend.files.services import waves
from backend.files.spectrogram import intensities_of
from engine.catalog import TASKS, Media
from tests.backend.conftest import ok
from tests.backend.datasets.conftest import Upload
from tests.backend.datasets.test_media import audio, video


def m4a(seconds: float = 3.0, rate: int = 16_000) -> bytes:
    """Return a tone that begins in the middle, in AAC."""
    import av

    out = io.BytesIO()
    times = np.arange(int(seconds * rate)) / rate
    levels = (np.sin(times * 3000) * (times > seconds / 2)).astype(np.float32)
    with av.open(out, "w", format="mp4") as container:
        stream = container.add_stream("aac", rate=rate, layout="mono")
        frame = av.AudioFrame.from_ndarray(levels[None], format="fltp", layout="mono")
        frame.rate = rate
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return out.getvalue()


@pytest.mark.django_db
def test_the_wave_of_a_recording_has_a_byte_for_each_hundredth_of_a_second(upload: Upload) -> None:
    api, _, sample = upload(Media.AUDIO, audio(2.0))
    response = api.get(f"/api/v1/samples/{sample.id}/wave")
    wave = np.frombuffer(response.content, np.uint8)
    assert len(wave) == 200
    # The tone grows louder until its end, where it is as loud as the byte can say.
    assert wave[:10].mean() < wave[95:105].mean() < wave[-10:].mean()
    assert wave.max() == 255
    assert "must-revalidate" in response.headers["Cache-Control"]


@pytest.mark.django_db
def test_a_video_has_no_wave(upload: Upload) -> None:
    api, _, sample = upload(Media.VIDEO, video())
    assert ok(api.get(f"/api/v1/samples/{sample.id}/wave"), 422)["code"] == "not_a_recording"


@pytest.mark.django_db
def test_the_wave_of_a_long_recording_is_drawn_by_a_worker_once(
    upload: Upload, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waves, "MAX_MS_AT_ONCE", 1000)
    api, _, sample = upload(Media.AUDIO, audio(30.0))
    address = f"/api/v1/samples/{sample.id}/wave"
    assert ok(api.get(address), 404)["code"] == "wave_missing"
    job = ok(api.post(address), 202)
    assert job["kind"] == "draw_wave"
    assert ok(api.post(address), 202)["id"] == job["id"]
    told: list[tuple[int, int]] = []
    draw_wave(sample.id, lambda done, total: told.append((done, total)))
    assert told == [(10, 30), (20, 30), (30, 30)]
    assert len(api.get(address).content) == 3000


def test_the_wave_of_a_long_recording_takes_no_more_memory_than_that_of_a_short_one() -> None:
    def most(seconds: int) -> int:
        out = io.BytesIO()
        soundfile.write(out, np.zeros(seconds * 8000, np.int16), 8000, format="WAV")
        out.seek(0)
        tracemalloc.start()
        for levels, rate in pieces_of(out, 10):
            peaks(levels, rate)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    assert most(600) < 2 * most(20)


def test_the_small_image_of_a_long_recording_takes_little_memory_and_shows_it_whole() -> None:
    content = m4a(300.0)
    tracemalloc.start()
    image = preview_of(io.BytesIO(content), "audio/mp4")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Its samples at 8 kHz would be 9.6 MB.
    assert peak < 3e6
    # Silence is a line, and the tone fills the other half.
    heights = (np.asarray(image)[:, :, 3] > 0).sum(axis=0)
    assert heights[: 310 * image.width // 640].max() <= 3
    assert heights[330 * image.width // 640 :].min() > image.height // 2


@pytest.mark.parametrize("content", [audio(3.0), audio(3.0, "MP3", 16_000), m4a()])
def test_a_stretch_is_the_same_as_that_part_of_the_whole(content: bytes) -> None:
    whole = [(levels, rate) for levels, rate in pieces_of(io.BytesIO(content), 60)]
    (levels, rate), *_ = whole
    stretch, own = stretch_of(io.BytesIO(content), 1000, 2500)
    assert own == rate
    assert len(stretch) == pytest.approx(1.5 * rate, abs=rate * 0.05)
    loud = np.abs(stretch).max()
    assert loud == pytest.approx(np.abs(levels[rate : int(rate * 2.5)]).max(), abs=0.1)


def test_a_spectrogram_shows_a_tone_at_its_pitch() -> None:
    rate = 16_000
    times = np.arange(rate) / rate
    intensities = intensities_of(np.sin(2 * np.pi * 2000 * times).astype(np.float32), rate, 100)
    assert intensities.shape == (128, 100)
    # 2 kHz of the 8 that are shown: a quarter of the height from below.
    darkest = intensities[:, 20:80].mean(axis=1).argmax()
    assert 128 - darkest == pytest.approx(32, abs=2)


@pytest.mark.django_db
def test_a_spectrogram_is_an_image_of_a_stretch_and_no_longer_than_two_minutes(
    upload: Upload,
) -> None:
    api, _, sample = upload(Media.AUDIO, audio(2.0))
    address = f"/api/v1/samples/{sample.id}/spectrogram"
    response = api.get(f"{address}?start_ms=500&end_ms=2500&columns=300")
    with Image.open(io.BytesIO(response.content)) as shown:
        assert (shown.size, shown.mode) == ((300, 128), "RGBA")
    long = api.get(f"{address}?start_ms=0&end_ms=121000")
    assert ok(long, 422)["code"] == "spectrogram_too_long"
    assert ok(api.get(f"{address}?start_ms=5&end_ms=5"), 422)["code"] == "spectrogram_too_long"


@pytest.mark.django_db
def test_stretches_of_a_recording_have_classes_and_end_with_it(upload: Upload) -> None:
    api, world, sample = upload(Media.AUDIO, audio(2.0))
    label = ok(api.post(f"/api/v1/datasets/{world.dataset.id}/labels", {"name": "bark"}), 201)["id"]
    address = f"/api/v1/samples/{sample.id}/annotations"

    def put(start: int, end: int, revision: int, expected: int) -> Any:
        segment = {"kind": "segment", "start_ms": start, "end_ms": end}
        region = {"id": "a", "label_id": label, "geometry": segment}
        body = {"revision": revision, "label_ids": [], "regions": [region]}
        return ok(api.put(address, body, format="json"), expected)

    assert put(500, 2000, 0, 200)["regions"][0]["geometry"]["end_ms"] == 2000
    assert put(500, 2001, 1, 422)["code"] == "region_beyond_end"


def test_cards_of_recordings_and_videos_can_be_exported_with_their_stretches() -> None:
    for key in ("speech.recognition", "speech.sound_classification", "video.classification"):
        assert "label_studio" in TASKS[key].export_formats, key
