"""Rows of a table: reading cells, and the tensors ``numbers`` and ``categories``.

Training, evaluation, serving and the SDK all use these functions, so a cell means the same number
everywhere; exact definitions in ``manifest-ops.md``.
"""

from easel.runtime.table.cells import (
    FIRST_CATEGORY,
    MISSING,
    UNKNOWN,
    category_of,
    number_of,
    time_of,
    time_parts,
)
from easel.runtime.table.columns import ColumnEncoder, Row
from easel.runtime.table.input import CATEGORIES, NUMBERS, RowsContext, TableInput, open_input

__all__ = [
    "CATEGORIES",
    "FIRST_CATEGORY",
    "MISSING",
    "NUMBERS",
    "UNKNOWN",
    "ColumnEncoder",
    "Row",
    "RowsContext",
    "TableInput",
    "category_of",
    "number_of",
    "open_input",
    "time_of",
    "time_parts",
]
