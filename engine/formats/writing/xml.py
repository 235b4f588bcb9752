"""XML on its way out: pieces of documents whose texts hold only what XML can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, indent, tostring

from engine.formats.layout import Item, Problem
from engine.formats.writing.texts import label_renamed

_REFUSED = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Return a text with underscores in the place of what XML has no way to write."""
    return _REFUSED.sub("_", text)


def renamed_labels(item: Item) -> Iterator[Problem]:
    """Yield a problem for each label of an item that XML cannot hold as it is."""
    given = {region.label or "" for region in item.regions} | set(item.labels)
    for label in sorted(given):
        if xml_text(label) != label:
            yield label_renamed(item, label, xml_text(label))


def xml_piece(element: Element, *, level: int = 0) -> str:
    """Return an element as indented lines."""
    space = "  " * level
    indent(element, level=level)
    return f"{space}{tostring(element, encoding='unicode').strip()}\n"
