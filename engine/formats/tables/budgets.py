"""How much a table may become when it is read: small files can stand for more than any machine has.

A workbook may name one long text in a million cells, a Parquet file one in a billion rows. What is
counted is counted before it is made.
"""

from __future__ import annotations

from engine.errors import DataError, Param

MAX_CELLS = 200_000_000
MAX_BLANKS, BLANKS_BESIDE = 20_000_000, 20
"""Cells that only stand before others, of which nothing is written; more for each that is."""
MAX_CHARACTERS = 2**30
MAX_RATIO = 200
"""Characters for each byte of the file, of files that hold more than ``MAX_CHARACTERS``."""
MAX_COLUMNS = 16_384
"""As many as Excel has."""


class BudgetError(DataError):
    """A table would become too large; the code says by what, the parameters how large it may be."""

    def __init__(self, message: str, *, code: str, **params: Param) -> None:
        super().__init__(f"{message} Bring it in parts.", code=code, **params)


def require_columns(num: int, maximum: int = MAX_COLUMNS) -> None:
    """Refuse a table that is too wide.

    Raises:
        BudgetError: ``table_too_wide``.
    """
    if num > maximum:
        raise BudgetError(
            f"The table has {num} columns; at most {maximum} are accepted.",
            code="table_too_wide",
            num=num,
            maximum=maximum,
        )


def require_cells(num: int) -> None:
    """Refuse a table of too many cells.

    Raises:
        BudgetError: ``table_too_many_cells``.
    """
    if num > MAX_CELLS:
        raise BudgetError(
            f"The table has more than {MAX_CELLS} cells.",
            code="table_too_many_cells",
            maximum=MAX_CELLS,
        )


def require_characters(num: int, maximum: int) -> None:
    """Refuse a table, or rows that are read together, of too many characters.

    Raises:
        BudgetError: ``table_too_many_characters``.
    """
    if num > maximum:
        raise BudgetError(
            f"The table would become more than {maximum} characters where they are read together.",
            code="table_too_many_characters",
            maximum=maximum,
        )


class Budget:
    """What is left to one table.

    Args:
        num_bytes: how large its file is.
    """

    def __init__(self, num_bytes: int) -> None:
        self._max_characters = max(MAX_CHARACTERS, MAX_RATIO * num_bytes)
        self._num_cells = self._num_characters = 0
        self._num_blanks, self._max_blanks = 0, MAX_BLANKS

    def spend(self, *, cells: int, characters: int = 0) -> None:
        """Count cells that are about to be made.

        Raises:
            BudgetError: when the table has too many.
        """
        self._num_cells += cells
        self._num_characters += characters
        require_cells(self._num_cells)
        require_characters(self._num_characters, self._max_characters)

    def spend_blanks(self, blanks: int, *, beside: int) -> None:
        """Count cells that the file does not hold, beside those of the same row that it does.

        Raises:
            BudgetError: when a small file would stand for a large table of nothing.
        """
        self._num_blanks += blanks
        self._max_blanks += BLANKS_BESIDE * beside
        if self._num_blanks > self._max_blanks:
            raise BudgetError(
                f"The table has more than {MAX_BLANKS} cells before others that hold nothing. "
                "Move its cells together.",
                code="table_too_many_cells",
                maximum=MAX_BLANKS,
            )

    def spend_row(self, cells: int) -> None:
        """Count the cells of one row.

        Raises:
            BudgetError: when the row is too wide, or the table has too many.
        """
        require_columns(cells)
        self.spend(cells=cells)
