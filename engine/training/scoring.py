"""Evaluate a model on a dataset: the trained network and the exported one by the same code."""

# R rows of one sample

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import easel.runtime
from easel.runtime import Example, Tensors

from engine.interfaces.dataset import Splits, TaskDataset
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.network import Network
from engine.interfaces.run import Scores
from engine.interfaces.task import Task
from engine.specs.data import Split
from engine.specs.package.manifest import LabelSpec
from engine.specs.training import TrainingSpec

Outcome = TypeVar("Outcome")
Kind = TypeVar("Kind")

# Enough to keep two cores or one GPU busy; the runtime bounds what goes through at a time.
CHUNK = 32


def score(
    evaluator: Evaluator[Outcome],
    model: easel.runtime.Model,
    dataset: TaskDataset,
    split: Split,
    *,
    progress: Callable[[int, int], None] | None = None,
    inspect: Callable[[Tensors], None] | None = None,
) -> Scores[Outcome]:
    """Return the outcomes of a model on all samples, in the dataset's order.

    Raw outputs are dropped as soon as they were reduced: those of large images would not fit
    into memory together.

    Args:
        evaluator: reduces outputs to outcomes.
        model: the trained or the exported one.
        dataset: the samples.
        split: the name the scores carry.
        progress: is told after each chunk how many of how many samples are done.
        inspect: is shown the raw outputs of each sample (R, …).
    """
    outcomes: list[Outcome] = []
    for start in range(0, len(dataset), CHUNK):
        stop = min(start + CHUNK, len(dataset))
        examples = dataset.examples(range(start, stop))
        for example, outputs in predict_each(model, examples):
            if inspect is not None:
                inspect(outputs)
            outcomes.append(evaluator.outcome(model, example, outputs))
        if progress is not None:
            progress(stop, len(dataset))
    return Scores(split=split, records=dataset.records, outcomes=outcomes)


def predict_each(
    model: easel.runtime.Model, examples: Sequence[Example]
) -> Iterator[tuple[Example, Tensors]]:
    """Yield examples with the first network's outputs on them.

    Rows share batches, but for those of streams: the outputs of several long videos at once would
    not fit into memory.
    """
    if any(example.is_stream for example in examples):
        for example in examples:
            yield example, model.run([example])[0]
    else:
        yield from zip(examples, model.run(examples), strict=True)


def trained_model(
    task: Task[Any],
    spec: TrainingSpec,
    splits: Splits,
    networks: Sequence[Network],
    files: Mapping[str, bytes] | None = None,
    labels: Sequence[LabelSpec] | None = None,
) -> easel.runtime.Model:
    """Return the trained networks inside the surroundings that their package will have.

    Args:
        task: says what surrounds them.
        spec: without ``auto``.
        splits: names the labels, and brings files that ops read.
        networks: the first takes what preprocessing makes.
        files: of the package, which ops may name too.
        labels: with recommended thresholds; 0.5 each while they are not known.
    """
    pipeline = task.pipeline(spec, splits)
    if labels is None:
        labels = [LabelSpec(name=name, threshold=0.5) for name in splits.labels]
    surroundings = easel.runtime.Pipeline.from_ops(
        pipeline.input.model_dump(mode="json"),
        [op.model_dump(mode="json") for op in pipeline.preprocessing],
        [op.model_dump(mode="json") for op in pipeline.postprocessing],
        [(label.name, label.threshold) for label in labels],
        {**splits.files, **(files or {})},
    )
    return easel.runtime.Model(
        surroundings, {network.name: network.session() for network in networks}
    )


def decoder_of(model: easel.runtime.Model, kind: type[Kind]) -> Kind:
    """Return what makes predictions of a model's outputs, which is of this kind."""
    decoder = model.pipeline.decoder
    if not isinstance(decoder, kind):
        raise TypeError(f"The model has a {type(decoder).__name__}, not a {kind.__name__}.")
    return decoder
