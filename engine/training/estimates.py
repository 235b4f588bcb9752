"""How long what follows training will take, before any of it was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import nn

from engine.interfaces.dataset import Splits

# Rough guesses for two cores, which no measurement has fitted. An export traces and rewrites the
# graph, which takes a while for the smallest network; a replay answers each sample once and then
# times single calls.
_EXPORT_SECONDS, _EXPORT_SECONDS_PER_MODULE = 2.0, 0.03
_VERIFY_SECONDS, _SECONDS_PER_SAMPLE = 3.0, 0.002
_SECONDS_PER_SAMPLE_AND_MILLION = 0.0015
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


def estimate_after_training(module: Any, splits: Splits) -> AfterTraining:
    """Estimate the phases after training from the network's size and the held-out samples.

    Args:
        module: a network of torch; anything else counts as a small one.
        splits: of the run.
    """
    is_network = isinstance(module, nn.Module)
    millions = sum(p.numel() for p in module.parameters()) / 1e6 if is_network else 0.0
    num_modules = sum(1 for _ in module.modules()) if is_network else 0
    per_sample = _SECONDS_PER_SAMPLE + _SECONDS_PER_SAMPLE_AND_MILLION * millions
    num_held_out = len(splits.held_out()[1])
    num_scored = len(splits.validation) + len(splits.test)
    return AfterTraining(
        evaluate=num_scored * per_sample,
        export=_EXPORT_SECONDS + _EXPORT_SECONDS_PER_MODULE * num_modules,
        verify=_VERIFY_SECONDS + min(num_held_out, _MAX_REPLAYED) * per_sample,
    )
