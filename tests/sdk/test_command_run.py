"""``easel run``, ``easel list`` and what they read and write."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from easel.cli.drawing import annotate
from easel.cli.main import main
from easel.errors import InputError
from easel.questions import Asking
from easel.runtime import Part, Words
from easel.runtime.run_lengths import encode
from PIL import Image

from tests.sdk.text_package import moods, sameness, write_text_package
from tests.sdk.tiny_package import plain_image, write_package

COLOURS = {"red": (230, 5, 5), "green": (5, 230, 5), "blue": (5, 5, 230)}
TABLE = (Part("data", is_file=False),)


@pytest.fixture(scope="module")
def colours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_package(tmp_path_factory.mktemp("models") / "colours")


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models") / "moods"
    return write_text_package(folder, [moods()], [{"text": "fine"}])


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder with an image per colour, one below another folder, and a note beside them."""
    folder = tmp_path / "photos"
    (folder / "more").mkdir(parents=True)
    for name, colour in COLOURS.items():
        place = folder / ("more" if name == "blue" else "")
        (place / f"{name}.png").write_bytes(plain_image(colour))
    (folder / "note.txt").write_text("no image")
    return folder


@pytest.fixture
def easel(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Any:
    """Run the command, signed in nowhere; return its status, output and what it says beside."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("EASEL_MODELS", str(tmp_path / "models"))
    for name in ("EASEL_URL", "EASEL_API_KEY"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def names_of(lines: str) -> dict[str, str]:
    """Return the best name of each answer in JSON lines."""
    responses = [json.loads(line) for line in lines.splitlines()]
    return {response["input"]: response["results"][0]["name"] for response in responses}


def test_a_folder_of_images_is_answered_file_by_file(
    easel: Any, colours: Path, photos: Path
) -> None:
    status, out, err = easel("run", colours, "--input", photos, "--json")
    assert (status, err) == (0, "")
    assert names_of(out) == {"green.png": "green", "more/blue.png": "blue", "red.png": "red"}


def test_a_bad_file_is_named_and_the_others_are_answered(
    easel: Any, colours: Path, photos: Path, tmp_path: Path
) -> None:
    (photos / "broken.png").write_bytes(b"no image at all")
    target = tmp_path / "predictions"
    status, out, err = easel("run", colours, "--input", photos, "--output", target, "--json")
    assert status == 1
    assert "broken.png: The file is not an image" in err
    assert "1 of 4 inputs could not be answered" in err
    summary = json.loads(out)
    assert (summary["num_inputs"], summary["num_predicted"]) == (4, 3)
    (failure,) = summary["failures"]
    assert (failure["input"], failure["code"]) == ("broken.png", "image_not_recognised")
    assert len((target / "results.jsonl").read_text().splitlines()) == 3


def test_people_get_a_table(easel: Any, colours: Path, photos: Path) -> None:
    _, out, _ = easel("run", colours, "--input", photos / "red.png", "--top-num", 1)
    lines = out.splitlines()
    assert lines[0].split() == ["INPUT", "NAME", "SCORE"]
    assert [line.split()[:2] for line in lines[1:]] == [["red.png", "red"]]


def test_answers_go_into_a_csv(easel: Any, colours: Path, photos: Path, tmp_path: Path) -> None:
    options = ("--output", tmp_path / "predictions", "--format", "csv", "--top-num", 2)
    status, out, _ = easel("run", colours, "--input", photos, *options)
    assert (status, out.startswith("Answered 3 of 3 inputs with 6 results")) == (0, True)
    with (tmp_path / "predictions/results.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["input", "name", "score"]
    assert next(row["name"] for row in rows if row["input"] == "red.png") == "red"


def test_answers_are_drawn_on_images(
    easel: Any, colours: Path, photos: Path, tmp_path: Path
) -> None:
    target = tmp_path / "drawn"
    options = ("--output", target, "--format", "images")
    assert easel("run", colours, "--input", photos, photos / "red.png", *options)[0] == 0
    written = sorted(path.relative_to(target).as_posix() for path in target.rglob("*.png"))
    assert written == ["green.png.png", "more/blue.png.png", "red.png-2.png", "red.png.png"]
    drawn, plain = Image.open(target / "red.png.png"), Image.open(photos / "red.png")
    assert drawn.size == plain.size
    assert drawn.tobytes() != plain.convert("RGB").tobytes()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--format", "images"), "Images need a folder"),
        (("--threshold", "7"), "threshold is 7.0"),
        (("--top-num", "0"), "top_num is 0"),
    ],
)
def test_options_that_cannot_be_followed_are_refused(
    easel: Any, colours: Path, photos: Path, options: Sequence[str], words: str
) -> None:
    status, out, err = easel("run", colours, "--input", photos, *options)
    assert (status, out) == (1, "")
    assert words in err


def test_a_model_of_texts_has_nothing_to_draw_on(easel: Any, texts: Path, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("fine")
    options = ("--format", "images", "--output", tmp_path / "drawn")
    status, _, err = easel("run", texts, "--input", tmp_path / "a.txt", *options)
    assert status == 1
    assert "takes no images" in err


def test_texts_come_by_line_by_column_and_from_standard_input(
    easel: Any, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lines.txt").write_text("fine\n\nawful\n")
    (tmp_path / "table.csv").write_text("id,review\n1,lovely\n2,悪い\n", encoding="utf-8")
    status, out, _ = easel("run", texts, "--input", tmp_path / "lines.txt", "--format", "json")
    assert (status, names_of(out)) == (0, {"lines.txt:1": "good", "lines.txt:3": "bad"})
    column = ("--column", "review", "--json")
    status, out, _ = easel("run", texts, "--input", tmp_path / "table.csv", *column)
    assert (status, names_of(out)) == (0, {"table.csv:1": "good", "table.csv:2": "bad"})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"awful\nfine")))
    status, out, _ = easel("run", texts, "--input", "-", "--json")
    assert (status, names_of(out)) == (0, {"-:1": "bad", "-:2": "good"})


def test_a_table_without_the_column_says_which_it_has(
    easel: Any, texts: Path, tmp_path: Path
) -> None:
    (tmp_path / "table.csv").write_text("id,review\n1,lovely\n")
    status, _, err = easel("run", texts, "--input", tmp_path / "table.csv")
    assert status == 1
    assert "There is no column 'text' among id, review" in err


def test_questions_of_several_parts_are_rows(easel: Any, tmp_path: Path) -> None:
    pair = {"text1": "fine", "text2": "lovely"}
    package = write_text_package(
        tmp_path / "pair", [sameness()], [pair], kind="text_pair", labels=("same", "different")
    )
    (tmp_path / "pairs.csv").write_text("text1,text2\nfine,lovely\nfine,awful\n")
    (tmp_path / "pair.json").write_text(json.dumps(pair))
    places = (tmp_path / "pairs.csv", tmp_path / "pair.json")
    status, out, _ = easel("run", package, "--input", *places, "--json")
    assert (status, list(names_of(out).values())) == (0, ["same", "different", "same"])


def test_rows_are_questions_and_the_columns_of_a_series_are_one(tmp_path: Path) -> None:
    table = tmp_path / "sales.csv"
    table.write_text("day,sold\n1,10\n2,15\n")
    rows = Asking(TABLE, "table").questions([str(table)])
    assert [(one.name, one.read()) for one in rows] == [
        ("sales.csv:1", {"data": {"day": "1", "sold": "10"}}),
        ("sales.csv:2", {"data": {"day": "2", "sold": "15"}}),
    ]
    (series,) = Asking(TABLE, "series").questions([str(table)])
    assert series.read() == {"data": {"day": ["1", "2"], "sold": ["10", "15"]}}


def test_recordings_are_told_from_other_files_of_a_folder(tmp_path: Path) -> None:
    for name in ("a.wav", "b.mp3", "notes.txt", "c.png"):
        (tmp_path / name).write_bytes(b"content")
    asking = Asking([Part("sound", is_file=True, media=("audio/",))], "audio")
    questions = asking.questions([str(tmp_path)])
    assert [one.name for one in questions] == ["a.wav", "b.mp3"]
    assert questions[0].read() == {"sound": b"content"}
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="files of the kind audio/") as caught:
        asking.questions([str(tmp_path / "empty")])
    assert caught.value.code == "input_empty"


def test_either_an_image_or_a_text_may_be_asked_about(tmp_path: Path) -> None:
    image = Part("image", is_file=True, media=("image/",), required=False)
    text = Part("text", is_file=False, is_text=True, required=False)
    (tmp_path / "a.png").write_bytes(b"pixels")
    (tmp_path / "b.txt").write_text("a red apple\n")
    (tmp_path / "c.csv").write_text("image,text\na.png,a pear\n")
    questions = Asking([image, text], "image_text").questions([str(tmp_path)])
    assert [(one.name, one.read()) for one in questions] == [
        ("a.png", {"image": b"pixels"}),
        ("b.txt:1", {"text": "a red apple"}),
        ("c.csv:1", {"image": b"pixels", "text": "a pear"}),
    ]


def test_a_package_is_found_by_its_name(easel: Any, photos: Path, tmp_path: Path) -> None:
    write_package(tmp_path / "models" / "first-try", name="colours")
    for name in ("colours", "first-try"):
        assert easel("run", name, "--input", photos / "red.png")[0] == 0
    status, _, err = easel("run", "flavours", "--input", photos)
    assert status == 1
    assert "There is no package 'flavours'" in err
    assert "colours, first-try" in err


def test_packages_are_listed_without_a_server(easel: Any, tmp_path: Path) -> None:
    write_package(tmp_path / "models" / "first-try", name="colours")
    (tmp_path / "models" / "noise.zip").write_bytes(b"no package")
    status, out, _ = easel("list", "--json")
    document = json.loads(out)
    assert (status, document["tasks"]) == (0, None)
    (package,) = document["packages"]
    assert (package["name"], package["task"], package["num_labels"]) == (
        "colours",
        "image.classification",
        3,
    )
    assert "Not signed in" in easel("list")[1]


def test_predict_points_to_run_for_a_package(easel: Any, colours: Path, photos: Path) -> None:
    status, _, err = easel("predict", colours, photos / "red.png")
    assert status == 1
    assert f"easel run {colours} --input" in err


def test_objects_are_framed_and_their_pixels_coloured() -> None:
    pixels = np.full((60, 80, 3), 255, np.uint8)
    mask = np.zeros((60, 80), np.bool_)
    mask[40:50, 20:40] = True
    location = {"left": 20, "top": 40, "width": 20, "height": 10}
    found = {"name": "bolt", "score": 0.9, "location": location}
    framed = np.asarray(annotate(pixels, [found]))
    assert (framed[40, 30] != 255).any()
    assert (framed[45, 30] == 255).all()
    coloured = np.asarray(annotate(pixels, [{**found, "mask": encode(mask).compressed()}]))
    assert (coloured[45, 30] != 255).any()
    assert (coloured[55, 70] == 255).all()


def test_words_are_framed_by_their_corners_and_heat_is_warm() -> None:
    pixels = np.full((60, 80, 3), 255, np.uint8)
    corners = ((30.0, 40.0), (70.0, 45.0), (70.0, 55.0), (30.0, 50.0))
    words = Words("合计", 0.9, corners).document()
    drawn = np.asarray(annotate(pixels, [words]))
    assert (drawn[40, 30] != 255).any()
    assert (drawn[49, 50] == 255).all()
    heat = np.asarray(annotate(pixels, [{"score": 0.8, "map": [[0.0, 0.0], [0.0, 1.0]]}]))
    assert heat[59, 79].tolist()[1] < 200
    assert (heat[59, 0] == 255).all()
