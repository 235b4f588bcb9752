"""Adapters beside attention projections: they start from nothing and leave no trace."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn

from engine.interfaces.recipe import Recipe
from engine.models.low_rank import add_adapters, merge_adapters, num_adapters
from engine.models.text.classifiers import EncoderClassifier
from engine.models.text.transformers_encoders import TransformerEncoder, set_rates
from engine.training.optimizers import build_optimizer

RECIPE = Recipe(
    epochs=1,
    batch_size=1,
    learning_rate=1e-3,
    optimizer="adamw",
    weight_decay=0.0,
    warmup_share=0.0,
    ema_decay=0.0,
    early_stopping_patience=0,
    precision="float32",
)
SIZES = {
    "vocab_size": 30,
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "max_position_embeddings": 16,
    "pad_token_id": 0,
}


def classifier(kind: str = "bert") -> EncoderClassifier:
    from transformers import BertConfig, BertModel, ModernBertConfig, ModernBertModel

    torch.manual_seed(0)
    ends = {"bos_token_id": 2, "cls_token_id": 2, "eos_token_id": 3, "sep_token_id": 3}
    model = (
        BertModel(BertConfig(**SIZES), add_pooling_layer=False)
        if kind == "bert"
        else ModernBertModel(ModernBertConfig(**SIZES, **ends))
    )
    encoder = TransformerEncoder(model)
    return EncoderClassifier(encoder, encoder.size, 2, dropout=0.0)


def texts() -> tuple[Tensor, Tensor, Tensor]:
    """Return ids, their mask, and whether a text begins with a high id."""
    ids = torch.randint(4, 30, (16, 8), generator=torch.Generator().manual_seed(1))
    return ids, torch.ones_like(ids), (ids[:, 0] > 16).long()


def learn(model: nn.Module, steps: int) -> list[float]:
    ids, mask, truth = texts()
    optimizer = build_optimizer(model, RECIPE)
    losses = []
    for _ in range(steps):
        loss = nn.functional.cross_entropy(model(ids, mask), truth)
        optimizer.zero_grad()
        loss.backward()
        for group in optimizer.param_groups:
            group["lr"] = 3e-3 * group["rate_scale"]
        optimizer.step()
        losses.append(float(loss.detach()))
    return losses


@pytest.mark.parametrize(("kind", "adapters"), [("bert", 6), ("modernbert", 2)])
def test_adapters_change_nothing_at_first_then_learn_alone_and_are_merged_without_a_trace(
    kind: str, adapters: int
) -> None:
    model = classifier(kind).eval()
    ids, mask, _ = texts()
    names = set(model.state_dict())
    before = model(ids, mask)
    known = {name: value.clone() for name, value in model.encoder.state_dict().items()}

    assert add_adapters(model, rank=2, alpha=4.0) == num_adapters(model) == adapters
    torch.testing.assert_close(model(ids, mask), before)

    losses = learn(model, 20)
    assert sum(losses[-5:]) < 0.8 * sum(losses[:5])
    for name, value in known.items():
        assert torch.equal(model.encoder.state_dict()[name], value), name
    learning = [name for name, one in model.named_parameters() if one.requires_grad]
    assert all(name.endswith((".up", ".down")) or name.startswith("head.") for name in learning)

    learnt = model(ids, mask)
    merge_adapters(model)
    assert num_adapters(model) == 0
    assert set(model.state_dict()) == names
    torch.testing.assert_close(model(ids, mask), learnt, atol=1e-5, rtol=1e-5)
    assert not torch.allclose(learnt, before, atol=1e-2)


def test_an_adapter_is_the_product_of_its_two_matrices_times_alpha_over_rank() -> None:
    model = classifier()
    add_adapters(model, rank=2, alpha=6.0)
    adapter = model.encoder.model.encoder.layer[0].attention.self.query  # type: ignore[union-attr, index]
    nn.init.normal_(adapter.up)
    states = torch.randn(3, 16)
    weight = adapter.weight + adapter.up @ adapter.down * 3.0
    torch.testing.assert_close(adapter(states), states @ weight.T + adapter.bias)


def test_frozen_layers_get_no_adapter_and_the_others_inherit_the_rate_of_their_layer() -> None:
    model = classifier()
    assert isinstance(model.encoder, TransformerEncoder)
    set_rates(model.encoder, freeze_layers=1, layer_decay=0.5)

    assert add_adapters(model, rank=2, alpha=2.0) == 3
    frozen, upper = model.encoder.layers()[1:]
    assert num_adapters(frozen) == 0
    assert num_adapters(upper) == 3
    scales = {group["rate_scale"] for group in build_optimizer(model, RECIPE).param_groups}
    assert scales == {1.0, 5.0}


def test_a_network_without_attention_has_nothing_to_adapt() -> None:
    from engine.models.vision.classification.backbones import build_classifier

    assert add_adapters(build_classifier("small_cnn", 16, 2), rank=2, alpha=2.0) == 0
