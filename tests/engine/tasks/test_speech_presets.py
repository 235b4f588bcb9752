"""Wav2vec 2.0 and Whisper: what was published is what is heard, and packages say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import easel.runtime
import numpy as np
import pytest
import torch
from easel.runtime.audio.preprocessing import Preprocessing
from easel.runtime.backends.onnxruntime import load
from easel.runtime.text.tokens import read_tokens
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from torch import Tensor
from transformers import (
    Wav2Vec2Config,
    Wav2Vec2FeatureExtractor,
    Wav2Vec2ForCTC,
    WhisperConfig,
    WhisperFeatureExtractor,
    WhisperForConditionalGeneration,
)

from engine.data.audio.reading import wave_reading, whisper_reading
from engine.data.audio.token_vocabulary import character_vocabulary, known_characters
from engine.data.augmentation.waves import augment_waves
from engine.errors import DataError, ResourceError, SpecError
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network
from engine.models.speech.whisper import CrossAttentionMemory, DecoderStep, Whisper, WhisperEncoder
from engine.specs.options.speech.recognition import SpeechAugmentationSpec
from engine.specs.parse import parse_training_spec
from engine.specs.training import TrainingSpec
from engine.tasks.speech.recognition import TASK
from engine.training.scoring import trained_model
from tests.engine.spoken_strings import say_tones, write_strings

NOISE = np.random.default_rng(0).normal(0, 0.1, 12_345).astype(np.float32)
SPECIAL = ("endoftext", "startoftranscript", "en", "zh", "transcribe", "notimestamps")


def _spec(root: Path, backbone: str, **more: object) -> TrainingSpec:
    splits = {"train": (say_tones, 6), "validation": (say_tones, 2), "test": (say_tones, 2)}
    data = root / "data"
    if not data.exists():
        write_strings(data, splits)
    document: dict[str, Any] = {
        "run_id": "run",
        "task": "speech.recognition",
        "data": {"kind": "files", "format": "transcripts", "root": str(data)},
        "backbone": backbone,
        "options": {"window_seconds": 2.0},
        "resources": {"num_threads": 1},
        **more,
    }
    return parse_training_spec(document)


def _published_whisper(root: Path, decoder_layers: int = 2) -> Path:
    """Write a folder with weights and tokenizer as they are published, but tiny."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=270, initial_alphabet=alphabet, show_progress=False, special_tokens=[]
    )
    tokenizer.train_from_iterator(["abc ab 好的 naïve"] * 3, trainer)
    tokenizer.add_special_tokens([f"<|{name}|>" for name in SPECIAL])
    config = WhisperConfig(
        vocab_size=tokenizer.get_vocab_size() + 3,
        num_mel_bins=24,
        d_model=16,
        encoder_layers=1,
        decoder_layers=decoder_layers,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        max_source_positions=100,
        init_std=0.5,
        pad_token_id=None,
        bos_token_id=None,
        eos_token_id=tokenizer.token_to_id("<|endoftext|>"),
        decoder_start_token_id=tokenizer.token_to_id("<|startoftranscript|>"),
    )
    folder = root / "hub/openai/whisper-tiny"
    WhisperForConditionalGeneration(config).save_pretrained(folder)
    (folder / "tokenizer.json").write_text(tokenizer.to_str(), "utf-8")
    return folder


@pytest.mark.parametrize("count", [100, 12_345])
def test_whisper_takes_what_its_own_feature_extractor_makes(count: int) -> None:
    ops = [op.model_dump(mode="json") for op in whisper_reading(80, 3000).ops]
    expected = WhisperFeatureExtractor()(NOISE[:count], sampling_rate=16_000, return_tensors="np")

    heard = Preprocessing(ops, 16_000)(NOISE[:count]).tensors["features"]

    # The library computes in float32.
    assert np.abs(heard[0].T - expected.input_features[0]).max() < 1e-5


def test_wave_networks_hear_what_their_own_feature_extractor_makes() -> None:
    ops = [op.model_dump(mode="json") for op in wave_reading(320, 20.0).ops]
    whole = NOISE[: 320 * 38]
    expected = Wav2Vec2FeatureExtractor()(whole, sampling_rate=16_000, return_tensors="np")

    heard = Preprocessing(ops, 16_000)(whole).tensors["features"]

    assert heard.shape == (1, 48, 320)
    assert np.abs(heard.reshape(-1)[: len(whole)] - expected.input_values[0]).max() < 1e-4
    assert not heard.reshape(-1)[len(whole) :].any()


