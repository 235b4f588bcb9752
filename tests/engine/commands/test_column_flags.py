"""Columns named on a command line."""

from __future__ import annotations

from argparse import ArgumentParser

import pytest
from easel.table_flags import add_reading

from engine.commands.reading import mapping_of
from engine.errors import SpecError
from engine.specs.samples.column_mapping import ColumnMapping, MappedColumn


def mapping(*words: str) -> ColumnMapping:
    parser = ArgumentParser()
    add_reading(parser)
    return mapping_of(parser.parse_args([part for word in words for part in ("--column", word)]))


def test_a_role_is_given_a_column_or_none() -> None:
    assert mapping("text=a=b", "label=") == ColumnMapping(
        columns=(MappedColumn(role="text", column="a=b"),), without=("label",)
    )
    assert mapping() == ColumnMapping()


@pytest.mark.parametrize(
    "words", [("text",), ("story=a",), ("text=a", "text=b"), ("text=a", "label=a")]
)
def test_what_cannot_be_is_refused_naming_the_roles(words: tuple[str, ...]) -> None:
    with pytest.raises(SpecError) as refused:
        mapping(*words)
    assert "ROLE=COLUMN" in refused.value.message or "text1" in refused.value.message
