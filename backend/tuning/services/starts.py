"""What the trials of a study start from."""

from __future__ import annotations

from backend.api.catalog import weights_available
from backend.tuning.models import Study
from engine.catalog import BackboneCard


def starts_pretrained(study: Study, network: BackboneCard) -> bool:
    """Tell whether a trial with a network starts from its pretrained weights.

    Networks without weights, or without them here, are searched beside the study's own, whose
    weights are refused where they are absent.
    """
    is_own = network.key == study.backbone and network.weights is not None
    return study.pretrained and (is_own or weights_available(network))
