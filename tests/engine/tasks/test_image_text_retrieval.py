"""A trained package is searched by texts and by images."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import easel.runtime
import pytest
import torch
from safetensors.torch import load_file

from engine.commands.process import run_work
from engine.commands.train import train
from engine.data.text.tokenizer_training import num_tokens, train_tokenizer
from engine.models.multimodal import transformers_towers as towers
from engine.specs.package.report import SectionedReport
from engine.specs.parse import parse_training_spec
from tests.conformance.cases.multimodal_image_text_retrieval import CASES


def test_a_text_finds_its_images_and_an_image_its_texts(tmp_path: Path) -> None:
    spec = parse_training_spec(CASES[0].document(tmp_path))
    work = tmp_path / "work"
    assert run_work(work, lambda emit, stop: train(spec, work, emit, stop)) == 0
    model = easel.runtime.load(work / "package")

    found = model.predict({"text": "blue stripes that run across"}, top_num=5)
    assert all("across-blue" in one.document()["name"] for one in found)

    image = tmp_path / "data" / "images" / "down-green-004.png"
    texts = [one.document()["name"] for one in model.predict({"image": image}, top_num=5)]
    assert set(texts) >= {"green stripes that run down", "an image of stripes: down, green"}

    (right,) = model.predict({"image": image, "text": "green stripes that run down"})
    (wrong,) = model.predict({"image": image, "text": "red stripes that run across"})
    assert right.document()["name"] == wrong.document()["name"] == "match"
    assert right.document()["score"] > 10 * wrong.document()["score"]


PRESETS = {
    "clip_vit_b32": "openai/clip-vit-base-patch32",
    "siglip_base": "google/siglip-base-patch16-224",
}
_TOWER = {
    "hidden_size": 16,
    "intermediate_size": 32,
    "num_hidden_layers": 1,
    "num_attention_heads": 2,
}


def save_weights(folder: Path, backbone: str, tokenizer: bytes) -> None:
    """Write tiny weights as a hub keeps those of a preset."""
    import transformers

    torch.manual_seed(0)
    text = {
        **_TOWER,
        "vocab_size": num_tokens(tokenizer),
        "max_position_embeddings": 16,
        "pad_token_id": 0,
        "bos_token_id": 2,
        "eos_token_id": 3,
    }
    image = {**_TOWER, "image_size": 16, "patch_size": 4}
    model: Any = (
        transformers.CLIPModel(transformers.CLIPConfig(text_config=text, vision_config=image))
        if backbone == "clip_vit_b32"
        else transformers.SiglipModel(
            transformers.SiglipConfig(text_config=text, vision_config=image)
        )
    )
    model.save_pretrained(folder / PRESETS[backbone])
    (folder / PRESETS[backbone] / "tokenizer.json").write_bytes(tokenizer)


@pytest.mark.parametrize("backbone", sorted(PRESETS))
def test_a_preset_is_tuned_and_its_tokenizer_travels_in_the_package(
    backbone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = replace(towers.PRESETS[backbone], max_tokens=16)
    monkeypatch.setitem(towers.PRESETS, backbone, preset)
    document = CASES[0].document(tmp_path)
    captions = (tmp_path / "data" / "captions.csv").read_text().splitlines()
    tokenizer = train_tokenizer(captions, 200)
    save_weights(tmp_path / "hub", backbone, tokenizer)
    options = {**document["options"], "epochs": 2, "image_size": 32}
    if backbone == "clip_vit_b32":
        options["lora"] = {"rank": 2}
    spec = parse_training_spec(
        {
            **document,
            "backbone": backbone,
            "options": options,
            "pretrained": {"folder": str(tmp_path / "hub")},
        }
    )
    work = tmp_path / "work"
    assert run_work(work, lambda emit, stop: train(spec, work, emit, stop)) == 0

    package = work / "package"
    assert (package / "tokenizer.json").read_bytes() == tokenizer
    assert not [name for name in load_file(package / "weights.safetensors") if "down" in name]
    report = SectionedReport.model_validate_json((package / "report.json").read_bytes())
    assert abs(report.runtime.metric - report.runtime.trained_metric) <= 0.002

    model = easel.runtime.load(package)
    image = tmp_path / "data" / "images" / "down-green-004.png"
    text = "green stripes that run down"
    (short,) = model.predict({"image": image, "text": text})
    # Longer than a row of tokens: windows, whose mean is what counts.
    (long,) = model.predict({"image": image, "text": f"{text}, and {text}, and {text}"})
    assert 0 <= short.document()["score"] <= 1
    assert 0 <= long.document()["score"] <= 1
    assert len(model.predict({"text": text}, top_num=5)) == 5