def test_step_by_step_a_whisper_says_what_it_says_at_once(tmp_path: Path) -> None:
    torch.manual_seed(0)
    folder = _published_whisper(tmp_path)
    published = WhisperForConditionalGeneration.from_pretrained(folder).eval()
    model = Whisper(published.model)
    features, tokens = torch.randn(2, 200, 24), torch.randint(0, 250, (2, 5))

    with torch.no_grad():
        memory, step = (
            CrossAttentionMemory(model)(WhisperEncoder(model)(features)),
            DecoderStep(model),
        )
        past, said = torch.zeros_like(memory[:, :, :, :1]), []
        for place in range(5):
            logits, past = step(tokens[:, place], torch.full((2,), place), memory, past)
            said.append(logits)
        expected: Tensor = published(
            input_features=features.transpose(1, 2), decoder_input_ids=tokens
        ).logits

    assert torch.allclose(torch.stack(said, dim=1), expected, atol=1e-4)


def _says_alike(spec: TrainingSpec, splits: Splits, folder: Path) -> list[str]:
    """Export a network, and return what network and files both say of two recordings."""
    networks = TASK.networks(spec, splits, TASK.build_model(spec, splits))
    trained = trained_model(TASK, spec, splits, networks)

    def exported(network: Network) -> Any:
        network.export(folder / f"{network.name}.onnx")
        return load((folder / f"{network.name}.onnx").read_bytes(), threads=1)

    files = easel.runtime.Model(trained.pipeline, {one.name: exported(one) for one in networks})
    texts = []
    for place in range(2):
        source = splits.test.source(place)
        answers = [[one.document() for one in model.predict(source)] for model in (trained, files)]
        assert [one["text"] for one in answers[0]] == [one["text"] for one in answers[1]]
        texts += [one["text"] for one in answers[0]]
    return texts


def test_an_exported_whisper_says_what_the_network_says(tmp_path: Path) -> None:
    torch.manual_seed(1)
    _published_whisper(tmp_path, decoder_layers=1)
    spec = _spec(tmp_path, "whisper_tiny", pretrained={"folder": str(tmp_path / "hub")})
    splits = TASK.build_splits(spec)

    texts = _says_alike(TASK.resolve(spec, splits), splits, tmp_path)

    # The decoder is random, so it says something, and not the same of both.
    assert len(set(texts)) > 1


def test_a_published_tokenizer_travels_in_the_package(tmp_path: Path) -> None:
    folder = _published_whisper(tmp_path)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    spec = _spec(tmp_path, "whisper_tiny", pretrained={"folder": str(tmp_path / "hub")})

    files = TASK.build_splits(spec).files
    vocabulary = read_tokens("pieces.json", files.__getitem__)

    assert files["tokenizer.json"] == (folder / "tokenizer.json").read_bytes()
    names = ("startoftranscript", "en", "transcribe", "notimestamps")
    assert vocabulary.prompt == tuple(tokenizer.token_to_id(f"<|{name}|>") for name in names)
    assert vocabulary.end == tokenizer.token_to_id("<|endoftext|>")
    assert vocabulary.text(tokenizer.encode(" naïve 好的").ids) == " naïve 好的"
    assert vocabulary.tokens[vocabulary.end] is None
    assert len(vocabulary.tokens) == tokenizer.get_vocab_size() + 3


def test_a_language_is_told_to_published_weights_alone(tmp_path: Path) -> None:
    tokenizer = Tokenizer.from_file(str(_published_whisper(tmp_path) / "tokenizer.json"))
    hub = {"folder": str(tmp_path / "hub")}

    def prompt(backbone: str, language: str) -> tuple[int, ...]:
        options = {"window_seconds": 2.0, "language": language}
        files = TASK.build_splits(_spec(tmp_path, backbone, pretrained=hub, options=options)).files
        return read_tokens("pieces.json", files.__getitem__).prompt

    assert prompt("whisper_tiny", "zh")[1] == tokenizer.token_to_id("<|zh|>")
    with pytest.raises(SpecError, match="do not know it"):
        prompt("whisper_tiny", "de")
    for other in ("whisper_mini", "wav2vec2_small", "conformer_ctc_small"):
        with pytest.raises(SpecError, match="only published weights of Whisper"):
            prompt(other, "zh")


