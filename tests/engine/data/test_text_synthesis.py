"""Lines are drawn with fonts that can write them, the same ones from the same seed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.data.ocr.synthesis.corpus import draw_text
from engine.data.ocr.synthesis.fonts import chosen_fonts, find_fonts, fonts_for, missing_glyphs
from engine.data.ocr.synthesis.lines import Wear, draw_lines
from engine.errors import ResourceError

NO_WEAR = Wear(0.0, 0.0, 0.0, colour=False)
FONTS = find_fonts()
pytestmark = pytest.mark.skipif(not FONTS, reason="This machine has no fonts.")


def test_the_same_seed_draws_the_same_lines_and_another_one_others() -> None:
    one, again = draw_lines(6, FONTS[:4], seed=3), draw_lines(6, FONTS[:4], seed=3)
    assert [line.text for line in one] == [line.text for line in again]
    assert all(np.array_equal(a.pixels, b.pixels) for a, b in zip(one, again, strict=True))
    assert [line.text for line in one] != [line.text for line in draw_lines(6, FONTS[:4], seed=4)]


def test_a_line_without_wear_is_black_on_white_and_wear_changes_it() -> None:
    (plain,) = draw_lines(1, FONTS[:1], seed=0, words=["Hello"], wear=NO_WEAR)
    assert plain.text == "Hello"
    assert plain.pixels.dtype == np.uint8
    assert plain.pixels.max() == 255
    assert plain.pixels.min() < 60
    (worn,) = draw_lines(1, FONTS[:1], seed=0, words=["Hello"], wear=Wear(noise=30))
    assert len(np.unique(worn.pixels)) > len(np.unique(plain.pixels))


def test_only_fonts_with_all_characters_write_a_text() -> None:
    latin = [font for font in FONTS if "Liberation" in font.name]
    if not latin:
        pytest.skip("The Liberation fonts are not installed.")
    assert missing_glyphs(latin[0], "a书") == "书"
    assert fonts_for("abc ", latin) == tuple(latin)
    with pytest.raises(ResourceError) as refused:
        draw_lines(1, latin, seed=0, words=["书"])
    assert refused.value.code == "no_font"


def test_fonts_are_chosen_by_name_and_an_absent_one_is_named() -> None:
    assert chosen_fonts(()) == FONTS
    assert chosen_fonts((FONTS[-1].name, FONTS[0].name)) == (FONTS[-1], FONTS[0])
    with pytest.raises(ResourceError) as refused:
        chosen_fonts(("Nowhere.ttf",))
    assert refused.value.code == "font_absent"
    assert refused.value.params["font"] == "Nowhere.ttf"


def test_a_font_that_knows_chinese_writes_it() -> None:
    able = [font for font in FONTS if not missing_glyphs(font, "数字识别")]
    if not able:
        pytest.skip("No font of this machine has Chinese characters.")
    (line,) = draw_lines(1, able, seed=0, words=["数字识别"], wear=NO_WEAR)
    assert line.pixels.shape[1] > 3 * line.pixels.shape[0]


def test_made_up_texts_are_of_many_kinds() -> None:
    random = np.random.default_rng(0)
    texts = {draw_text(random) for _ in range(300)}
    assert len(texts) > 250
    assert any(text.isalpha() for text in texts)
    assert any("." in text for text in texts)
    assert all(text == text.strip() and text for text in texts)


def test_a_folder_without_fonts_has_none(tmp_path: Path) -> None:
    assert find_fonts([tmp_path, tmp_path / "absent"]) == ()
