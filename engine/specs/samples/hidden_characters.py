"""Characters that no name may hold, because nobody sees them and they change what is seen.

They are the control characters, halves of surrogate pairs, and those that turn the direction of
the text after them: ``invoice\\u202egnp.exe`` reads as ``invoiceexe.png``. Marks that belong to
right-to-left scripts (U+200E, U+200F, U+061C) turn nothing around and may stand in names.
"""

from __future__ import annotations

import re

_HIDDEN = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]")


def has_hidden(name: str) -> bool:
    """Tell whether a name holds a character that no name may hold."""
    return _HIDDEN.search(name) is not None


def with_escapes(name: str) -> str:
    """Return a name with each such character written out, as in ``\\u202e``.

    NUL and halves of surrogate pairs stay: no database takes them, and what replaces them is seen.
    So do the ends of lines, and tabs, which cells of tables hold and which hide nothing.
    """
    return _HIDDEN.sub(lambda found: _written_out(found[0]), name)


def without_hidden(name: str, put: str) -> str:
    """Return a name with ``put`` in place of each such character."""
    return _HIDDEN.sub(put, name)


def _written_out(character: str) -> str:
    if character in "\0\t\n\r" or "\ud800" <= character <= "\udfff":
        return character
    return character.encode("unicode_escape").decode("ascii")
