"""What the better trials agree on: their weighted mean and covariance."""

# N trials, E elites, D parameters

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class MeanField:
    """The consensus that particles drift to, in docs/explanation/sfde.md equations 1 and 3.

    Attributes:
        elites_ED: the better trials, the best first.
        weights_E: fall with the logarithm of the rank; their sum is 1.
        mean_D: m = Σ w x.
        covariance_DD: C = Σ w (x - m)(x - m)ᵀ. Columns of choices mean nothing.
        root_DD: R with R Rᵀ = C.
    """

    elites_ED: Floats
    weights_E: Floats
    mean_D: Floats
    covariance_DD: Floats
    root_DD: Floats

    @property
    def deviations_D(self) -> Floats:
        """Spread of the elites along each parameter."""
        return np.sqrt(np.diag(self.covariance_DD))


def mean_field(points_ND: Floats, losses_N: Floats) -> MeanField:
    """Return the consensus of the best third of the trials, between 4 and 4 + 3D of them.

    Weights come from ranks, ln(E + ½) - ln j as in CMA-ES (Hansen 2016, eq. 49), so that nothing
    changes when losses are transformed monotonically.
    """
    num_trials, num_dims = points_ND.shape
    num_elites = min(num_trials, max(4, min(num_trials // 3, 4 + 3 * num_dims)))
    order_E = np.argsort(losses_N, kind="stable")[:num_elites]
    elites_ED = points_ND[order_E]
    weights_E = np.log(num_elites + 0.5) - np.log(np.arange(1, num_elites + 1))
    weights_E = weights_E / weights_E.sum()
    mean_D = weights_E @ elites_ED
    offsets_ED = elites_ED - mean_D
    covariance_DD = (offsets_ED * weights_E[:, None]).T @ offsets_ED
    # Fewer elites than parameters make it singular, which a Cholesky factor does not allow.
    values_D, vectors_DD = np.linalg.eigh(covariance_DD)
    root_DD = vectors_DD * np.sqrt(np.maximum(values_D, 0.0))
    return MeanField(elites_ED, weights_E, mean_D, covariance_DD, root_DD)
