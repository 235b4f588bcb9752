"""Lines of Hugging Face's token data as lines of ours: ``tokens`` and ``ner_tags`` or ``tags``."""

from __future__ import annotations

from typing import Any, TypeGuard

from engine.formats.reading.conll_tokens import tagged_text

_TAGS = ("ner_tags", "tags", "labels")


def from_tokens(value: dict[str, Any]) -> dict[str, Any]:
    """Return a line with text and spans where it has tokens and their tags; others stay.

    Raises:
        ValueError: when there are not as many tags as tokens, or tags are numbers without names.
    """
    words = value.get("tokens")
    key = next((key for key in _TAGS if isinstance(value.get(key), list)), None)
    if key is None or not _are_texts(words) or "text" in value:
        return value
    tags = value[key]
    if any(isinstance(tag, int) for tag in tags):
        raise ValueError(
            f"'{key}' are numbers, and their names are not in the file; write the names"
        )
    if not _are_texts(tags) or len(tags) != len(words):
        raise ValueError(f"'{key}' has to name a tag for each of the 'tokens'")
    found = tagged_text(words, tags, by_character=all(len(word) == 1 for word in words))
    rest = {name: one for name, one in value.items() if name not in ("tokens", key)}
    spans = [{"start": start, "end": end, "label": label} for start, end, label in found.spans]
    return rest | {"text": found.text, "spans": spans}


def _are_texts(given: Any) -> TypeGuard[list[str]]:
    return isinstance(given, list) and all(isinstance(one, str) and one for one in given)
