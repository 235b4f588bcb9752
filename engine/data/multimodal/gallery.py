"""The gallery of a model that compares images and texts: what it is asked to search."""

# D numbers of a vector

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.specs.data import SampleRecord

NAMES, VECTORS = "gallery.json", "gallery.npy"

Vectors = NDArray[np.float64]


@dataclass(frozen=True)
class Pair:
    """One of an image's texts, and the vectors (D,) of both."""

    text: str
    image_vector: Vectors
    text_vector: Vectors


def gallery_files(pairs: Iterable[tuple[SampleRecord, Pair]]) -> Mapping[str, bytes]:
    """Return the files that a ``matches`` op names.

    Args:
        pairs: records and pairs; each image and each different text is kept once.
    """
    images: dict[str, tuple[str, Vectors]] = {}
    texts: dict[str, Vectors] = {}
    for record, pair in pairs:
        images.setdefault(record.id, (record.name, pair.image_vector))
        texts.setdefault(pair.text, pair.text_vector)
    names = {"pictures": [name for name, _ in images.values()], "texts": list(texts)}
    vectors = [vector for _, vector in images.values()] + list(texts.values())
    content = io.BytesIO()
    np.save(content, np.stack(vectors).astype(np.float32), allow_pickle=False)
    return {
        NAMES: json.dumps(names, ensure_ascii=False).encode(),
        VECTORS: content.getvalue(),
    }
