"""The fields that choose among results, as the runtime takes them."""

from __future__ import annotations

from collections.abc import Mapping

from easel.runtime import PredictOptions

from engine.serving.protocol.fields import flag_of, threshold_of, top_num_of


def read_options(fields: Mapping[str, object]) -> PredictOptions:
    """Read the fields from JSON; those that are absent leave the choice to the package.

    Raises:
        ServingError: ``field_invalid``.
    """
    return PredictOptions(
        top_num_of(fields.get("top_num")),
        threshold_of(fields.get("threshold")),
        flag_of("include_proba", fields.get("include_proba")),
        flag_of("include_req", fields.get("include_req")),
    )
