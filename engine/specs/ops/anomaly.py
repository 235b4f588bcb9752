"""From distances to what normal pictures show to a decision and a heat map."""

from __future__ import annotations

from typing import Literal

from engine.specs.spec import Spec


class AnomalyOp(Spec):
    """Say whether a picture is anomalous, and where.

    The network's ``score`` is (R,), its ``map`` (R, h, w) over the whole picture, both in 0..1. A
    picture is anomalous from the threshold of the package's only label on.
    """

    op: Literal["anomaly"] = "anomaly"
