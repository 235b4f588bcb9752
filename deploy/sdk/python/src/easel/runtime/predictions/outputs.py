"""What the outputs of a network must be for a prediction to be read from them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError
from easel.runtime.example import Tensors


def output(outputs: Tensors, name: str, ndim: int) -> NDArray[np.generic]:
    """Return an output of the network that a prediction needs.

    Raises:
        BackendError: ``output_missing`` or ``output_shape``.
    """
    values = outputs.get(name)
    if values is None:
        raise BackendError(
            f"The network has no output '{name}'. Export the package again.",
            code="output_missing",
            output=name,
        )
    if values.ndim != ndim:
        raise BackendError(
            f"The network answered the shape {values.shape} as '{name}'; {ndim} axes are "
            "expected. The package is inconsistent; export it again.",
            code="output_shape",
        )
    return values


def shape_error(outputs: Tensors, expected: str) -> BackendError:
    """Return the error of outputs that are not what the op is defined on.

    Args:
        outputs: by name.
        expected: their names and axes.
    """
    shapes = {name: tensor.shape for name, tensor in outputs.items()}
    return BackendError(
        f"The network answered {shapes} where {expected} is expected. "
        "The package is inconsistent; export it again.",
        code="output_shape",
    )


def require_finite(*outputs: NDArray[np.generic]) -> None:
    """Check that a network answered numbers.

    Raises:
        BackendError: ``output_not_finite``.
    """
    # NaN reaches no threshold: what overflowed would look like an input that shows nothing.
    if not all(np.all(np.isfinite(values)) for values in outputs):
        raise BackendError(
            "The network answered values that are not finite numbers. "
            "Check the model on this input, and on this machine with its self-test.",
            code="output_not_finite",
        )
