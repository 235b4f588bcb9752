"""How much better than the best a point may be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfcx, log_ndtr

Floats = NDArray[np.float64]

_HALF_LOG_2PI = 0.9189385332046727


def log_expected_improvement(mean: Floats, deviation: Floats, best: float) -> Floats:
    """Return log E[max(best - f, 0)] for normal f; finite however hopeless a point is.

    Source: Ament et al., Unexpected improvements to expected improvement, NeurIPS 2023, eq. 9.
    """
    z = (best - mean) / deviation
    return np.asarray(_log_h(z) + np.log(deviation))


def _log_h(z: Floats) -> Floats:
    """Return log(φ(z) + z Φ(z)) without the cancellation of its terms far below 0."""
    near = np.maximum(z, -1.0)
    density = np.exp(-0.5 * near * near - _HALF_LOG_2PI)
    log_near = np.log(density + near * np.exp(log_ndtr(near)))
    far = np.minimum(z, -1.0)
    # Φ(z)/φ(z) = √(π/2) erfcx(-z/√2); 1 + z Φ/φ tends to 1/z², where the difference loses digits.
    ratio = 1.0 + far * np.sqrt(np.pi / 2.0) * erfcx(-far / np.sqrt(2.0))
    tail = np.where(far > -1e4, np.maximum(ratio, 1e-12), 1.0 / (far * far))
    log_far = -0.5 * far * far - _HALF_LOG_2PI + np.log(tail)
    return np.where(z > -1.0, log_near, log_far)
