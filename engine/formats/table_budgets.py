"""How much a table may become when it is read: small files can stand for more than any machine has.

A workbook may name one long text in a million cells, a Parquet file one in a billion rows. What is
counted is counted before it is made.
"""

from __future__ import annotations

MAX_CELLS = 200_000_000
MAX_CHARACTERS = 2**30
MAX_RATIO = 200
"""Characters for each byte of the file, of files that hold more than ``MAX_CHARACTERS``."""


class BudgetError(ValueError):
    """A table would become too large; the message says how large it may be."""


class Budget:
    """What is left to one table.

    Args:
        num_bytes: how large its file is.
    """

    def __init__(self, num_bytes: int) -> None:
        self._max_characters = max(MAX_CHARACTERS, MAX_RATIO * num_bytes)
        self._num_cells = self._num_characters = 0

    def spend(self, *, cells: int, characters: int = 0) -> None:
        """Count cells that are about to be made.

        Raises:
            BudgetError: when the table has too many.
        """
        self._num_cells += cells
        self._num_characters += characters
        if self._num_cells > MAX_CELLS:
            raise BudgetError(f"it has more than {MAX_CELLS} cells; bring it in parts")
        if self._num_characters > self._max_characters:
            raise BudgetError(
                f"it would become more than {self._max_characters} characters; bring it in parts"
            )