def test_weights_without_their_tokenizer_are_refused(tmp_path: Path) -> None:
    (_published_whisper(tmp_path) / "tokenizer.json").unlink()

    with pytest.raises(ResourceError, match=r"lacks tokenizer\.json"):
        TASK.build_splits(
            _spec(tmp_path, "whisper_tiny", pretrained={"folder": str(tmp_path / "hub")})
        )


def test_a_whisper_from_scratch_learns_to_say_characters(tmp_path: Path) -> None:
    torch.manual_seed(0)
    spec = _spec(tmp_path, "whisper_mini", options={"window_seconds": 1.0, "num_bands": 20})
    splits = TASK.build_splits(spec)
    spec = TASK.resolve(spec, splits)
    model, objective = TASK.build_model(spec, splits), TASK.objective(spec, splits)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    train: Any = splits.train

    losses = []
    for step in range(12):
        batch = TASK.augment(spec, splits, train.read(range(6)), step)
        loss = objective(model, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))

    assert batch.inputs["features"].shape == (6, 100, 20)
    assert losses[-1] < 0.6 * losses[0]


def test_options_of_a_language_model_are_refused_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="takes no language model"):
        TASK.build_splits(_spec(tmp_path, "whisper_mini", options={"corpus": ["abc"]}))


def test_a_recording_longer_than_a_window_of_whisper_is_named(tmp_path: Path) -> None:
    splits = TASK.build_splits(_spec(tmp_path, "whisper_mini", options={"window_seconds": 1.0}))
    train: Any = splits.train
    longest = max(train.sizes)
    assert longest <= 130
    train._encoded = type(train._encoded)(train._encoded.classes, most_frames=20)

    with pytest.raises(DataError, match=r"is \d\.\d seconds long") as refused:
        list(train.load())

    assert refused.value.code == "recording_too_long"


def test_characters_that_are_known_keep_their_places() -> None:
    first = character_vocabulary(["好b"])
    again = character_vocabulary(["ab"], known_characters(first.files()["pieces.json"]))

    assert again.tokens[2:] == (b"b", "好".encode(), b"a")
    assert again.encode("b好") == first.encode("b好")


def test_the_head_of_published_wave_weights_is_taken_over(tmp_path: Path) -> None:
    torch.manual_seed(0)
    config = Wav2Vec2Config(
        vocab_size=5,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        conv_dim=(8,) * 7,
        num_conv_pos_embeddings=4,
        num_conv_pos_embedding_groups=2,
    )
    folder = tmp_path / "hub/facebook/wav2vec2-base-960h"
    published = Wav2Vec2ForCTC(config).eval()
    published.save_pretrained(folder)
    (folder / "vocab.json").write_text(json.dumps({"<pad>": 0, "|": 1, "C": 2, "A": 3, "Z": 4}))
    spec = _spec(tmp_path, "wav2vec2_base", pretrained={"folder": str(tmp_path / "hub")})
    splits = TASK.build_splits(spec)

    model: Any = TASK.build_model(TASK.resolve(spec, splits), splits).eval()
    samples = torch.randn(1, 320 * 48)
    with torch.no_grad():
        expected, given = published(samples).logits, model(features=samples.view(1, 48, 320))

    assert model.characters.out_features == 4
    # The classes are the blank, a, b and c; 47 of the library's columns are whole.
    assert torch.allclose(given[:, :46, [0, 1, 3]], expected[:, :46, [0, 3, 2]], atol=0.05)
    assert not any(one.requires_grad for one in model.encoder.feature_extractor.parameters())


def test_changed_waves_are_as_loud_as_before_and_a_function_of_the_seed() -> None:
    waves = [torch.randn(50, 320), torch.randn(20, 320)]
    options = SpeechAugmentationSpec()

    once, again, other = (
        augment_waves(waves, options, torch.Generator().manual_seed(seed)) for seed in (1, 1, 2)
    )

    assert all(torch.equal(one, same) for one, same in zip(once, again, strict=True))
    assert not torch.equal(once[0], other[0][: len(once[0])])
    assert 0.7 < float(once[0].std()) < 1.1
    assert once[0].shape[1] == 320
