"""Images of surfaces, without and with flaws: drawn ones, and real textures where they are."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
from PIL import Image

from engine.examples.image.anomaly_detection import Pixels


def real_texture(name: str) -> Pixels:
    """Return a photograph of a surface (512, 512) grey that scikit-image brings along.

    Raises:
        FileNotFoundError: when scikit-image is not installed.
    """
    package = find_spec("skimage")
    if package is None or package.origin is None:
        raise FileNotFoundError("scikit-image, which holds the textures, is not installed.")
    with Image.open(Path(package.origin).parent / "data" / f"{name}.png") as image:
        return np.asarray(image.convert("L"))
