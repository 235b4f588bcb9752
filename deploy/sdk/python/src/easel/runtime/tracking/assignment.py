"""The cheapest way to give each row a column of its own: the linear assignment problem."""

# N rows, M columns

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


def assign(costs_NM: Floats) -> tuple[Places, Places]:
    """Return rows and their columns, each used once, whose costs have the least sum.

    Each row in turn is given its column by the shortest augmenting path in reduced costs, which
    moves earlier rows where that is cheaper; the time grows with N² M.

    Args:
        costs_NM: finite numbers.

    Returns:
        min(N, M) rows, ascending, and the column of each.

    Source: Jonker and Volgenant, Computing 38 (1987); for rectangles Crouse, IEEE Transactions on
        Aerospace and Electronic Systems 52 (2016), section III.
    """
    costs_NM = np.asarray(costs_NM, np.float64)
    if costs_NM.shape[0] > costs_NM.shape[1]:
        columns, rows = assign(costs_NM.T)
        order = np.argsort(rows, kind="stable")
        return rows[order], columns[order]
    num_rows, num_columns = costs_NM.shape
    row_of_M = np.full(num_columns, -1, np.intp)
    column_of_N = np.full(num_rows, -1, np.intp)
    row_prices_N, column_prices_M = np.zeros(num_rows), np.zeros(num_columns)
    for row in range(num_rows):
        path = _Path(costs_NM, row_prices_N, column_prices_M, row_of_M, row)
        path.raise_prices(row_prices_N, column_prices_M, column_of_N)
        column = path.end
        while True:
            before = path.row_before_M[column]
            row_of_M[column] = before
            column_of_N[before], column = column, column_of_N[before]
            if before == row:
                break
    return np.arange(num_rows), column_of_N


class _Path:
    """The shortest path from a row without a column to a column without a row.

    Attributes:
        end: that column.
        row_before_M: the row from which each column was reached.
    """

    def __init__(
        self,
        costs_NM: Floats,
        row_prices_N: Floats,
        column_prices_M: Floats,
        row_of_M: Places,
        row: int,
    ) -> None:
        num_columns = costs_NM.shape[1]
        self.row_before_M = np.full(num_columns, -1, np.intp)
        self._lengths_M = np.full(num_columns, np.inf)
        self._is_done_M = np.zeros(num_columns, np.bool_)
        self._rows = [row]
        self._length = 0.0
        while True:
            at = self._rows[-1]
            through_M = self._length + costs_NM[at] - row_prices_N[at] - column_prices_M
            is_shorter_M = ~self._is_done_M & (through_M < self._lengths_M)
            self._lengths_M[is_shorter_M] = through_M[is_shorter_M]
            self.row_before_M[is_shorter_M] = at
            self.end = int(np.where(self._is_done_M, np.inf, self._lengths_M).argmin())
            self._length = float(self._lengths_M[self.end])
            self._is_done_M[self.end] = True
            if row_of_M[self.end] < 0:
                return
            self._rows.append(int(row_of_M[self.end]))

    def raise_prices(
        self, row_prices_N: Floats, column_prices_M: Floats, column_of_N: Places
    ) -> None:
        """Change prices so that no reduced cost is below 0, and those of pairs are 0."""
        first, others = self._rows[0], np.asarray(self._rows[1:], np.intp)
        row_prices_N[first] += self._length
        row_prices_N[others] += self._length - self._lengths_M[column_of_N[others]]
        column_prices_M[self._is_done_M] -= self._length - self._lengths_M[self._is_done_M]
