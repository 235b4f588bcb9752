"""Drawn pages and their texts, and what a recipe makes of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.cli import main
from engine.data.ocr.pages import characters_of
from engine.data.ocr.synthesis.fonts import FOLDERS, find_fonts, missing_glyphs
from engine.errors import ResourceError
from engine.models.ocr.detector import LineDetector, Reader
from engine.models.ocr.recognizer import Recognizer
from engine.models.ocr.weights import known_characters, load_reader
from engine.pretraining import recipes
from engine.pretraining.documents import dataset, texts
from engine.pretraining.documents.pages import draw_page
from engine.pretraining.documents.reader import ReaderRecipe
from engine.weights.built_in import read_card
from tests.engine.runs import events

DETECTOR, RECOGNIZER = 2, 2


class TinyReaderRecipe(ReaderRecipe):
    """The smallest networks, on small pages."""

    key = "tiny_reader"
    batch_size = 8
    sides = (96, 128)
    detector_width = DETECTOR
    recognizer_width = RECOGNIZER


def test_the_commonest_chinese_characters_are_the_first_level_of_the_standard() -> None:
    assert len(texts.HAN) == len(set(texts.HAN)) == 3755
    assert texts.HAN[0] == "啊"
    assert texts.HAN[-1] == "座"


def test_texts_are_of_known_characters_and_no_longer_than_asked() -> None:
    random = np.random.default_rng(0)

    written = [texts.write(random, 12, chinese=0.5) for _ in range(500)]

    assert all(1 <= len(one) <= 12 and one == one.strip() for one in written)
    assert set("".join(written)) <= set(texts.CHARACTERS)
    share = np.mean([any(one in texts.HAN for one in text) for text in written])
    assert 0.35 < share < 0.65


def test_texts_without_chinese_have_none() -> None:
    random = np.random.default_rng(0)

    written = "".join(texts.write(random, 12, chinese=0.0) for _ in range(300))

    assert not set(written) & set(texts.HAN)


def test_lines_are_where_the_ink_is_and_have_a_text_where_they_are_whole() -> None:
    fonts = find_fonts()
    for seed in range(8):
        page = draw_page(np.random.default_rng(seed), 160, fonts, 16, 0.0)

        assert page.pixels.shape == (160, 160, 3)
        assert page.lines
        for line in page.lines:
            low, high = line.corners.min(axis=0), line.corners.max(axis=0)
            is_inside = (low >= -2).all() and (high <= 162).all()
            assert (line.text is not None) == is_inside
            left, top = low.clip(0, 160).astype(int)
            right, bottom = np.ceil(high).clip(0, 160).astype(int)
            part = page.pixels[top:bottom, left:right].mean(axis=2)
            if line.text and part.size:
                assert np.ptp(part) > 35, (seed, line.text)


def test_a_page_is_a_function_of_its_seed() -> None:
    fonts = find_fonts()

    first, again = (
        draw_page(np.random.default_rng(3), 128, fonts, 12, 0.0).pixels for _ in range(2)
    )

    assert np.array_equal(first, again)


def test_a_batch_is_a_page_and_as_many_lines_as_a_step_takes() -> None:
    recipe = TinyReaderRecipe(0)

    early, late, again = recipe.batch(1, 0.0), recipe.batch(2, 1.0), recipe.batch(2, 1.0)

    assert len(early) == len(late) == 8
    assert early.images.shape[0] == 1
    assert early.shrunk.shape[1:] == tuple(side // 2 for side in early.images.shape[2:])
    assert int(early.lengths.max()) <= 4 < int(late.lengths.max())
    assert int(late.characters.max()) <= len(recipe.characters)
    assert torch.equal(late.lines, again.lines)
    loss, parts = recipe.loss(recipe.new_model(), late)
    assert torch.isfinite(loss)
    assert set(parts) == {"map", "read"}


@pytest.fixture(name="weights")
def pretrained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretrain for two steps; return the file."""
    monkeypatch.setitem(recipes.RECIPES, "tiny_reader", TinyReaderRecipe)
    work = ("--work", str(tmp_path / "work"), "--fonts", str(FOLDERS[0]))
    assert main(["pretrain", "tiny_reader", "--steps", "2", "--threads", "1", *work]) == 0
    return tmp_path / "work" / "tiny_reader.safetensors"


def test_the_card_names_characters_and_fonts_and_a_reader_of_others_keeps_what_it_can(
    weights: Path,
) -> None:
    card = read_card(weights)
    assert card.characters == texts.CHARACTERS
    assert {Path(one).suffix for one in card.materials} <= {".ttf", ".otf", ".ttc"}
    assert known_characters(weights, ["Gate 12"]).isprintable()
    assert "啊" not in known_characters(weights, ["Gate 12"])
    assert known_characters(weights, ["登机口"]) == card.characters

    # ☃ is none that the weights know.
    characters = ["A", "☃", "啊"]
    own, other = reader(len(characters)), reader(len(characters))
    before = own.recognizer.get_parameter("head.weight")[2].clone()
    load_reader(own, weights, characters)
    load_reader(other, weights, list(reversed(characters)))

    heads = [one.recognizer.get_parameter("head.weight") for one in (own, other)]
    assert torch.equal(heads[0][[0, 1, 3]], heads[1][[0, 3, 1]])
    assert torch.equal(heads[0][2], before)
    first = own.recognizer.state_dict()["features.0.0.weight"]
    assert torch.equal(first, other.recognizer.state_dict()["features.0.0.weight"])


def test_weights_of_another_network_are_refused(weights: Path) -> None:
    wider = Reader(LineDetector(4), Recognizer(2, RECOGNIZER))

    with pytest.raises(ResourceError) as error:
        load_reader(wider, weights, ["A"])
    assert error.value.code == "weights_damaged"
    assert "it is of another network" in error.value.message


def test_a_machine_without_chinese_fonts_evaluates_on_european_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    latin = [font for font in find_fonts() if missing_glyphs(font, "啊")]
    monkeypatch.setattr(dataset, "find_fonts", lambda: latin)

    root = dataset.write_pages(tmp_path / "pages")

    written = "".join(one.read_text("utf-8") for one in root.rglob("Label.txt"))
    assert len(list(root.glob("test/*.png"))) == 24
    assert not set(written) & set(texts.HAN)


def test_pretraining_without_any_font_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(recipes.RECIPES, "tiny_reader", TinyReaderRecipe)
    (tmp_path / "none").mkdir()
    work = ("--work", str(tmp_path / "work"), "--fonts", str(tmp_path / "none"))

    assert main(["pretrain", "tiny_reader", "--steps", "2", *work]) == ResourceError.exit_status

    said = events(tmp_path / "work")
    assert [one["code"] for one in said if one["kind"] == "error"] == ["no_font"]


def test_characters_are_kept_in_order_once() -> None:
    assert characters_of(["ba", "ab"]) == b'["a", "b"]'


def reader(num_characters: int) -> Reader:
    """Return the networks of the recipe with random weights."""
    return Reader(LineDetector(DETECTOR), Recognizer(num_characters + 1, RECOGNIZER))
