"""From scores to names: the answer of every classifier, whatever it looks at or listens to."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.specs.spec import Spec


class SoftmaxOp(Spec):
    """Scores that add up to one, computed in double precision after subtracting the maximum."""

    op: Literal["softmax"] = "softmax"


class SigmoidOp(Spec):
    """Independent scores in 0..1, computed in double precision."""

    op: Literal["sigmoid"] = "sigmoid"


class LabelsOp(Spec):
    """Name the scores: descending score, ties by label order.

    ``select`` is ``top`` (the ``top_num`` best, single-label) or ``threshold`` (all labels whose
    score reaches their recommended threshold, multi-label).
    """

    op: Literal["labels"] = "labels"
    select: Literal["top", "threshold"]
    top_num: Annotated[int, Field(ge=1)] = 6


LabelOp = SoftmaxOp | SigmoidOp | LabelsOp
