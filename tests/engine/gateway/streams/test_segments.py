"""Where audio is cut: at pauses, at its end, and where it would be too long."""

from __future__ import annotations

import numpy as np
import pytest

from engine.gateway.streams.segments import Segmenter, samples_of, wav_of

RATE = 16_000


def tone(seconds: float, rate: int = RATE, level: float = 8000) -> bytes:
    """Return a tone as 16-bit samples."""
    times = np.arange(int(seconds * rate)) / rate
    return (level * np.sin(2 * np.pi * 440 * times)).astype("<i2").tobytes()


def hush(seconds: float, rate: int = RATE, level: float = 40) -> bytes:
    """Return the noise of a quiet room."""
    noise = np.random.default_rng(7).normal(0, level, int(seconds * rate))
    return noise.astype("<i2").tobytes()


def _seconds(pcm: bytes, rate: int = RATE) -> float:
    return len(pcm) / 2 / rate


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
def test_a_pause_ends_a_segment_whatever_the_rate(rate: int) -> None:
    sent = hush(1, rate) + tone(1, rate) + hush(1, rate) + tone(0.5, rate) + hush(1, rate)
    segmenter = Segmenter(rate)
    first, second = segmenter.add(sent)
    assert (first.number, second.number) == (1, 2)
    # The lead of 0.2 s before, the pause of 0.6 s behind.
    assert _seconds(first.pcm, rate) == pytest.approx(1.8, abs=0.06)
    assert _seconds(second.pcm, rate) == pytest.approx(1.3, abs=0.06)
    assert first.begin_seconds == pytest.approx(0.8, abs=0.06)
    assert second.begin_seconds == pytest.approx(2.8, abs=0.06)
    assert segmenter.finish() is None


def test_audio_in_any_pieces_is_cut_alike() -> None:
    sent = hush(0.5) + tone(0.7) + hush(0.8) + tone(0.3) + hush(0.7)
    whole = Segmenter(RATE).add(sent)
    for size in (1, 3, 640, 5001):
        segmenter = Segmenter(RATE)
        pieces = (sent[start : start + size] for start in range(0, len(sent), size))
        assert [one for piece in pieces for one in segmenter.add(piece)] == whole
    assert len(whole) == 2


def test_words_that_are_close_are_one_segment_and_its_end_is_said() -> None:
    segmenter = Segmenter(RATE)
    assert segmenter.add(tone(0.5) + hush(0.4) + tone(0.5)) == []
    so_far = segmenter.so_far()
    assert so_far is not None
    assert segmenter.num_bytes == len(so_far.pcm)
    last = segmenter.finish()
    assert last is not None
    assert last.pcm.startswith(so_far.pcm)
    assert segmenter.so_far() is None
    assert segmenter.num_bytes == 0


def test_a_segment_is_half_a_minute_at_most() -> None:
    segments = Segmenter(RATE).add(b"".join([tone(0.9) + hush(0.1)] * 70))
    assert [_seconds(one.pcm) for one in segments] == [30.0, 30.0]
    assert segments[0].pcm + segments[1].pcm == b"".join([tone(0.9) + hush(0.1)] * 60)


def test_silence_is_no_segment_and_is_not_kept() -> None:
    segmenter = Segmenter(RATE)
    assert segmenter.add(bytes(2 * RATE * 60)) == []
    assert segmenter.add(hush(60)) == []
    assert segmenter.finish() is None


def test_speech_above_the_noise_of_a_fan_is_heard() -> None:
    rng = np.random.default_rng(3)
    fan = rng.normal(0, 300, 8 * RATE)
    fan[3 * RATE : 4 * RATE] += np.frombuffer(tone(1), "<i2")
    segmenter = Segmenter(RATE)
    # The room has to be known for a while before it is told from speech.
    segments = segmenter.add(fan.astype("<i2").tobytes())
    assert any(3.0 < one.begin_seconds + _seconds(one.pcm) < 5.0 for one in segments)


def test_a_wav_file_is_its_samples_again() -> None:
    assert samples_of(wav_of(tone(1), RATE)) == (tone(1), RATE)
    assert samples_of(b"RIFF....") is None
    assert samples_of(wav_of(tone(1), 4_000)) is None
