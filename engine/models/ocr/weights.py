"""Start the networks of OCR from the weights that come with the engine: they read already."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.models.ocr.detector import Reader
from engine.weights.built_in import damaged, fill, read_card, read_tensors

_HEAD = ("recognizer.head.weight", "recognizer.head.bias")
# From here on characters are Chinese, Japanese or Korean: most of all classes, and of the time.
_EAST_ASIAN = "\u2e80"


def known_characters(file: Path, texts: Sequence[str]) -> str:
    """Return what weights can read of the scripts that texts are written in.

    Characters of European languages are always among them, Chinese ones where a text has any.

    Raises:
        ResourceError: ``weights_damaged``.
    """
    known = read_card(file).characters
    if any(character >= _EAST_ASIAN for text in texts for character in text):
        return known
    return "".join(one for one in known if one < _EAST_ASIAN)


def load_reader(reader: Reader, file: Path, characters: Sequence[str]) -> None:
    """Fill detector and recogniser, which keeps its random numbers for unknown characters.

    Args:
        reader: changed in place.
        file: of ``engine.weights.built_in.built_in_file``.
        characters: of the recogniser's classes 1 and on.

    Raises:
        ResourceError: ``weights_damaged`` when the file is not what its card says, or of another
            network.
    """
    tensors = read_tensors(file)
    known = {one: k for k, one in enumerate(read_card(file).characters, start=1)}
    rows = [0, *(row for row, one in enumerate(characters, start=1) if one in known)]
    theirs = [0, *(known[characters[row - 1]] for row in rows[1:])]
    own = reader.state_dict()
    for name in _HEAD:
        if name not in tensors or len(tensors[name]) != len(known) + 1:
            raise damaged(file, "its characters are not those of its card")
        value = own[name].clone()
        value[rows] = tensors[name][theirs].to(value)
        tensors[name] = value
    fill(reader, tensors, file)
