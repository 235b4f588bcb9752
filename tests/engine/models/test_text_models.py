"""Networks that read text: padding changes nothing, losses are what their sources say."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import torch
from torch import nn

from engine.interfaces.recipe import Recipe
from engine.models.text.backbones import build_text_classifier
from engine.models.text.classifiers import EncoderClassifier, TextCnn
from engine.models.text.crf import chain_log_likelihood
from engine.models.text.ngram_classifier import NgramClassifier
from engine.models.text.pair_scorers import AlignmentScorer, DualEncoder
from engine.models.text.span_scorer import span_loss
from engine.models.text.taggers import ChainTagger, PairTagger, RelationScorer
from engine.models.text.token_encoders import WordEncoder
from engine.models.text.transformers_encoders import TransformerEncoder
from engine.training.optimizers import build_optimizer

RECIPE = Recipe(
    epochs=1,
    batch_size=2,
    learning_rate=1e-3,
    optimizer="adamw",
    weight_decay=0.02,
    warmup_share=0.0,
    ema_decay=0.9,
    early_stopping_patience=0,
    precision="float32",
)


def rows(length: int, padded: int) -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(0)
    ids = torch.randint(2, 20, (1, length), generator=generator)
    features = torch.randint(0, 30, (1, length, 3), generator=generator)
    rest = padded - length
    return {
        "input_ids": nn.functional.pad(ids, (0, rest)),
        "attention_mask": nn.functional.pad(torch.ones_like(ids), (0, rest)),
        "feature_ids": nn.functional.pad(features, (0, 0, 0, rest)),
    }


@pytest.mark.parametrize("kind", ["convolution", "recurrence"])
@pytest.mark.parametrize("head", [ChainTagger, PairTagger])
def test_padding_does_not_change_what_a_tagger_says(kind: str, head: type[nn.Module]) -> None:
    torch.manual_seed(0)
    direct = 5 if head is ChainTagger else 7
    encoder = WordEncoder(20, 30, direct, kind=kind, dropout=0.1)  # type: ignore[arg-type]
    nn.init.normal_(encoder.features.table.weight)
    model = head(encoder, 2).eval()

    short, long = model(**rows(5, 8))[0], model(**rows(5, 24))[0]

    real = (slice(None), slice(5)) if head is ChainTagger else (..., slice(5), slice(5))
    torch.testing.assert_close(short[real], long[real])


@pytest.mark.parametrize("head", [ChainTagger, PairTagger, RelationScorer, DualEncoder])
def test_weights_have_the_names_that_earlier_packages_gave_them(head: type[nn.Module]) -> None:
    encoder = WordEncoder(20, 30, 5, kind="convolution", dropout=0.1)
    model = head(encoder, *(2,) * {DualEncoder: 0, RelationScorer: 2}.get(head, 1))
    own = {name for name, _ in encoder.named_parameters()}
    assert {f"trunk.{name}" for name in own} <= {name for name, _ in model.named_parameters()}


def test_padding_does_not_change_what_a_text_cnn_says() -> None:
    torch.manual_seed(0)
    model = TextCnn(20, 3).eval()
    short, long = (
        model(one["input_ids"], one["attention_mask"]) for one in (rows(5, 8), rows(5, 40))
    )
    torch.testing.assert_close(short, long)


def test_the_likelihood_of_a_chain_is_its_share_of_all_tag_sequences() -> None:
    generator = torch.Generator().manual_seed(1)
    emissions = torch.randn(1, 4, 3, generator=generator, dtype=torch.float64)
    transitions = torch.randn(4, 3, generator=generator, dtype=torch.float64)
    mask = torch.tensor([[True, True, True, False]])
    tags = torch.tensor([[2, 0, 1, 1]])

    def score(chosen: tuple[int, ...]) -> float:
        total = transitions[-1, chosen[0]] + emissions[0, range(3), chosen].sum()
        return float(total + sum(transitions[a, b] for a, b in itertools.pairwise(chosen)))

    everything = torch.tensor([score(one) for one in itertools.product(range(3), repeat=3)])
    expected = score((2, 0, 1)) - torch.logsumexp(everything, 0)
    found = chain_log_likelihood(emissions, transitions, tags, mask)
    assert float(found) == pytest.approx(float(expected), abs=1e-5)


def test_the_span_loss_falls_to_nothing_when_all_spans_are_on_their_side_of_zero() -> None:
    targets = torch.zeros(1, 1, 3, 3)
    targets[0, 0, 0, 1] = 1
    right = torch.where(targets > 0, 20.0, -20.0)
    assert float(span_loss(right, targets)) < 1e-6
    assert float(span_loss(-right, targets)) > 30


def test_the_similarity_of_two_texts_does_not_depend_on_their_order() -> None:
    torch.manual_seed(0)
    model = AlignmentScorer(20, 30).eval()
    one, two = rows(5, 8), rows(7, 16)
    first = {f"{name}_1": values for name, values in one.items()}
    second = {f"{name}_2": values for name, values in two.items()}
    turned_first = {f"{name}_2": values for name, values in one.items()}
    turned_second = {f"{name}_1": values for name, values in two.items()}

    torch.testing.assert_close(model(**first, **second), model(**turned_first, **turned_second))


def test_ngrams_that_are_padding_say_nothing() -> None:
    model = NgramClassifier(4, 2, (True, False))
    model.scales.fill_(1.0)
    for linear in model.maps:
        linear.weight.copy_(torch.arange(8.0).reshape(2, 4))
    ids, counts = torch.tensor([[1, 2]]), torch.tensor([[3.0, 1.0]])
    longer = model(nn.functional.pad(ids, (0, 3)), nn.functional.pad(counts, (0, 3)))
    torch.testing.assert_close(model(ids, counts), longer)


@pytest.fixture(scope="module", params=["bert", "modernbert"])
def weights(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tiny weights of an encoder, saved as a hub would hold them."""
    from transformers import BertConfig, BertModel, ModernBertConfig, ModernBertModel

    sizes = {
        "vocab_size": 40,
        "hidden_size": 16,
        "num_hidden_layers": 3,
        "num_attention_heads": 2,
        "intermediate_size": 32,
        "max_position_embeddings": 64,
        "pad_token_id": 0,
    }
    torch.manual_seed(0)
    ends = {"bos_token_id": 2, "cls_token_id": 2, "eos_token_id": 3, "sep_token_id": 3}
    model = (
        BertModel(BertConfig(**sizes))
        if request.param == "bert"
        else ModernBertModel(ModernBertConfig(**sizes, **ends))
    )
    folder = tmp_path_factory.mktemp(request.param)
    model.save_pretrained(folder)
    return folder


