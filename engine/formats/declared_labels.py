"""Labels that a list in the data declares, whether any object has them or not, in their order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, runtime_checkable

from engine.formats.layout import FileTree
from engine.formats.loading import load_format
from engine.specs.data import DatasetFormat
from engine.specs.samples.label_names import label_name


@runtime_checkable
class DeclaringFormat(Protocol):
    """A format with a list of the labels."""

    def declared(self, tree: FileTree) -> Iterator[str]:
        """Yield the names of a tree's list; nothing where it has none that can be read."""
        ...


def declared_labels(key: DatasetFormat, tree: FileTree) -> Sequence[str]:
    """Return the labels that data declares, each once and in its one form."""
    module = load_format(key)
    if not isinstance(module, DeclaringFormat):
        return ()
    return tuple(dict.fromkeys(filter(None, map(label_name, module.declared(tree)))))
