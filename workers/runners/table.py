"""Which runner carries out which kind of job."""

from __future__ import annotations

from collections.abc import Mapping

from backend.jobs import names
from workers.runners.assignment import Runner
from workers.runners.processes import ProcessRunner
from workers.runners.training import Preview, Training

RUNNERS: Mapping[str, Runner] = {
    names.TRAIN: ProcessRunner(Training()),
    names.AUGMENTATION_PREVIEW: ProcessRunner(Preview()),
}