def classifier(weights: Path, seed: int = 0, **options: float) -> EncoderClassifier:
    torch.manual_seed(seed)
    model = build_text_classifier(
        "bert_mini",
        40,
        2,
        max_words=64,
        dropout=0.1,
        weights=weights,
        **options,  # type: ignore[arg-type]
    )
    assert isinstance(model, EncoderClassifier)
    return model


def test_a_pretrained_encoder_keeps_its_weights_and_gets_a_new_head(weights: Path) -> None:
    one, two = classifier(weights, seed=1), classifier(weights, seed=2)

    for name, value in one.encoder.state_dict().items():
        torch.testing.assert_close(value, two.encoder.state_dict()[name])
    assert not torch.equal(one.head.weight, two.head.weight)


def test_lower_layers_are_frozen_and_the_others_slow_down_with_depth(weights: Path) -> None:
    model = classifier(weights, freeze_layers=1, layer_decay=0.5)
    assert isinstance(model.encoder, TransformerEncoder)
    embeddings, first, second, third = model.encoder.layers()

    assert not any(p.requires_grad for layer in (embeddings, first) for p in layer.parameters())
    scales = {
        id(p): g["rate_scale"]
        for g in build_optimizer(model, RECIPE).param_groups
        for p in g["params"]
    }
    assert {scales[id(p)] for p in second.parameters()} == {0.25}
    assert {scales[id(p)] for p in third.parameters()} == {0.5}
    assert scales[id(model.head.weight)] == 1.0
