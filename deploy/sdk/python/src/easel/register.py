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

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Callable, TypeVar

from easel.errors import InputError

NetworkBuilder = Callable[..., Any]
"""Returns a ``torch.nn.Module``, given tensors of two samples by name, and the number of labels.

Its ``forward`` takes the tensors by these names and returns logits (B, K). If it has a layer
``features`` whose output is a feature map (B, D, H, W), reports show where it looked; of a network
for texts they show the words when its layer ``embeddings`` embeds them.

A builder that has a parameter ``num_ids`` is told how many words there are, of texts; one that has
``num_codes``, how many codes each column of categories has, of tables.
"""

Loss = Callable[[Any, Any], Any]
"""Returns the loss of a batch, a scalar, given logits (B, K) and targets.

These are class indices (B,), or where samples are mixed or have several labels, shares (B, K).
"""

Reader = Callable[[], Iterable[Any]]
"""Returns samples as ``easel.fit`` takes them in a list."""

Part = TypeVar("Part", bound=Callable[..., Any])


@dataclass(frozen=True)
class Metric:
    """A number that people evaluate models by.

    Attributes:
        function: returns it, given the truth (N, K), zeros and ones, and the scores (N, K), 0 to 1;
            of a column of numbers both are (N, 1), in its own unit.
        higher_is_better: whether more is better.
    """

    function: Callable[[Any, Any], float]
    higher_is_better: bool


networks: dict[str, NetworkBuilder] = {}
losses: dict[str, Loss] = {}
datasets: dict[str, Reader] = {}
metrics: dict[str, Metric] = {}


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


def dataset(name: str) -> Callable[[Part], Part]:
    """Register what reads samples; ``dataset=name`` trains on them, or is measured by them.

    Raises:
        InputError: ``part_repeated`` when there is one of that name.
    """
    return _registering(datasets, name)


def metric(name: str, *, higher_is_better: bool = True) -> Callable[[Part], Part]:
    """Register a number that models are evaluated by, after each epoch and in the end.

    ``metric=name`` also takes the epoch that is the best by it.

    Raises:
        InputError: ``part_repeated`` when there is one of that name.
    """

    def register(part: Part) -> Part:
        _registering(metrics, name)(Metric(part, higher_is_better))
        return part

    return register


def _registering(parts: dict[str, Any], name: str) -> Callable[[Any], Any]:
    def register(part: Any) -> Any:
        if name in parts:
            raise InputError(
                f"There are two parts called '{name}'. Give one another name.",
                code="part_repeated",
                part=name,
            )
        parts[name] = part
        return part

    return register
