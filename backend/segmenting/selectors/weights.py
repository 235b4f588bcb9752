"""Find the weights of a segmenter in the installation's folder of pretrained weights."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from backend.segmenting.contracts import Weights

MODEL_TYPE = "sam"
_WEIGHTS_FILE, _CONFIG_FILE = "model.safetensors", "config.json"
# Packages are made anew when what is made of the same weights changes.
_PACKAGE_REVISION = 1


def configured() -> Weights | None:
    """Return the weights that are used: of several, the first by the name of their folder.

    A folder holds ``config.json`` of the type ``sam`` and ``model.safetensors``, directly below the
    folder of pretrained weights or in the folder of its owner, such as ``facebook/sam-vit-base``.
    """
    root = Path(settings.ENVIRONMENT.pretrained_folder)
    for config in sorted(_configs(root)):
        weights = config.parent / _WEIGHTS_FILE
        try:
            about, of_weights = config.stat(), weights.stat()
            kind = _model_type(config, about.st_mtime_ns)
        except OSError:
            continue
        if kind == MODEL_TYPE:
            name = config.parent.relative_to(root).as_posix()
            identity = (
                _PACKAGE_REVISION,
                name,
                about.st_mtime_ns,
                of_weights.st_size,
                of_weights.st_mtime_ns,
            )
            fingerprint = hashlib.sha256(repr(identity).encode()).hexdigest()
            return Weights(name, config.parent.resolve(), fingerprint)
    return None


def _configs(root: Path) -> Iterator[Path]:
    yield from root.glob(f"*/{_CONFIG_FILE}")
    yield from root.glob(f"*/*/{_CONFIG_FILE}")


@lru_cache(maxsize=256)
def _model_type(config: Path, changed_ns: int) -> str | None:
    """Return what kind of network a folder holds; read again when the file changes."""
    del changed_ns
    try:
        document = json.loads(config.read_bytes())
    except ValueError:
        return None
    return document.get("model_type") if isinstance(document, dict) else None
