"""What a model predicts: one module per kind of prediction, imported when a model asks for it."""

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

DECODERS = {
    "ctc_decode": "easel.runtime.predictions.transcript",
    "anomaly": "easel.runtime.predictions.anomaly",
    "boxes": "easel.runtime.predictions.boxes",
    "greedy_decode": "easel.runtime.predictions.generated_text",
    "instance_masks": "easel.runtime.predictions.masks",
    "labels": "easel.runtime.predictions.labels",
    "semantic_masks": "easel.runtime.predictions.masks",
    "prompted_mask": "easel.runtime.predictions.prompted",
    "matches": "easel.runtime.predictions.matches",
    "opinions": "easel.runtime.predictions.aspect_sentiment",
    "read_fields": "easel.runtime.predictions.fields",
    "read_prices": "easel.runtime.predictions.prices",
    "recognise_products": "easel.runtime.predictions.products",
    "read_lines": "easel.runtime.predictions.words",
    "relations": "easel.runtime.predictions.relations",
    "score": "easel.runtime.predictions.score",
    "spans": "easel.runtime.predictions.spans",
    "rows": "easel.runtime.predictions.rows",
    "forecast": "easel.runtime.predictions.forecast",
    "tracks": "easel.runtime.predictions.tracks",
}
"""Each last postprocessing op and the module whose ``open_decoder`` understands it."""


class Decoder(Protocol):
    """What turns outputs into one kind of prediction, compiled for one model.

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


def prediction_kind(ops: Sequence[Op]) -> str:
    """Return the kind of prediction that a postprocessing gives: the name of its last op.

    Raises:
        PackageError: ``op_unknown`` or ``op_order``.
    """
    kind = ops[-1].get("op") if ops else None
    if not isinstance(kind, str) or kind not in DECODERS:
        raise PackageError(
            f"The postprocessing ends with '{kind}'; this runtime answers {', '.join(DECODERS)}. "
            "Install the easel package that came with the model.",
            code="op_unknown" if kind else "op_order",
            op=str(kind),
        )
    return kind


def open_decoder(ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile) -> Decoder:
    """Compile a manifest's postprocessing.

    Args:
        ops: the op list.
        labels: name and recommended threshold, in the order of the network's outputs.
        read: gives the files that ops name.

    Raises:
        PackageError: when an op is unknown or wrong.
    """
    opened: Decoder = import_module(DECODERS[prediction_kind(ops)]).open_decoder(ops, labels, read)
    return opened
