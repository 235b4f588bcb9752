"""How large an image a network of ours, or one with new weights, is shown when nobody says so."""

from __future__ import annotations

from typing import Literal

from engine.catalog.cards import BackboneCard

USUAL_SIZE = 224
_LARGEST = {"cpu": 128, "cuda": USUAL_SIZE}
# Networks for small images see them at about their own size, up to this.
_LARGEST_OF_SMALL = {"small_cnn": 64, "designed_cnn": 64, "designed_transformer": 64}


def fitting_size(card: BackboneCard, longest: float, device: Literal["cpu", "cuda"]) -> int:
    """Return the side of an image in pixels that suits a network and the data.

    A small network sees the images at about their own size, at least twice that of an icon, and a
    large one at least at twice what its strides can tell apart. On a CPU large images are made
    smaller still: a step costs a third of that at 224, and a run over photos ends in minutes.

    Args:
        card: of the network.
        longest: the longer side of most images, in pixels.
        device: that it is trained on.
    """
    if card.key in _LARGEST_OF_SMALL:
        return int(min(_LARGEST_OF_SMALL[card.key], max(16, -(-longest // 8) * 8)))
    largest = min(card.input_size or USUAL_SIZE, _LARGEST[device])
    return int(min(largest, max(64, -(-longest // 32) * 32)))
