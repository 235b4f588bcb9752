"""Build the network behind a backbone key of the catalog."""

from __future__ import annotations

from pathlib import Path

from engine.errors import SpecError
from engine.models.vision.classification.classifier import ImageClassifier
from engine.models.vision.classification.designed_cnn import DesignedCnn
from engine.models.vision.classification.designed_transformer import DesignedTransformer
from engine.models.vision.classification.photo_cnn import PhotoCnn
from engine.models.vision.classification.small_cnn import SmallCnn
from engine.specs.tuning.network_design import NetworkDesign, TransformerDesign
from engine.weights.built_in import load_built_in

_OWN: dict[str, type[SmallCnn | PhotoCnn]] = {"small_cnn": SmallCnn, "photo_cnn": PhotoCnn}


def build_designed(
    design: NetworkDesign | TransformerDesign, image_size: int, num_classes: int
) -> ImageClassifier:
    """Build an image classifier of a shape that somebody, or a search, has chosen."""
    if isinstance(design, NetworkDesign):
        network = DesignedCnn(design)
        return ImageClassifier(network, network.num_features, num_classes, dropout=0.1)
    tokens = DesignedTransformer(design, image_size)
    return ImageClassifier(tokens, tokens.num_features, num_classes, dropout=0.1, normalize=True)


def build_classifier(
    backbone: str, image_size: int, num_classes: int, weights: Path | None = None
) -> ImageClassifier:
    """Build an image classifier with a new head.

    Args:
        backbone: a key of the image cards of the catalog; a designed one has its default shape.
        image_size: height and width of the input in pixels.
        num_classes: length of the logits.
        weights: a folder with pretrained weights of the backbone, the file of those that come with
            the engine, ``None`` for random ones.

    Raises:
        ResourceError: when weights that come with the engine are damaged.
        SpecError: when there is no such backbone.
    """
    if backbone in _OWN:
        own = _OWN[backbone]()
        if weights is not None:
            load_built_in(own, weights)
        return ImageClassifier(own, own.num_features, num_classes, dropout=0.1)
    if backbone == "designed_cnn":
        return build_designed(NetworkDesign(), image_size, num_classes)
    if backbone == "designed_transformer":
        return build_designed(TransformerDesign(), image_size, num_classes)

    from engine.models.vision.classification import transformers_backbones as library

    normalize = not backbone.startswith("resnet")
    match backbone:
        case "resnet18":
            features, width = library.resnet([2, 2, 2, 2], "basic", weights)
        case "resnet50":
            features, width = library.resnet([3, 4, 6, 3], "bottleneck", weights)
        case "convnextv2_atto":
            features, width = library.convnextv2([2, 2, 6, 2], [40, 80, 160, 320], weights)
        case "convnextv2_tiny":
            features, width = library.convnextv2([3, 3, 9, 3], [96, 192, 384, 768], weights)
        case "vit_small":
            features, width = library.vit(image_size, weights)
        case "vit_base":
            features, width = library.vit_base(image_size, weights)
        case _:
            raise SpecError(
                f"There is no image backbone '{backbone}'. Choose one that the task's card lists.",
                code="backbone_unknown",
                backbone=backbone,
            )
    return ImageClassifier(features, width, num_classes, normalize=normalize)
