"""Which network a command line trains, and what it starts from, where it does not say so."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from statistics import median

from engine.catalog import TASKS, Media, TaskCard, Tier
from engine.errors import SpecError
from engine.formats.layout import Problem
from engine.formats.reading.images import image_size
from engine.formats.reading.media import IMAGES
from engine.formats.reading.trees import open_tree
from engine.specs.training import PluginSpec, PretrainedSpec

# Spread over the data; their headers are read in a moment.
_NUM_READ = 50


def usual_network(card: TaskCard, tier: Tier, data: Path | None) -> str:
    """Return the network that a tier stands for with this data.

    Args:
        card: of the task.
        tier: how much time and size to trade for accuracy.
        data: a folder, zip or file with the data, ``None`` where a plugin reads it.

    Raises:
        DataError: when there is no data, or its zip is damaged.
    """
    depends = any(one.least_side is not None for one in card.backbones_of(tier))
    side = _usual_side(data) if depends and data is not None and card.media is Media.IMAGE else None
    found = card.usual_backbone(tier, side)
    assert found is not None
    return found.key


def _usual_side(data: Path) -> float | None:
    """Return the longer side in pixels of most images, ``None`` where none can be read."""
    with open_tree(data.resolve()) as tree:
        names = [name for name in tree.names() if PurePosixPath(name).suffix.lower() in IMAGES]
        sizes = [image_size(tree, name) for name in names[:: max(1, len(names) // _NUM_READ)]]
    sides = [max(size) for size in sizes if not isinstance(size, Problem)]
    return median(sides) if sides else None


def start_of(
    options: Namespace, backbone: str, plugins: Sequence[PluginSpec]
) -> PretrainedSpec | None:
    """Return where weights are: those of the engine, unless another start is asked for.

    Raises:
        SpecError: ``weights_useless`` when a folder is named that the network has nothing in.
    """
    cards = TASKS[options.task].backbones
    has_built_in = any(one.has_built_in for one in cards if one.key == backbone)
    if options.pretrained is None:
        is_started = has_built_in and not options.from_scratch and options.initial is None
        return PretrainedSpec() if is_started else None
    published = [one.key for one in cards if one.weights is not None and not one.has_built_in]
    if backbone not in published and not plugins:
        raise SpecError(
            f"There are no published weights of '{backbone}' that a folder could hold. Leave "
            f"'--pretrained' out, or choose a backbone that has some: "
            f"{', '.join(published) or 'none'}.",
            code="weights_useless",
            backbone=backbone,
        )
    return PretrainedSpec(folder=str(options.pretrained.resolve()))
