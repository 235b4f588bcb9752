"""The features of one call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Descriptor = NDArray[np.float32]
"""What the whole of an input looks like (D,); D is that of its kind."""


@dataclass(frozen=True)
class CallFeatures:
    """What was measured of one call.

    A name that is absent was not looked at and counts nowhere; ``None`` was, and is missing.

    Attributes:
        numbers: by name.
        categories: by name.
        label_shares: of each label among the results that have one; ``None`` where results have
            none, or at most one each.
        descriptor: of the input, ``None`` where there is none.
    """

    numbers: Mapping[str, float | None] = field(default_factory=dict)
    categories: Mapping[str, str | None] = field(default_factory=dict)
    label_shares: Mapping[str, float] | None = None
    descriptor: Descriptor | None = None
