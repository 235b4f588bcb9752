"""Guess which column of a table is what: by what somebody says, by names, then by cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import DataError
from engine.formats.given_columns import RoleRules
from engine.formats.tables.guesses.column_features import ColumnFeatures, features_of
from engine.formats.tables.guesses.guess import Reasons
from engine.formats.tables.rows import find_column
from engine.specs.samples.column_mapping import ColumnMapping, ColumnRole
from engine.specs.samples.table_reading import ReadingReason

_PAIR: tuple[ColumnRole, ColumnRole] = ("text1", "text2")
_MUCH_LONGER = 1.5
_AS_LONG = 0.5
_LEAST_DISTINCT = 0.2
_MAX_LABELS, _ROWS_PER_LABEL, _ENOUGH_ROWS = 20, 4, 12


@dataclass(frozen=True)
class Roles:
    """Where the column of each role stands, and why; ``is_guessed`` where cells alone told."""

    places: Mapping[ColumnRole, int]
    reasons: tuple[ReadingReason, ...]
    is_guessed: bool


def find_roles(
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    rules: RoleRules,
    mapping: ColumnMapping,
    *,
    has_header: bool,
) -> Roles:
    """Return which column is what.

    Args:
        names: of all columns.
        rows: the first ones below the header.
        rules: of the format.
        mapping: what somebody says.
        has_header: whether the names stand in the table.

    Raises:
        DataError: ``column_not_there``, naming the columns that are there.
    """
    guess = _Guess(names, rows, rules, mapping, has_header)
    guess.take_given()
    guess.take_named()
    guess.take_alike()
    return Roles(guess.places, tuple(guess.reasons.found), guess.is_guessed)


class _Guess:
    """Roles that have a column, and columns that have none yet."""

    def __init__(
        self,
        names: Sequence[str],
        rows: Sequence[Sequence[str]],
        rules: RoleRules,
        mapping: ColumnMapping,
        has_header: bool,
    ) -> None:
        self.names, self.rules, self.mapping = names, rules, mapping
        self.has_header = has_header
        self.places: dict[ColumnRole, int] = {}
        self.reasons = Reasons()
        self.is_guessed = False
        self._features = [
            features_of(place, [row[place] for row in rows if place < len(row)])
            for place in range(len(names))
        ]

    def take_given(self) -> None:
        """Take the columns that somebody names.

        Raises:
            DataError: when there is no such column.
        """
        for one in self.mapping.columns:
            if one.role not in self.rules:
                continue
            if one.column not in self.names:
                raise column_not_there(one.column, self.names)
            self.places[one.role] = self.names.index(one.column)

    def take_named(self) -> None:
        """Take the columns whose name says what they hold."""
        if not self.has_header:
            return
        for role in self._open():
            free = [
                "" if place in self.places.values() else name
                for place, name in enumerate(self.names)
            ]
            place = find_column(free, *self.rules[role].names)
            if place is not None:
                name = self.names[place]
                self._take(role, place, "column_named", f"The column is called '{name}'.")

    def take_alike(self) -> None:
        """Take columns by what is in them, for roles that no name tells."""
        files = [one for one in self._free() if one.are_files]
        if "file" in self._open() and files:
            self._take("file", files[0].place, "file_names", "Its cells are names of files.")
        splits = [one for one in self._free() if one.are_splits]
        if "split" in self._open() and splits:
            self._take("split", splits[0].place, "split_words", "Its cells are names of splits.")
        texts = [role for role in _PAIR if role in self._open() and self.rules[role].is_needed]
        if len(texts) == 2:
            self._take_pair()
        elif texts:
            self._take_longest(texts[0])
        if "text" in self._open():
            self._take_text()
        file = self.rules.get("file")
        if file and file.is_needed and file.may_be_first and "file" in self._open():
            self._take_first("file")
        if "score" in self._open():
            decimals = [one for one in self._free() if one.are_numbers and one.are_decimals]
            if decimals and not self.has_header:
                self._guess("score", decimals[0].place, "decimals", "Its cells are decimals.")
        if "label" in self._open():
            self._take_label()

    def _open(self) -> list[ColumnRole]:
        done = {*self.places, *self.mapping.without}
        return [role for role in self.rules if role not in done]

    def _free(self) -> list[ColumnFeatures]:
        return [one for one in self._features if one.place not in self.places.values()]

    def _texts(self) -> list[ColumnFeatures]:
        """Return the columns that people may have written; ids only beside none but labels."""
        texts = [one for one in self._free() if one.may_be_text]
        words = [one for one in texts if not one.are_codes]
        differ = any(one.num_distinct > _LEAST_DISTINCT * one.num for one in words)
        return words if differ else texts

    def _take(
        self, role: ColumnRole, place: int, code: str, text: str, is_sure: bool = True, **more: int
    ) -> None:
        self.places[role] = place
        self.reasons.add(role, code, text, is_sure=is_sure, column=self.names[place], **more)

    def _guess(
        self, role: ColumnRole, place: int, code: str, text: str, is_sure: bool = False, **more: int
    ) -> None:
        self._take(role, place, code, text, is_sure, **more)
        self.is_guessed = True

    def _take_first(self, role: ColumnRole) -> None:
        free = self._free()
        # What a table calls a column is more than its place.
        if free and not self.has_header:
            self._guess(role, free[0].place, "column_order", "It is the first that is left.")

    def _take_text(self) -> None:
        """Take the column of the longest texts that differ most, of two alike the first one."""
        texts = self._texts()
        if not texts:
            self._take_first("text")
            return
        longest = max(texts, key=lambda one: one.weight)
        if longest.weight < _MUCH_LONGER * texts[0].weight:
            longest = texts[0]
        others = [one.weight for one in texts if one is not longest]
        self._guess(
            "text",
            longest.place,
            "longest_texts",
            "Its cells are the longest texts.",
            is_sure=not others or longest.weight >= 2 * max(others),
        )

    def _take_longest(self, role: ColumnRole) -> None:
        texts = self._texts()
        if texts:
            found = max(texts, key=lambda one: one.weight)
            self._guess(role, found.place, "longest_texts", "Its cells are the longest texts.")

    def _take_pair(self) -> None:
        """Take two columns of texts that are about as long as each other."""
        texts = self._texts()
        most = max((one.mean_length for one in texts), default=0)
        long = [one for one in texts if one.mean_length >= _AS_LONG * most]
        if len(long) < 2:
            long = texts
        if len(long) < 2 and not self.has_header:
            long = self._free()
        if len(long) > 1:
            for role, one in zip(_PAIR, long[:2], strict=True):
                self._guess(
                    role,
                    one.place,
                    "longest_texts",
                    "Its cells are the longest texts.",
                    is_sure=len(long) == 2,
                )

    def _take_label(self) -> None:
        """Take the column of few values; of a table without names the one beside the text."""
        free = [one for one in self._free() if not one.are_decimals and one.num]
        few = [
            one
            for one in free
            if 2 <= one.num_distinct <= _MAX_LABELS
            and one.num >= max(_ENOUGH_ROWS, _ROWS_PER_LABEL * one.num_distinct)
        ]
        if few:
            found = min(few, key=lambda one: one.num_distinct)
            self._guess(
                "label",
                found.place,
                "few_values",
                f"Its cells are {found.num_distinct} values that come again and again.",
                is_sure=len(few) == 1,
                num=found.num_distinct,
            )
        else:
            self._take_first("label")


def column_not_there(column: str, names: Sequence[str]) -> DataError:
    """Return the error of a column that a table does not have."""
    known = ", ".join(names)[:500]
    return DataError(
        f"The table has no column '{column}'. It has: {known}.",
        code="mapped_column_missing",
        column=column,
        known=known,
    )
