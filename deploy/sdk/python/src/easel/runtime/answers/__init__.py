"""What a model answers: one module per kind of answer, imported when a model asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op
from easel.runtime.results import PredictOptions, Result

Networks = Callable[[str, Tensors], Tensors]
"""Runs a further network, named by an op, on rows."""

ANSWERS = {
    "ctc_decode": "easel.runtime.answers.transcript",
    "anomaly": "easel.runtime.answers.anomaly",
    "boxes": "easel.runtime.answers.boxes",
    "greedy_decode": "easel.runtime.answers.said",
    "instance_masks": "easel.runtime.answers.masks",
    "labels": "easel.runtime.answers.labels",
    "semantic_masks": "easel.runtime.answers.masks",
    "prompted_mask": "easel.runtime.answers.prompted",
    "matches": "easel.runtime.answers.matches",
    "opinions": "easel.runtime.answers.aspect_sentiment",
    "read_fields": "easel.runtime.answers.fields",
    "read_prices": "easel.runtime.answers.prices",
    "recognise_products": "easel.runtime.answers.products",
    "read_lines": "easel.runtime.answers.words",
    "relations": "easel.runtime.answers.relations",
    "score": "easel.runtime.answers.score",
    "spans": "easel.runtime.answers.spans",
    "rows": "easel.runtime.answers.rows",
    "forecast": "easel.runtime.answers.forecast",
    "tracks": "easel.runtime.answers.tracks",
}
"""Each last postprocessing op and the module whose ``open_answer`` understands it."""


class Answer(Protocol):
    """One kind of answer, compiled for one model.

    Attributes:
        networks: names of the further networks that it runs.
    """

    networks: Sequence[str]

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return what the first network's outputs on one example mean.

        Raises:
            BackendError: when the outputs cannot be used.
        """
        ...


def answer_kind(ops: Sequence[Op]) -> str:
    """Return the kind of answer that a postprocessing gives: the name of its last op.

    Raises:
        PackageError: ``op_unknown`` or ``op_order``.
    """
    kind = ops[-1].get("op") if ops else None
    if not isinstance(kind, str) or kind not in ANSWERS:
        raise PackageError(
            f"The postprocessing ends with '{kind}'; this runtime answers {', '.join(ANSWERS)}. "
            "Install the easel package that came with the model.",
            code="op_unknown" if kind else "op_order",
            op=str(kind),
        )
    return kind


def open_answer(ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile) -> Answer:
    """Compile a manifest's postprocessing.

    Args:
        ops: the op list.
        labels: name and recommended threshold, in the order of the network's outputs.
        read: gives the files that ops name.

    Raises:
        PackageError: when an op is unknown or wrong.
    """
    opened: Answer = import_module(ANSWERS[answer_kind(ops)]).open_answer(ops, labels, read)
    return opened
