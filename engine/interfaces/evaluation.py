"""What a package is evaluated by: data that its training may never have seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from easel.runtime import Source

from engine.interfaces.dataset import Splits
from engine.specs.data import DataSpec, SampleRecord, Split
from engine.specs.package.evaluation import EvaluationBasis
from engine.specs.package.manifest import Manifest
from engine.specs.training import TaskOptions

T = TypeVar("T", bound=TaskOptions)


@dataclass(frozen=True)
class EvaluationRequest:
    """What is asked: how good a package is on some data.

    Attributes:
        data: where the samples are.
        split: the only one whose samples count; ``None`` for all samples.
        manifest: of the package.
        basis: what its evaluation file says, the defaults of the task where it has none.
    """

    data: DataSpec
    split: Split | None
    manifest: Manifest
    basis: EvaluationBasis

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the model, in the order of its outputs."""
        return tuple(label.name for label in self.manifest.labels)

    def options(self, kind: type[T]) -> T:
        """Return the options of the training as what they are."""
        options = self.basis.options
        assert isinstance(options, kind), type(options)
        return options


@dataclass(frozen=True)
class EvaluationData:
    """The samples that a package is evaluated by.

    Attributes:
        records: what is true of them.
        source: returns what the model is asked, by the place of a record.
        splits: what the evaluator takes; ``test`` are these samples where it needs a dataset.
        left_out: reasons by the name of what cannot be evaluated.
    """

    records: Sequence[SampleRecord]
    source: Callable[[int], Source]
    splits: Splits
    left_out: Mapping[str, str] = field(default_factory=dict)
