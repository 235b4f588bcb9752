"""Networks, losses and metrics that people register in files of their own (``easel.register``)."""

# B batch, K labels

from __future__ import annotations

import copy
import hashlib
import inspect
import sys
from collections.abc import Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeVar

import torch
from easel.register import Loss, NetworkBuilder, Reader, datasets, losses, metrics, networks
from torch import Tensor, nn

from engine.catalog import BackboneCard, TaskCard, Tier
from engine.data.label_targets import LABELS
from engine.data.text.reading import TOKENIZER
from engine.data.text.tokenizer_training import num_tokens
from engine.errors import SpecError
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.task import Task
from engine.models.text.backbones import family_of
from engine.nearest import did_you_mean, nearest
from engine.specs.training import PluginSpec, TrainingSpec
from engine.tasks.own_metrics import with_own_metrics

P = TypeVar("P")

TAKES_NETWORKS = (
    "image.classification", "speech.sound_classification", "text.classification",
    "video.classification",
)  # fmt: skip
TAKES_LOSSES = TAKES_NETWORKS
# A video has frames beside height and width.
_FEATURE_AXES = {"video.classification": 5}


def load_plugins(plugins: Sequence[PluginSpec]) -> None:
    """Run files that register parts; one that has run already is left as it is.

    Raises:
        SpecError: ``plugin_changed`` when a file is not the one that was asked for,
            ``plugin_unusable`` when it cannot be read or ends with an error.
    """
    for plugin in plugins:
        name = f"easel_plugin_{plugin.sha256}"
        if name in sys.modules:
            continue
        if digest_of(Path(plugin.file)) != plugin.sha256:
            raise SpecError(
                f"The plugin '{plugin.file}' is not what it was when the training was asked for. "
                "Bring the earlier file back, or start a new training.",
                code="plugin_changed",
                file=plugin.file,
            )
        found = spec_from_file_location(name, plugin.file)
        assert found is not None, "a path that ends in .py has a loader"
        assert found.loader is not None, "a path that ends in .py has a loader"
        module = module_from_spec(found)
        sys.modules[name] = module
        try:
            found.loader.exec_module(module)
        # It is somebody else's code, which may end by any error.
        except Exception as error:
            del sys.modules[name]
            raise _unusable(plugin.file, f"{type(error).__name__}: {error}") from error


def digest_of(plugin: Path) -> str:
    """Return the SHA-256 of a file.

    Raises:
        SpecError: ``plugin_unusable`` when it cannot be read, or is no Python file.
    """
    if plugin.suffix != ".py":
        raise _unusable(str(plugin), "its name does not end in .py")
    try:
        return hashlib.sha256(plugin.read_bytes()).hexdigest()
    except OSError as error:
        raise _unusable(str(plugin), str(error.strerror)) from error


def with_own_parts(task: Task[Any], spec: TrainingSpec) -> Task[Any]:
    """Return a task that trains the network, and by the loss, that a spec's plugins registered.

    Raises:
        SpecError: when a part is not registered, or the task takes none of that kind.
    """
    load_plugins(spec.plugins)
    # The card and methods of this copy alone are other ones.
    own = copy.copy(task)
    if spec.backbone in networks:
        _require(task.card, TAKES_NETWORKS, "networks")
        build = networks[spec.backbone]
        vars(own).update(
            card=with_backbone(task.card, spec.backbone),
            new_model=lambda spec, splits: _built(build, spec, splits),
        )
    if spec.loss is not None:
        _require(task.card, TAKES_LOSSES, "losses")
        _require_network(spec)
        objective = _objective(_registered(losses, spec.loss, "loss"))
        vars(own).update(objective=lambda spec, splits: objective)
    own = evaluated_by_plugins(own)
    if spec.metric is not None:
        # It chooses the best epoch, which only what is trained epoch by epoch has.
        _require(task.card, TAKES_NETWORKS, "metrics to choose an epoch by")
        _require_network(spec)
        chosen = _registered(metrics, spec.metric, "metric")
        card = own.card.model_copy(
            update={
                "primary_metric": spec.metric,
                "higher_is_better": chosen.higher_is_better,
                "primary_unit": "number",
            }
        )
        vars(own).update(card=card)
    return own


def evaluated_by_plugins(task: Task[Any]) -> Task[Any]:
    """Return a task whose models are also evaluated by the metrics that plugins registered.

    Raises:
        SpecError: ``part_unsupported`` when the task takes none.
    """
    own = copy.copy(task)
    vars(own).update(evaluator=with_own_metrics(task.evaluator, task.card.key, metrics))
    return own


