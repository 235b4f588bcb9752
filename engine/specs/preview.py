"""What a preview of augmentation says of each image it drew."""

from __future__ import annotations

from engine.specs.data import Region
from engine.specs.spec import Spec

IMAGES_FILE = "images.jsonl"


class AugmentedImage(Spec):
    """One line of ``preview/images.jsonl``: an image, and what training sees marked on it.

    Attributes:
        file: its name in the folder.
        image: which of the images that were asked for, from 0.
        variant: 0 for the image as it is.
        regions: in pixels of this image. A detector learns upright boxes, whatever form was
            drawn, and an outline is as fine as the cells that it is learnt in.
    """

    file: str
    image: int
    variant: int
    width: int
    height: int
    regions: tuple[Region, ...] = ()
