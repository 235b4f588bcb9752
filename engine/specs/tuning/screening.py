"""How candidates of a search for a network's shape are looked at before one is trained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from engine.specs.parse import parse_training_spec
from engine.specs.spec import Spec
from engine.specs.training import TrainingSpec


def _with_typed_options(value: Any) -> Any:
    return parse_training_spec(value) if isinstance(value, Mapping) else value


class Screening(Spec):
    """What it takes to build a candidate's network without training it.

    Attributes:
        training: of the study's own settings; a candidate's are put into it. A few samples are
            data enough.
        num_candidates: that are compared, at most, for one trial.
        num_warm_up: the first trials are each the best of so many candidates by proxies; those
            after follow the sampler, which knows scores by then.
    """

    training: Annotated[TrainingSpec, BeforeValidator(_with_typed_options)]
    num_candidates: Annotated[int, Field(ge=1, le=64)] = 8
    num_warm_up: Annotated[int, Field(ge=0)] = 12
