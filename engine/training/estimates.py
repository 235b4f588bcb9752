"""How long what follows training will take, before any of it was measured."""

from __future__ import annotations

from dataclasses import dataclass

from torch import nn

from engine.tasks.task import Splits

# Rough guesses for two cores, which no measurement has fitted. An export traces and rewrites the
# graph, which takes a while for the smallest network; a replay answers each image once and then
# times single calls.
_EXPORT_SECONDS, _EXPORT_SECONDS_PER_MODULE = 2.0, 0.03
_VERIFY_SECONDS, _SECONDS_PER_IMAGE = 3.0, 0.002
_SECONDS_PER_IMAGE_AND_MILLION = 0.0015
# The exporter's replay stops there: see engine.export.verify.
_MAX_REPLAYED = 2000


@dataclass(frozen=True)
class AfterTraining:
    """Seconds that the phases after training are expected to take."""

    evaluate: float
    export: float
    verify: float

    @property
    def total_seconds(self) -> float:
        """Return the sum of all phases."""
        return self.evaluate + self.export + self.verify


def estimate_after_training(model: nn.Module, splits: Splits) -> AfterTraining:
    """Estimate the phases after training from the network's size and the held-out samples."""
    millions = sum(parameter.numel() for parameter in model.parameters()) / 1e6
    per_image = _SECONDS_PER_IMAGE + _SECONDS_PER_IMAGE_AND_MILLION * millions
    num_held_out = len(splits.held_out()[1])
    num_scored = len(splits.validation) + len(splits.test)
    return AfterTraining(
        evaluate=num_scored * per_image,
        export=_EXPORT_SECONDS + _EXPORT_SECONDS_PER_MODULE * sum(1 for _ in model.modules()),
        verify=_VERIFY_SECONDS + min(num_held_out, _MAX_REPLAYED) * per_image,
    )
