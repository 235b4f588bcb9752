"""The folder of a training: where a new one goes, and whether one goes on."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

from easel.training.errors import TrainingFailed

RUNS = Path("easel-runs")
"""Where runs are kept that were given no folder, under 1, 2, 3 …"""

SPEC, EVENTS, LOG, PACKAGE = "spec.json", "events.jsonl", "engine.log", "package"


def new_work(given: str | Path | None) -> Path:
    """Return an empty folder for a run.

    Raises:
        TrainingFailed: ``work_used`` when another run is kept there, ``work_unwritable`` when the
            folder cannot be made.
    """
    try:
        return _new_work(given)
    except OSError as error:
        raise TrainingFailed(
            f"The folder '{given or RUNS}' for this training cannot be made: {error.strerror}. "
            "Choose another one by work=….",
            code="work_unwritable",
            path=str(given or RUNS),
        ) from error


def _new_work(given: str | Path | None) -> Path:
    if given is not None:
        folder = Path(given)
        if (folder / SPEC).exists():
            raise TrainingFailed(
                f"'{folder}' holds a training already. Go on with it by resume=True, or choose "
                "another folder.",
                code="work_used",
                path=str(folder),
            )
        folder.mkdir(parents=True, exist_ok=True)
        return folder
    RUNS.mkdir(exist_ok=True)
    for number in count(1):
        folder = RUNS / str(number)
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return folder
    raise AssertionError("count never ends")


def used_work(given: str | Path | None) -> Path:
    """Return the folder of a run that is to go on.

    Raises:
        TrainingFailed: ``work_absent`` when none is named, or no run is kept there.
    """
    folder = Path(given) if given is not None else None
    if folder is None or not (folder / SPEC).exists():
        where = "No folder is named" if folder is None else f"'{folder}' holds no training"
        raise TrainingFailed(
            f"{where}. Give the folder of the training to go on with: "
            "easel.fit(work='easel-runs/1', resume=True).",
            code="work_absent",
        )
    return folder


def is_finished(folder: Path) -> bool:
    """Tell whether a run has come to its end and its package is there.

    One with parts of the user's own counts as unfinished: the engine looks whether they are still
    what they were.
    """
    if json.loads((folder / SPEC).read_text(encoding="utf-8")).get("plugins"):
        return False
    lines = (folder / EVENTS).read_bytes().splitlines() if (folder / EVENTS).exists() else []
    last = json.loads(lines[-1]) if lines else {}
    return last.get("status") == "succeeded" and (folder / PACKAGE).is_dir()
