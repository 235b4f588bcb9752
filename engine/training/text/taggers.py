"""Training of what annotates places in texts: schedule, encoder, loss, and what is deployed."""

# B batch, T words, F features of a word

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from torch import Tensor, nn

from engine.catalog import TaskCard
from engine.data.text.dataset import TextDataset
from engine.data.text.reading import longest_in, unit_in
from engine.data.text.span_targets import longest_place
from engine.data.text.tagging import SPANS, TAGS, sample_inputs, span_grid
from engine.interfaces.batch import Batch
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Pipeline
from engine.models.text.crf import chain_log_likelihood
from engine.models.text.span_scorer import span_loss
from engine.models.text.token_encoders import WORD_ENCODERS, TokenEncoder, build_encoder
from engine.onnx_graphs.torch_export import DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.package.inputs import TextInput
from engine.specs.package.manifest import PostprocessingOp
from engine.specs.text_reading import TextOptions
from engine.specs.training import TrainingSpec
from engine.training.recipe import resolved
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.weights.pretrained import find_weights

_SUBWORDS = SchedulePreset(
    new_rate=1e-3, known_rate=5e-5, new_steps=1500, known_steps=400, max_batch=32
)


def resolve_tagger(
    spec: TrainingSpec,
    splits: Splits[TextDataset],
    max_span_words: int | Literal["auto"],
    *,
    new_steps: int = 600,
    **chosen: object,
) -> TrainingSpec:
    """Replace every ``auto`` by the value that suits this data and this machine.

    Args:
        spec: of the run.
        splits: whose texts say how long they and their places are.
        max_span_words: the option.
        new_steps: after which the curve of networks of words flattens, from random weights.
        **chosen: the task's own options, resolved.
    """
    words = SchedulePreset(
        new_rate=2e-3,
        known_rate=5e-4,
        new_steps=new_steps,
        known_steps=new_steps // 3,
        max_batch=32,
    )
    train = splits.train
    return resolve_schedule(
        spec,
        len(train),
        words if spec.backbone in WORD_ENCODERS else _SUBWORDS,
        unit=unit_in(train.op),
        max_words=longest_in(train.op),
        max_span_words=longest_place(train.records) if max_span_words == "auto" else max_span_words,
        **chosen,
    )


def row_length(spec: TrainingSpec) -> int:
    """Return how many words a row of the network has at most.

    Raises:
        SpecError: ``options_unresolved``.
    """
    return resolved(options_of(spec, TextOptions).max_words)


def new_encoder(
    spec: TrainingSpec, card: TaskCard, splits: Splits[TextDataset], direct_size: int
) -> TokenEncoder:
    """Build the encoder of a run.

    Args:
        spec: with resolved options.
        card: of the task.
        splits: bring the vocabulary.
        direct_size: numbers that features of a word add to the outputs directly.

    Raises:
        ResourceError: when weights are asked for, absent, and may not be replaced.
    """
    options = options_of(spec, TextOptions)
    return build_encoder(
        spec.backbone,
        next(iter(splits.files.values())),
        direct_size=direct_size,
        max_words=row_length(spec),
        dropout=options.dropout,
        weights=find_weights(spec.pretrained, card.backbone(spec.backbone)),
        freeze_layers=options.freeze_layers,
        layer_decay=options.layer_decay,
    )


def text_pipeline(splits: Splits[TextDataset], op: PostprocessingOp) -> Pipeline:
    """Return how a text becomes ids, and what becomes of the outputs."""
    return Pipeline(TextInput(), (splits.train.op,), (op,))


def tagging_objective(model: Callable[..., Sequence[Tensor]], batch: Batch) -> Tensor:
    """Return the loss of a ``ChainTagger`` or ``PairTagger`` on a batch."""
    outputs = model(**batch.inputs)
    if TAGS in batch.targets:
        mask = batch.inputs["attention_mask"].bool()
        # A row without words has nothing to learn from, and a chain needs one.
        mask = mask | (mask.sum(dim=1, keepdim=True) == 0)
        # In float32 whatever the network runs in: sums of exponentials overflow half precision.
        likelihood = chain_log_likelihood(
            outputs[0].float(), outputs[1][0].float(), batch.targets[TAGS], mask
        )
        return -likelihood.mean()
    return span_loss(outputs[0].float(), span_grid(batch.targets[SPANS], outputs[0].float()))


def tagging_network(
    spec: TrainingSpec, splits: Splits[TextDataset], model: nn.Module, outputs: Sequence[str]
) -> TorchNetwork:
    """Return a network of words as it is deployed: ids (B, T), features (B, T, F) if any."""
    tensors = splits.train.examples([0])[0].tensors
    names = {name: array.shape[2] if array.ndim == 3 else 0 for name, array in tensors.items()}
    axis = DynamicAxis("words", smallest=8, largest=max(16, row_length(spec)), multiple=8)
    return TorchNetwork(
        "model", model, sample_inputs(names), outputs, {name: {1: axis} for name in names}
    )
