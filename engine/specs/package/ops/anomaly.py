"""From distances to what normal images show to a decision and a heat map."""

from __future__ import annotations

from typing import Literal

from engine.specs.spec import Spec


class AnomalyOp(Spec):
    """Say whether an image is anomalous, and where.

    The network's ``score`` is (R,), its ``map`` (R, h, w) over the whole image, both in 0..1. An
    image is anomalous from the threshold of the package's only label on.
    """

    op: Literal["anomaly"] = "anomaly"
