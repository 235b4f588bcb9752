"""Rows with a cell of labels, which tells a sample that has none from one that nobody annotated."""

from __future__ import annotations

from collections.abc import Sequence

from engine.formats.layout import Item
from engine.formats.tables.label_cells import UNLABELLED, join_labels
from engine.formats.writing.pieces import Spool

_PLAIN, _LABELLED = "rows", "rows with words"


class LabelRows:
    """Collects rows, in which an empty cell means "not annotated".

    Where a sample has no label or several, an empty cell means "none", as readers of several labels
    take it, and a word says "not annotated". Which it is, the end tells, so both are kept.
    """

    def __init__(self, spool: Spool) -> None:
        self._spool = spool
        self.has_several = False

    def add(self, item: Item, before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
        """Take in a row; return the labels that had to be renamed with their new names.

        Args:
            item: the sample.
            before: the cells before its labels.
            after: those behind them.
        """
        cell, renamed = join_labels(item.labels)
        self.has_several |= len(item.labels) > 1 or (item.is_annotated and not item.labels)
        shown = cell if item.is_annotated else UNLABELLED
        self._spool.add_row(_PLAIN, [*before, cell, *after])
        self._spool.add_row(_LABELLED, [*before, shown, *after])
        return renamed

    @property
    def paths(self) -> tuple[str, ...]:
        """Where the rows are in the spool; nowhere while there are none."""
        path = _LABELLED if self.has_several else _PLAIN
        return (path,) if path in self._spool else ()
