"""The recipes by the name of the network that they pretrain."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from torch import Tensor, nn

from engine.data.ocr.synthesis.fonts import FOLDERS
from engine.errors import SpecError
from engine.models.vision.classification.photo_cnn import PhotoCnn
from engine.models.vision.classification.small_cnn import SmallCnn
from engine.models.vision.detection.csp import CspBackbone
from engine.pretraining.documents.reader import ReaderMediumRecipe, ReaderSmallRecipe
from engine.pretraining.images.pretext import ImageRecipe
from engine.pretraining.recipe import Recipe


class PhotoCnnRecipe(ImageRecipe):
    """The classifier of photographs."""

    key = "photo_cnn"
    network = PhotoCnn
    widths = (PhotoCnn.num_features,)


class SmallCnnRecipe(ImageRecipe):
    """The classifier of small images."""

    key = "small_cnn"
    sides = {32: 0.7, 64: 0.3}
    network = SmallCnn
    widths = (SmallCnn.num_features,)


class CspNanoRecipe(ImageRecipe):
    """The backbone of the smallest detector and segmenter, and of the anomaly detector's patches.

    Its images are larger: what detectors look for is small, and its coarsest map is 1/32.
    """

    key = "csp_nano"
    sides = {96: 0.6, 128: 0.3, 192: 0.1}
    network = partial(CspBackbone, width=16, depth=1)
    widths = (32, 64, 128, 256)

    def maps(self, network: nn.Module, images_BCHW: Tensor) -> tuple[Tensor, ...]:
        """Return the maps at 1/4, 1/8, 1/16 and 1/32, as detectors and patches look at them all."""
        assert isinstance(network, CspBackbone)
        return network.pyramid(images_BCHW)[1:]


RECIPES: dict[str, type[Recipe]] = {
    recipe.key: recipe
    for recipe in (
        PhotoCnnRecipe,
        SmallCnnRecipe,
        CspNanoRecipe,
        ReaderSmallRecipe,
        ReaderMediumRecipe,
    )
}


def recipe_of(key: str, seed: int, font_folders: Sequence[Path] = FOLDERS) -> Recipe:
    """Return a recipe; see ``Recipe`` for its arguments.

    Raises:
        SpecError: ``recipe_unknown``.
    """
    if key not in RECIPES:
        raise SpecError(
            f"There is no recipe '{key}' of pretraining. Choose one of: {', '.join(RECIPES)}.",
            code="recipe_unknown",
            recipe=key,
        )
    return RECIPES[key](seed, font_folders)
