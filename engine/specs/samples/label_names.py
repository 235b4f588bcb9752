"""One form of the names of labels, so that a label that is written in two ways stays one."""

from __future__ import annotations

import unicodedata

from engine.specs.samples.hidden_characters import with_escapes


def label_name(given: str) -> str:
    """Return the name of a label in composed letters (NFC) and without space around it.

    Characters that nobody sees are written out: the label is kept, and seen for what it is.

    It is applied where names enter: where files are read, a label is made or renamed, and a model
    suggests labels of its own. What is stored is not changed.
    """
    return with_escapes(unicodedata.normalize("NFC", given).strip())