def _registered(parts: Mapping[str, P], name: str, kind: str) -> P:
    if name in parts:
        return parts[name]
    hint = did_you_mean(nearest(name, parts))
    raise SpecError(
        f"No plugin registers a {kind} '{name}'.{hint} Registered: "
        f"{', '.join(sorted(parts)) or 'none'}.",
        code="part_unknown",
        part=name,
    )


def registered_dataset(name: str) -> Reader:
    """Return what reads samples, which a plugin that has run registered.

    Raises:
        SpecError: ``part_unknown``.
    """
    return _registered(datasets, name, "dataset")


def with_backbone(card: TaskCard, key: str) -> TaskCard:
    """Return a card that lists a network of the user's own, too."""
    own = BackboneCard(key=key, tier=Tier.FAST, parameters_millions=0.0, licence="of its author")
    return card.model_copy(update={"backbones": (*card.backbones, own)})


def _built(build: NetworkBuilder, spec: TrainingSpec, splits: Splits) -> nn.Module:
    """Build a network and try it on two samples.

    Raises:
        SpecError: ``network_unfit`` when it is none, or does not give logits.
    """
    num_labels = len(splits.labels)
    inputs = dict(splits.train.read(range(min(2, len(splits.train)))).inputs)
    features: list[Any] = []
    try:
        model = build(inputs, num_labels, **_sizes(build, splits))
        if not isinstance(model, nn.Module):
            raise TypeError(f"it is a {type(model).__name__}, not a torch.nn.Module")
        # Tried as a copy: what a first call makes or counts must not stay in the network.
        tried = copy.deepcopy(model).eval()
        layer = getattr(tried, "features", None)
        if isinstance(layer, nn.Module):
            layer.register_forward_hook(lambda *call: features.append(call[2]))
        with torch.no_grad():
            logits = tried(**inputs)
    # It is somebody else's code, which may end by any error.
    except Exception as error:
        raise _unfit(spec.backbone, f"{type(error).__name__}: {error}") from error
    expected = (len(next(iter(inputs.values()))), num_labels)
    if not isinstance(logits, Tensor) or logits.shape != expected:
        shape = tuple(logits.shape) if isinstance(logits, Tensor) else type(logits).__name__
        raise _unfit(spec.backbone, f"it gives {shape}; logits {expected} are expected")
    axes = _FEATURE_AXES.get(spec.task, 4)
    if any(getattr(one, "ndim", 0) != axes for one in features):
        shape = "(B, D, N, H, W)" if axes == 5 else "(B, D, H, W)"
        raise _unfit(spec.backbone, f"its layer 'features' gives no feature map {shape}: rename it")
    return model


def _sizes(build: NetworkBuilder, splits: Splits) -> dict[str, int]:
    """Return what a builder is told beside samples and labels, where it wants to know."""
    wants = "num_ids" in inspect.signature(build).parameters
    vocabulary = splits.files.get(TOKENIZER)
    return {"num_ids": num_tokens(vocabulary)} if wants and vocabulary is not None else {}


def _objective(loss: Loss) -> Objective:
    def objective(model: nn.Module, batch: Batch) -> Tensor:
        value: Tensor = loss(model(**batch.inputs), batch.targets[LABELS])
        return value

    return objective


def _require(card: TaskCard, tasks: Sequence[str], kind: str) -> None:
    if card.key not in tasks:
        raise SpecError(
            f"Task '{card.key}' takes no {kind} of your own. These do: {', '.join(tasks)}.",
            code="part_unsupported",
            task=card.key,
        )


def _require_network(spec: TrainingSpec) -> None:
    if family_of(spec.backbone) == "ngrams":
        raise SpecError(
            f"The backbone '{spec.backbone}' is fitted to its optimum, without epochs or a loss to "
            "choose. Take a network, such as text_cnn.",
            code="part_unsupported",
            task=spec.task,
        )


def _unfit(name: str, reason: str) -> SpecError:
    return SpecError(
        f"The network '{name}' cannot be trained: {reason}. It takes the tensors by their names "
        "and returns logits, one for each label.",
        code="network_unfit",
        part=name,
        reason=reason,
    )


def _unusable(file: str, reason: str) -> SpecError:
    return SpecError(
        f"The plugin '{file}' cannot be used: {reason}. Correct the file, or its path.",
        code="plugin_unusable",
        file=file,
        reason=reason,
    )
