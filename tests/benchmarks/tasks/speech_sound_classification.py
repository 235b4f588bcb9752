"""``speech.sound_classification``: spoken digits, recordings 0 to 4 of each speaker held out."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from tests.benchmarks.tasks.measuring import Measurement, measurement, shared_data, train

BAR = 0.975
_HELD_OUT = 5


def run(quick: bool) -> list[Measurement]:
    """Return the accuracy of the fast tier (and, unless ``quick``, of the balanced one)."""
    backbones = ("sound_cnn_small",) if quick else ("sound_cnn_small", "sound_cnn")
    return [_measure(backbone) for backbone in backbones]


def _measure(backbone: str) -> Measurement:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        document = {
            "task": "speech.sound_classification",
            "data": {
                "kind": "files",
                "format": "audio_folder",
                "root": str(divide(shared_data("spoken_digits"), root / "data")),
            },
            "backbone": backbone,
            "options": {},
        }
        name = f"spoken digits, {backbone}"
        return measurement(name, "accuracy", [train(document)], bar=BAR)


def divide(data: Path, root: Path) -> Path:
    """Copy the recordings into ``train`` and ``test`` folders of the ten digits."""
    for path in sorted((data / "recordings").glob("*.wav")):
        digit, _, index = path.stem.split("_")
        part = "test" if int(index) < _HELD_OUT else "train"
        place = root / part / digit / path.name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    return root
