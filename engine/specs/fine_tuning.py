"""Options of how a pretrained transformer is tuned."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from engine.specs.spec import Spec, option


class LoraSpec(Spec):
    """Adapters of low rank beside the attention projections, which stay as they are themselves.

    ``rank`` is the size of an adapter, 0 for none; ``alpha`` over ``rank`` is how much it counts.
    """

    rank: int = option(0, group="fine_tuning", ge=0, le=256, expert=True)
    alpha: float = option(16.0, group="fine_tuning", gt=0, le=1024, expert=True)


@runtime_checkable
class Adaptable(Protocol):
    """Options of a task whose networks can be tuned by adapters."""

    lora: LoraSpec
