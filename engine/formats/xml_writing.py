"""XML on its way out: pieces of documents whose texts hold only what XML can."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, indent, tostring

_REFUSED = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Return a text with marks in the place of what XML has no way to write."""
    return _REFUSED.sub("\ufffd", text)


def xml_piece(element: Element, *, level: int = 0) -> str:
    """Return an element as indented lines."""
    space = "  " * level
    indent(element, level=level)
    return f"{space}{tostring(element, encoding='unicode').strip()}\n"
