"""Parts of your own for a training, registered in a file that ``easel.fit`` is given.

    # my_parts.py
    import easel, torch

    @easel.register.network("two_layers")
    def two_layers(inputs, num_labels):
        return MyNetwork(num_labels)

    easel.fit("photos", task="image.classification", plugins=["my_parts.py"], backbone="two_layers")

The file runs in the engine's process, in a training and whenever it goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, TypeVar

from easel.errors import InputError

NetworkBuilder = Callable[[Mapping[str, Any], int], Any]
"""Returns a ``torch.nn.Module``, given tensors of two samples by name, and the number of labels.

Its ``forward`` takes the tensors by these names and returns logits (B, K). If it has a layer
``features`` whose output is a feature map (B, D, H, W), reports show where it looked.
"""

Loss = Callable[[Any, Any], Any]
"""Returns the loss of a batch, a scalar, given logits (B, K) and targets.

These are class indices (B,), or where samples are mixed or have several labels, shares (B, K).
"""

Part = TypeVar("Part", bound=Callable[..., Any])

networks: dict[str, NetworkBuilder] = {}
losses: dict[str, Loss] = {}


def network(name: str) -> Callable[[Part], Part]:
    """Register what builds a network; ``backbone=name`` trains it.

    Raises:
        InputError: ``part_repeated`` when there is one of that name.
    """
    return _registering(networks, name)


def loss(name: str) -> Callable[[Part], Part]:
    """Register a training loss; ``loss=name`` learns by it.

    Raises:
        InputError: ``part_repeated`` when there is one of that name.
    """
    return _registering(losses, name)


def _registering(parts: dict[str, Any], name: str) -> Callable[[Part], Part]:
    def register(part: Part) -> Part:
        if name in parts:
            raise InputError(
                f"There are two parts called '{name}'. Give one another name.",
                code="part_repeated",
                part=name,
            )
        parts[name] = part
        return part

    return register
