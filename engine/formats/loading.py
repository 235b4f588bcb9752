"""Find a format by its key, and read and write trees with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import chain

from engine.formats.checks.labels_in_form import with_label_names
from engine.formats.checks.refused import without_false_negatives
from engine.formats.checks.storable import storable
from engine.formats.checks.unused_files import without_own_notes
from engine.formats.given_columns import NOTHING_GIVEN, GivenColumns
from engine.formats.layout import (
    FileTree,
    Format,
    Item,
    ListingFormat,
    MappedFormat,
    Problem,
    WritableFormat,
    Written,
)
from engine.formats.splitting.split_words import with_unknown_splits
from engine.specs.data import DatasetFormat


def load_format(key: DatasetFormat) -> Format:
    """Import a format."""
    module: Format = import_module(f"engine.formats.{key.value}")
    return module


def load_writer(key: DatasetFormat) -> WritableFormat:
    """Import a format that can write.

    Raises:
        ValueError: when this format is only read.
    """
    module: WritableFormat = import_module(f"engine.formats.{key.value}")
    if not hasattr(module, "write"):
        raise ValueError(f"The format '{key.value}' is read, not written.")
    return module


def write_items(
    key: DatasetFormat, items: Iterable[Item], tree: FileTree, *, labels: Sequence[str] = ()
) -> Iterator[Written]:
    """Yield the files of a layout.

    Args:
        key: of the format.
        items: samples.
        tree: where the files of the items are.
        labels: all labels in their order, those that no sample has among them.

    Raises:
        ValueError: when this format is only read.
    """
    module = load_writer(key)
    if isinstance(module, ListingFormat):
        return module.write(items, tree, labels=labels)
    return module.write(items, tree)


def read_tree(
    key: DatasetFormat,
    tree: FileTree,
    *,
    multi_label: bool = False,
    given: GivenColumns = NOTHING_GIVEN,
) -> Iterator[Item | Problem]:
    """Yield what is wrong with the tree itself, then what the format reads from it.

    A sample of which all that was said had to be left out is not annotated.

    Args:
        key: of the format.
        tree: the files.
        multi_label: samples have several labels.
        given: what somebody says of columns, for formats that have some.

    Raises:
        DataError: when the tree is not in this format at all.
    """
    module = load_format(key)
    tree = without_own_notes(tree)
    if isinstance(module, MappedFormat):
        items = module.read(tree, multi_label=multi_label, given=given)
    else:
        items = module.read(tree, multi_label=multi_label)
    checked = with_label_names(with_unknown_splits(without_false_negatives(items, key)))
    for found in chain(tree.problems(), checked):
        yield from storable(found)
