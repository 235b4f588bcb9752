"""The files of trials: only the best one's are kept, so that a search does not fill the disk."""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import UUID

from backend.jobs.services.jobs import job_folder

# What is read after a trial's end: its events are in rows, its log lies beside the work folder.
_KEPT = frozenset({"events.jsonl"})


def package_of(job_id: UUID) -> Path:
    """Return where the run of a trial leaves its model package."""
    return job_folder(job_id) / "work" / "package"


def clear_trial_files(job_id: UUID) -> None:
    """Delete checkpoints, package and sample index of a trial that has ended."""
    folder = job_folder(job_id)
    (folder / "samples.jsonl").unlink(missing_ok=True)
    work = folder / "work"
    if not work.is_dir():
        return
    for path in work.iterdir():
        if path.name in _KEPT:
            continue
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
