"""The samples a model is evaluated on."""

from __future__ import annotations

from engine.errors import DataError


def require_samples(num_samples: int) -> None:
    """Refuse to evaluate a model on nothing.

    Raises:
        DataError: when there is no sample.
    """
    if num_samples == 0:
        raise DataError(
            "There is no sample to evaluate the model on. At least one labelled sample outside "
            "the training split is expected. Give the test or validation split a share.",
            code="held_out_empty",
        )
