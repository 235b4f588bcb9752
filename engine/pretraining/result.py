"""Write what pretraining ends with: the weights, and the card that says where they come from."""

from __future__ import annotations

import hashlib
import platform
from pathlib import Path

import torch
from safetensors.torch import save

from engine.disk import write_atomically
from engine.pretraining.learning import Pretrained, sources_digest
from engine.pretraining.recipe import Recipe
from engine.specs.weights import WeightsCard


def write_result(
    recipe: Recipe, found: Pretrained, num_steps: int, device: str, folder: Path
) -> WeightsCard:
    """Write ``KEY.safetensors``, in half precision, and ``KEY.json``; return the card."""
    tensors = {
        name: value.detach().cpu().to(_stored(value)).contiguous()
        for name, value in found.network.state_dict().items()
    }
    content = save(tensors)
    card = WeightsCard(
        key=recipe.key,
        version=recipe.version,
        made_of=recipe.made_of,
        seed=recipe.seed,
        steps=num_steps,
        samples=found.num_samples,
        seconds=round(found.seconds, 1),
        machine=_machine(device),
        torch_version=torch.__version__,
        sources_sha256=sources_digest(recipe),
        parameters=sum(one.numel() for one in found.network.parameters()),
        shown={name: round(value, 4) for name, value in found.metrics.items()},
        characters=recipe.characters,
        materials=recipe.materials,
        sha256=hashlib.sha256(content).hexdigest(),
    )
    write_atomically(folder / f"{recipe.key}.safetensors", content)
    write_atomically(folder / f"{recipe.key}.json", card.model_dump_json(indent=2).encode())
    return card


def _stored(value: torch.Tensor) -> torch.dtype:
    return torch.float16 if value.is_floating_point() else value.dtype


def _machine(device: str) -> str:
    if device == "cuda":
        return torch.cuda.get_device_name()
    return f"{torch.get_num_threads()} cores of {platform.machine()}"
