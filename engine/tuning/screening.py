"""Look at candidates of a network's shape before one is trained: no epoch is spent on the others.

The first trials of a search know no scores. Each is the most promising of several candidates by
proxies (a warm-up: Abdelfattah et al., ICLR 2021). With a limit on the time of a prediction,
whatever takes longer on ONNX Runtime is left out, in the first trials and in all after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pydantic
import torch
from torch import Tensor, nn

from engine.catalog import TASKS
from engine.catalog.searchable import with_settings
from engine.interfaces.dataset import Splits
from engine.specs.parse import parse_options
from engine.specs.tuning.screening import Screening
from engine.specs.tuning.search_space import Value
from engine.tasks.loading import load_task
from engine.threads import num_threads
from engine.tuning.latency import measured_ms
from engine.tuning.proxies import ranked

if TYPE_CHECKING:
    from engine.interfaces.task import GradientTask

Settings = dict[str, Value]
_NUM_IMAGES = 32
_SEED = 0


@dataclass
class Screen:
    """Builds candidates of one study without training them.

    Attributes:
        screening: what is built, and of how many.
        limit_ms: of a prediction, ``None`` for any.
    """

    screening: Screening
    limit_ms: float | None

    def choose(self, candidates: Iterator[Settings], number: int) -> Settings:
        """Return the candidate to train as the trial of a number.

        A candidate whose shape nobody chooses, such as another network of the study, is taken when
        it comes first: nothing here could tell it from others of its kind.

        Args:
            candidates: the one that the sampler would take first; no more are drawn than needed.
            number: of the trial.
        """
        first = next(candidates)
        if self._network(first) is None:
            return first
        if number < self.screening.num_warm_up:
            return self._first_in_time(self._by_promise([first, *candidates]))
        if self.limit_ms is None:
            return first
        return self._first_in_time(_chained(first, candidates))

    def _by_promise(self, candidates: Sequence[Settings]) -> Iterator[Settings]:
        """Yield the candidates that can be built, the most promising first."""
        built = [(one, network) for one in candidates if (network := self._network(one))]
        votes = ranked([network for _, network in built], self._images)
        for place in np.argsort(-votes, kind="stable"):
            yield built[place][0]

    def _first_in_time(self, candidates: Iterator[Settings]) -> Settings:
        """Return the first candidate within the limit, or the quickest where all are slower."""
        quickest: tuple[float, Settings] | None = None
        for settings in candidates:
            if self.limit_ms is None:
                return settings
            network = self._network(settings)
            if network is None:
                continue
            taken = measured_ms(network, {"image": self._images[:1]}, self._threads)
            if taken <= self.limit_ms:
                return settings
            if quickest is None or taken < quickest[0]:
                quickest = taken, settings
        assert quickest is not None, "the first candidate could be built"
        return quickest[1]

    def _network(self, settings: Settings) -> nn.Module | None:
        """Return a candidate's untrained network; ``None`` where its shape is none to choose."""
        training = self.screening.training
        options, backbone = with_settings(training.options.model_dump(), settings)
        key = backbone or training.backbone
        if TASKS[training.task].backbone(key).shape is None:
            return None
        try:
            parsed = parse_options(training.task, options)
        except pydantic.ValidationError:
            # Its training will say what is wrong with it.
            return None
        spec = training.model_copy(update={"options": parsed, "backbone": key})
        # One seed for all: shapes are compared, not the luck of their weights.
        with torch.random.fork_rng(devices=()):
            torch.manual_seed(_SEED)
            return self._task.build_model(self._task.resolve(spec, self._splits), self._splits)

    @cached_property
    def _task(self) -> GradientTask[Any]:
        return cast("GradientTask[Any]", load_task(self.screening.training.task))

    @cached_property
    def _splits(self) -> Splits:
        return self._task.build_splits(self.screening.training)

    @cached_property
    def _images(self) -> Tensor:
        chosen = range(min(_NUM_IMAGES, len(self._splits.train)))
        examples = self._splits.train.examples(chosen)
        return torch.from_numpy(np.concatenate([one.tensors["image"] for one in examples]))

    @cached_property
    def _threads(self) -> int:
        return num_threads(self.screening.training.resources.num_threads)


def _chained(first: Settings, others: Iterator[Settings]) -> Iterator[Settings]:
    yield first
    yield from others
