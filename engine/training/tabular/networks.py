"""Train the networks for tables: AdamW, warm-up and cosine decay, early stopping by epochs."""

# R rows, M members, S scores, T epochs

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.data.tabular.encoded_table import Encoded, Floats, Question
from engine.models.tabular.ft_transformer import FtTransformer
from engine.models.tabular.mlp import MlpSize, TabularMlp
from engine.models.tabular.number_encoding import Scaling, quantile_edges, standardization
from engine.models.tabular.ratio_features import RatioFeatures, widened
from engine.onnx_graphs.graph import GraphBuilder

CHUNK = 1024
WARM_UP_STEPS = 50
PATIENCE = 5
Arrays = Mapping[str, NDArray[np.generic]]


@dataclass(frozen=True)
class NetworkSettings:
    """How a network looks and learns."""

    kind: Literal["mlp", "ft_transformer"] = "mlp"
    members: int = 4
    width: int = 96
    dropout: float = 0.15
    learning_rate: float = 2e-3
    weight_decay: float = 0.03
    batch_size: int = 128

    def default_epochs(self, num_rows: int) -> int:
        """Return enough epochs for about 1500 steps, 6 to 40."""
        return int(np.clip(1500 * self.batch_size / max(1, num_rows), 6, 40))


@dataclass(frozen=True)
class NetworkModel:
    """A trained network and how its inputs are made."""

    module: TabularMlp | FtTransformer
    ratios: RatioFeatures
    question: Question
    settings: NetworkSettings

    @torch.no_grad()
    def scores(self, rows: Encoded) -> Floats:
        """Return the scores of rows (R, S)."""
        self.module.eval()
        wide = widened(rows, self.ratios)
        parts = [
            self.module(
                torch.from_numpy(wide.numbers[start : start + CHUNK]),
                torch.from_numpy(wide.categories[start : start + CHUNK]),
            )
            for start in range(0, len(rows), CHUNK)
        ]
        mean: Floats = torch.cat(parts).mean(dim=1).double().numpy()
        return mean

    def add_to(self, graph: GraphBuilder, numbers: str, categories: str) -> str:
        """Add the model to an ONNX graph; return the name of its scores (R, S)."""
        if self.ratios.pairs:
            ratios = self.ratios.add_to(graph, numbers)
            numbers = graph.node("Concat", numbers, ratios, axis=1)
        members = self.module.add_to(graph, numbers, categories)
        return graph.node(
            "ReduceMean", members, graph.constant(np.array([1], np.int64)), keepdims=0
        )

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``load_network`` needs."""
        state = {name: tensor.numpy() for name, tensor in self.module.state_dict().items()}
        return {"pairs": np.array(self.ratios.pairs, np.int64).reshape(-1, 2), **state}


def fit_network(
    train: Encoded,
    targets: Floats,
    question: Question,
    settings: NetworkSettings,
    ratios: RatioFeatures,
    *,
    epochs: int,
    of_epochs: int,
    seed: int,
    num_threads: int,
    watched: tuple[Encoded, Floats] | None = None,
    on_step: Callable[[], None] | None = None,
) -> tuple[NetworkModel, NDArray[np.float32]]:
    """Train a network.

    Args:
        train: rows.
        targets: (R,) class indices or scaled values.
        question: what is asked.
        settings: of the network.
        ratios: ratios to add to the numbers.
        epochs: that are learnt.
        of_epochs: that the learning rate decays over.
        seed: of weights, order and dropout.
        num_threads: of torch.
        watched: rows whose scores are wanted after each epoch; training ends when their loss has
            not fallen for ``PATIENCE`` epochs.
        on_step: called before each step, to be interrupted.

    Returns:
        The network, and the scores of the watched rows (T, R, S).
    """
    torch.set_num_threads(num_threads)
    wide = widened(train, ratios)
    # Weights, order and dropout draw from torch's own generator, which a caller may be using.
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        module = _build(wide, question, settings)
        model = NetworkModel(module, ratios, question, settings)
        staged: list[NDArray[np.float32]] = []
        losses: list[float] = []
        for _ in _epochs(module, wide, targets, question, settings, epochs, of_epochs, on_step):
            if watched is None:
                continue
            scores = model.scores(watched[0])
            staged.append(scores.astype(np.float32))
            losses.append(question.loss(scores, watched[1]))
            if len(losses) - 1 - int(np.argmin(losses)) >= PATIENCE:
                break
    return model, np.array(staged, np.float32)


def load_network(arrays: Arrays, question: Question, settings: NetworkSettings) -> NetworkModel:
    """Return the model of ``NetworkModel.arrays``."""
    state = {name: torch.from_numpy(array) for name, array in arrays.items() if name != "pairs"}
    num_numbers = len(state["inputs.numbers.means"])
    bins = state["inputs.numbers.lows"].shape[1]
    module = _module(
        # Only the shapes matter: edges and scaling come with the state.
        np.zeros((num_numbers, bins + 1), np.float32),
        (np.zeros(num_numbers, np.float32), np.ones(num_numbers, np.float32)),
        question,
        settings,
    )
    module.load_state_dict(state)
    return NetworkModel(
        module,
        RatioFeatures(tuple((int(i), int(j)) for i, j in arrays["pairs"])),
        question,
        settings,
    )


def _build(
    train: Encoded, question: Question, settings: NetworkSettings
) -> TabularMlp | FtTransformer:
    bins = MlpSize.bins
    edges = quantile_edges(train.numbers, bins)
    return _module(edges, standardization(train.numbers), question, settings)


def _module(
    edges: NDArray[np.float32],
    scaling: Scaling,
    question: Question,
    settings: NetworkSettings,
) -> TabularMlp | FtTransformer:
    if settings.kind == "ft_transformer":
        return FtTransformer(
            edges, scaling, question.num_codes, question.num_scores, dropout=settings.dropout
        )
    size = MlpSize(width=settings.width, members=settings.members, dropout=settings.dropout)
    return TabularMlp(edges, scaling, question.num_codes, question.num_scores, size)


def _epochs(
    module: nn.Module,
    train: Encoded,
    targets: Floats,
    question: Question,
    settings: NetworkSettings,
    epochs: int,
    of_epochs: int,
    on_step: Callable[[], None] | None,
) -> Iterator[int]:
    numbers, categories = torch.from_numpy(train.numbers), torch.from_numpy(train.categories)
    truth = torch.from_numpy(targets.astype(np.float32))
    weights = torch.from_numpy(question.weights(targets).astype(np.float32))
    optimizer = torch.optim.AdamW(
        module.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
    )
    per_epoch = math.ceil(len(train) / settings.batch_size)
    step = 0
    for epoch in range(epochs):
        module.train()
        for batch in torch.randperm(len(train)).split(  # type: ignore[no-untyped-call]
            settings.batch_size
        ):
            if on_step is not None:
                on_step()
            step += 1
            rate = _rate(step, per_epoch * of_epochs) * settings.learning_rate
            for group in optimizer.param_groups:
                group["lr"] = rate
            scores = module(numbers[batch], categories[batch])
            losses = _losses(scores, truth[batch], question) * weights[batch, None]
            optimizer.zero_grad(set_to_none=True)
            losses.mean().backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(module.parameters(), 1.0)
            optimizer.step()
        yield epoch


def _rate(step: int, total: int) -> float:
    warm_up = min(1.0, step / min(WARM_UP_STEPS, 1 + total // 10))
    return warm_up * 0.5 * (1 + math.cos(math.pi * min(1.0, step / total)))


def _losses(scores: Tensor, truth: Tensor, question: Question) -> Tensor:
    """Return the loss of each row and member (R, M)."""
    wide = truth[:, None].expand(scores.shape[:2])
    if question.problem == "regression":
        return (scores[..., 0] - wide).square()
    if question.problem == "binary":
        return functional.binary_cross_entropy_with_logits(scores[..., 0], wide, reduction="none")
    flat = functional.cross_entropy(scores.flatten(0, 1), wide.flatten().long(), reduction="none")
    return flat.view(scores.shape[:2])
