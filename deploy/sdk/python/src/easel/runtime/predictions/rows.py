"""The prediction ``rows``: one value or class a row, keyed by the target column."""

# R rows, K classes

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError, PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.results import Document, PredictOptions
from easel.runtime.table import Row, RowsContext

PROBLEMS = ("binary", "multi_class", "regression")


@dataclass(frozen=True)
class RowResult:
    """What is predicted of one row.

    Attributes:
        target: the predicted column.
        value: the class or number.
        probabilities: of each class, when asked for.
        request: the row itself, when asked for.
        unread: columns whose cells are no number, no time or no known category: they counted as
            empty, or as something that the model never met.
    """

    target: str
    value: str | float
    probabilities: Mapping[str, float] | None = None
    request: Mapping[str, Any] | None = None
    unread: Sequence[str] = ()

    def document(self) -> Document:
        """Return the JSON form."""
        document: Document = {self.target: self.value}
        if self.probabilities is not None:
            document["probabilities"] = {
                name: round(share, 6) for name, share in self.probabilities.items()
            }
        if self.request is not None:
            document["request"] = dict(self.request)
        if self.unread:
            document["unread"] = list(self.unread)
        return document


class RowsDecoder:
    """A compiled op ``rows``."""

    networks: Sequence[str] = ()

    def __init__(self, op: Mapping[str, Any], labels: Sequence[tuple[str, float]]) -> None:
        """Compile the op.

        Raises:
            PackageError: ``op_invalid``.
        """
        try:
            self.target, self.problem = str(op["target"]), str(op["problem"])
            self.mean, self.deviation = float(op["mean"]), float(op["deviation"])
            self.digits = int(op["digits"])
        except (KeyError, TypeError, ValueError) as error:
            raise _invalid(f"{type(error).__name__}: {error}") from error
        if self.problem not in PROBLEMS:
            raise _invalid(f"unknown problem '{self.problem}'")
        self.names = tuple(name for name, _ in labels)
        if self.problem == "binary" and len(labels) != 2:
            raise _invalid(f"a binary problem has {len(labels)} labels")
        self.threshold = labels[1][1] if self.problem == "binary" else 0.5

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: object
    ) -> list[RowResult]:
        """Return one result a row.

        Raises:
            BackendError: when the outputs are not finite or of another width.
        """
        scores = np.asarray(next(iter(outputs.values())), np.float64)
        expected = 1 if self.problem == "regression" else len(self.names)
        if scores.ndim != 2 or scores.shape[1] != expected or not np.isfinite(scores).all():
            raise BackendError(
                f"The network gave scores of the shape {scores.shape}, or some that are not "
                f"finite; rows of {expected} finite numbers are expected. Export the package "
                "again.",
                code="output_unusable",
            )
        context = example.context
        assert isinstance(context, RowsContext)
        echoes: Sequence[Row | None] = context.rows if options.include_req else [None] * len(scores)
        if self.problem == "regression":
            values = scores[:, 0] * self.deviation + self.mean
            return [
                RowResult(self.target, float(f"{value:.{self.digits}g}"), None, echo, unread)
                for value, echo, unread in zip(values.tolist(), echoes, context.unread)
            ]
        probabilities = softmax(scores)
        chosen = self.decide(probabilities, options.threshold)
        wants_all = options.include_proba
        return [
            RowResult(
                self.target,
                self.names[best],
                dict(zip(self.names, row.tolist())) if wants_all else None,
                echo,
                unread,
            )
            for best, row, echo, unread in zip(chosen, probabilities, echoes, context.unread)
        ]

    def decide(
        self, probabilities: NDArray[np.float64], threshold: float | None = None
    ) -> NDArray[np.intp]:
        """Return the class of each row (R,) from probabilities (R, K)."""
        if self.problem == "binary":
            least = self.threshold if threshold is None else threshold
            return (probabilities[:, 1] >= least).astype(np.intp)
        best: NDArray[np.intp] = probabilities.argmax(axis=1)
        return best


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return probabilities (R, K) that add up to one, in double precision."""
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return probabilities


def open_decoder(
    ops: Sequence[Mapping[str, Any]], labels: Sequence[tuple[str, float]], read: object
) -> RowsDecoder:
    """Compile a manifest's postprocessing, which is this one op.

    Raises:
        PackageError: ``op_order`` or ``op_invalid``.
    """
    if [op.get("op") for op in ops] != ["rows"]:
        raise PackageError(
            f"The postprocessing of a table is {[op.get('op') for op in ops]}; it must be one "
            "rows. Export the package again.",
            code="op_order",
        )
    return RowsDecoder(ops[0], labels)


def _invalid(reason: str) -> PackageError:
    return PackageError(
        f"The op 'rows' cannot be used ({reason}). Export the package again.",
        code="op_invalid",
        op="rows",
    )
