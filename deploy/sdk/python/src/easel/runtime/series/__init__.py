"""Series: points in time on a grid, and the tensor ``history``.

Training, evaluation, serving and the SDK all use these functions, so a series means the same
numbers everywhere; exact definitions in ``manifest-ops.md``.
"""

from easel.runtime.series.clock import Clock
from easel.runtime.series.input import HISTORY, SeriesContext, SeriesInput, open_input
from easel.runtime.series.window import place_on_grid

__all__ = [
    "HISTORY",
    "Clock",
    "SeriesContext",
    "SeriesInput",
    "open_input",
    "place_on_grid",
]
