"""CLIP and SigLIP as dual encoders: with the answers of the library, from a folder, learning."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from engine.errors import ResourceError
from engine.models.multimodal.dual_encoder import DualEncoder
from engine.models.multimodal.transformers_towers import PRESETS, build_towers
from engine.training.losses.contrastive import softmax_loss

TOWER = {
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
}
NUM_TOKENS = 20
KINDS = {"clip": "clip_vit_b32", "siglip": "siglip_base"}


def tiny(kind: str) -> Any:
    """Return a random model of the library, with a scale and a bias of its own."""
    import transformers

    torch.manual_seed(0)
    text = {
        **TOWER,
        "vocab_size": NUM_TOKENS,
        "max_position_embeddings": 8,
        "pad_token_id": 1,
        "bos_token_id": 2,
        "eos_token_id": 3,
    }
    image = {**TOWER, "image_size": 32, "patch_size": 8}
    if kind == "clip":
        both = {"projection_dim": 12}
        config = transformers.CLIPConfig(
            text_config={**text, **both}, vision_config={**image, **both}, **both
        )
        return transformers.CLIPModel(config).eval()
    model = transformers.SiglipModel(
        transformers.SiglipConfig(text_config=text, vision_config=image)
    )
    with torch.no_grad():
        model.logit_scale.fill_(4.8)
        model.logit_bias.fill_(-12.0)
    return model.eval()


@pytest.fixture(scope="module", params=["clip", "siglip"])
def saved(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return the kind of a tiny model, the model, and the folder that holds it."""
    model = tiny(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    model.save_pretrained(folder)
    return request.param, model, folder


def towers(kind: str, folder: Path, size: int = 32) -> DualEncoder:
    return build_towers(KINDS[kind], size, NUM_TOKENS, folder).eval()


def pairs() -> tuple[Tensor, Tensor, Tensor]:
    """Return two images, and ids with the mask of two texts of different lengths."""
    images = torch.randn(2, 3, 32, 32, generator=torch.Generator().manual_seed(1))
    ids = torch.tensor([[2, 5, 6, 3, 0, 0, 0, 0], [2, 7, 8, 9, 10, 11, 12, 3]])
    return images, ids, (ids > 0).long()


def test_a_dual_encoder_from_a_folder_answers_as_the_library_does(saved: Any) -> None:
    kind, model, folder = saved
    images, ids, mask = pairs()
    # The library's own tokenizers fill up with their padding; ours fills up with zeros.
    filled = torch.where(mask > 0, ids, 1)

    ours, theirs = towers(kind, folder), model(pixel_values=images, input_ids=filled)
    image_vectors, text_vectors = ours(images, ids, mask)

    logits = image_vectors @ text_vectors.T
    expected = theirs.logits_per_image
    if kind == "clip":
        # CLIP has no bias; ours puts even chances at the cosine that divides its usual answers.
        expected = expected - 0.25 * model.logit_scale.exp().item()
    torch.testing.assert_close(logits, expected, atol=1e-4, rtol=1e-4)


def test_padding_changes_no_text(saved: Any) -> None:
    kind, _, folder = saved
    _, ids, mask = pairs()
    text = towers(kind, folder).text
    torch.testing.assert_close(text(ids[:1], mask[:1]), text(ids[:1, :4], mask[:1, :4]))


def test_images_of_another_size_are_seen_too(saved: Any) -> None:
    kind, _, folder = saved
    vectors = towers(kind, folder, size=48).image(torch.rand(1, 3, 48, 48))
    assert bool(torch.isfinite(vectors).all())


def test_a_few_steps_on_a_batch_bring_its_pairs_together(saved: Any) -> None:
    kind, _, folder = saved
    model = towers(kind, folder).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    losses = []
    for _ in range(15):
        images, texts = model(*pairs())
        loss = softmax_loss(images @ texts.T, torch.eye(2, dtype=torch.bool))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-5:]) < 0.8 * sum(losses[:5])


def test_weights_of_another_kind_or_another_tokenizer_are_refused(saved: Any) -> None:
    kind, _, folder = saved
    other = "siglip" if kind == "clip" else "clip"
    for backbone, num_tokens in ((KINDS[kind], NUM_TOKENS + 1), (KINDS[other], NUM_TOKENS)):
        with pytest.raises(ResourceError) as refused:
            build_towers(backbone, 32, num_tokens, folder)
        assert refused.value.code == "weights_unusable"


@pytest.mark.parametrize("backbone", sorted(PRESETS))
def test_the_card_of_a_preset_is_true(backbone: str) -> None:
    from engine.catalog.multimodal import IMAGE_TEXT_RETRIEVAL

    card = IMAGE_TEXT_RETRIEVAL.backbone(backbone)
    num_tokens = {"clip_small": 5000, "clip_vit_b32": 49408, "siglip_base": 32000}[backbone]
    with torch.device("meta"):
        model = build_towers(backbone, 224, num_tokens)
    size = sum(parameter.numel() for parameter in model.parameters())
    assert card.parameters_millions == round(size / 1e6, 1)
