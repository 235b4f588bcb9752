"""Texts as data: what taggers learn, and how texts are changed at random."""

from __future__ import annotations

import json

import torch

from engine.data.augmentation.texts import rearrange
from engine.data.text.span_targets import chain_tags, cuts_words, have_nesting, word_range
from engine.data.text.tagging import SPANS, TAGS, cut_window
from engine.data.text.tokenizer_training import num_tokens, train_tokenizer
from engine.data.text.vocabulary import count_ngrams, is_mostly_unspaced
from engine.interfaces.batch import Batch
from engine.specs.data import SampleRecord
from engine.specs.package.ops.text import NgramsOp
from tests.engine.texts import annotated

OFFSETS = ((0, 0), (0, 3), (4, 7), (8, 12), (0, 0))


def record(text: str, *places: tuple[str, str]) -> SampleRecord:
    sample = annotated(text, places)
    del sample["content"]
    return SampleRecord.model_validate(
        {"id": "1", "file": "1", "name": "1", "sha256": "1", "split": "train", **sample}
    )


def test_a_span_is_the_words_that_share_a_character_with_it() -> None:
    assert word_range(OFFSETS, 0, 3) == (1, 1)
    assert word_range(OFFSETS, 5, 9) == (2, 3)
    assert word_range(OFFSETS, 3, 4) is None


def test_tags_begin_and_go_on_and_the_longer_of_two_places_is_kept() -> None:
    tags = chain_tags([("B", 0, 7), ("A", 4, 7), ("A", 8, 12)], OFFSETS, ["A", "B"])
    assert tags.tolist() == [0, 3, 4, 1, 0]


def test_nesting_and_places_inside_words_are_noticed() -> None:
    nested = record("Paris Steel", ("city", "Paris"), ("firm", "Paris Steel"))
    inside = record("Parisian", ("city", "Paris"))
    assert have_nesting([nested])
    assert not have_nesting([inside])
    assert cuts_words([inside], ["Parisian"])
    assert not cuts_words([nested], ["Paris Steel"])


def test_scripts_without_spaces_are_recognised() -> None:
    assert is_mostly_unspaced(["房间很大 wifi"])
    assert not is_mostly_unspaced(["the word 猫 means cat"])


def test_rare_ngrams_are_left_out_and_the_most_frequent_kept() -> None:
    op = NgramsOp(file="v", unit="word", smallest=1, largest=1)
    file = count_ngrams(["a b", "a b c", "a d"], op, max_ngrams=1)
    assert json.loads(file) == ["a"]


def test_a_tokenizer_is_learnt_from_texts_and_splits_chinese_into_characters() -> None:
    from tokenizers import Tokenizer

    definition = train_tokenizer(["房间很大", "the room", "the 房间"] * 3, 60)
    encoded = Tokenizer.from_str(definition.decode()).encode("房间 the")
    assert encoded.tokens == ["[CLS]", "房", "间", "the", "[SEP]"]
    assert encoded.offsets[1:4] == [(0, 1), (1, 2), (3, 6)]
    assert num_tokens(definition) <= 60


def test_a_random_change_is_a_pure_function_that_keeps_words_and_never_all_goes() -> None:
    mask = torch.tensor([[1] * 12, [1] * 3 + [0] * 9])
    ids = torch.arange(1, 13).expand(2, 12) * mask

    def changed() -> torch.Tensor:
        generator = torch.Generator().manual_seed(5)
        return rearrange(mask, generator, max_words=6, deletion=0.9, swap=0.5).apply(ids)

    once = changed()

    assert torch.equal(once, changed())
    assert once.shape == (2, 6)
    assert (once > 0).any(dim=1).all()
    assert set(once[1].tolist()) <= {0, 1, 2, 3}


def test_a_window_that_is_cut_out_takes_its_targets_along() -> None:
    mask = torch.ones(1, 20, dtype=torch.int64)
    ids = torch.arange(20).unsqueeze(0)
    spans = torch.tensor([[0, 0, place, place] for place in range(20)])
    batch = Batch({"input_ids": ids, "attention_mask": mask}, {TAGS: ids.clone(), SPANS: spans})

    cut = cut_window(batch, 8, step_seed=3)

    start = int(cut.inputs["input_ids"][0, 0])
    assert cut.targets[TAGS].tolist() == [list(range(start, start + 8))]
    assert cut.targets[SPANS][:, 2].tolist() == list(range(8))
