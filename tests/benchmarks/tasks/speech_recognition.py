"""``speech.recognition``: strings of real spoken digits, said by someone who was never heard.

The speaker of the test strings is in neither of the other splits; the validation strings are made
of other recordings of the training speakers than the training strings. The bar is a character error
rate of 8 %, where a character is a digit.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data, train
from tests.engine.spoken_strings import say_digits, write_strings

BAR = 0.08
SPEAKERS = ("george", "jackson", "lucas", "nicolas", "theo", "yweweler")
_NUM_HELD_OUT, _NUM_RECORDINGS = 3, 20


def run(quick: bool) -> list[Measurement]:
    """Return the error rate for the first speaker (and, unless ``quick``, for the last one)."""
    held_out = SPEAKERS[:1] if quick else (SPEAKERS[0], SPEAKERS[-1])
    return [_measure(speaker, quick=quick) for speaker in held_out]


def _measure(speaker: str, *, quick: bool) -> Measurement:
    with tempfile.TemporaryDirectory() as folder:
        data = write_digits(Path(folder) / "data", speaker, 600 if quick else 1500)
        document = {
            "task": "speech.recognition",
            "data": {"kind": "files", "format": "transcripts", "root": str(data)},
            "backbone": "conformer_ctc_small",
            "options": {"epochs": 8} if quick else {},
            "seed": 0,
        }
        done = train(document)
    return measurement(f"digit strings, {speaker} unheard", "character_error_rate", [done], bar=BAR)


def write_digits(root: Path, held_out: str, count: int) -> Path:
    """Write strings of digits whose test speaker is in no other split."""
    recordings = shared_data("spoken_digits", "recordings")
    others = [speaker for speaker in SPEAKERS if speaker != held_out]
    early, late = range(_NUM_HELD_OUT), range(_NUM_HELD_OUT, _NUM_RECORDINGS)
    splits = {
        "train": (say_digits(recordings, others, late, shortest=1), count),
        "validation": (say_digits(recordings, others, early), 100),
        "test": (say_digits(recordings, [held_out], range(_NUM_RECORDINGS)), 200),
    }
    return write_strings(root, splits)
