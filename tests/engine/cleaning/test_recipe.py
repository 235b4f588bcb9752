"""Recipes change files, move what was marked along, and say what they leave out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from PIL import Image, ImageFilter

from engine.cleaning.regions import Window
from engine.cli import main
from engine.formats.shapes.run_lengths import mask_from_pixels, pixels_of
from engine.specs.samples.geometry import Box, Mask, Polygon, Quad
from tests.engine.quality.scenes import textured


def cleaned(
    folder: Path, records: Sequence[dict[str, Any]], media: str, *steps: dict[str, Any], **more: Any
) -> dict[str, dict[str, Any]]:
    """Clean files of a folder; return what became of them by sample."""
    index = folder / "index.jsonl"
    lines = [
        {"id": one["file"], "name": one["file"], "sha256": "0" * 64, "split": "train", **one}
        for one in records
    ]
    index.write_text("".join(json.dumps(line) + "\n" for line in lines))
    spec = {"media": media, "index": str(index), "files_root": str(folder), "steps": list(steps)}
    (folder / "spec.json").write_text(json.dumps(spec))
    arguments = ["--spec", str(folder / "spec.json"), "--work", str(folder / "work")]
    assert main(["clean", *arguments, *more.get("options", ())]) == 0
    found = (folder / "work/cleaned.jsonl").read_text().splitlines()
    return {one["sample_id"]: one for one in map(json.loads, found)}


def box(name: str, left: float, top: float, width: float, height: float) -> dict[str, Any]:
    geometry = {"kind": "box", "left": left, "top": top, "width": width, "height": height}
    return {"id": name, "label": "a", "geometry": geometry}


def test_images_are_turned_cropped_and_scaled_with_their_boxes(tmp_path: Path) -> None:
    lying = Image.Exif()
    lying[0x0112] = 6
    textured(0, (120, 200)).save(tmp_path / "one.jpg", exif=lying, quality=95)
    record = {
        "file": "one.jpg",
        "width": 200,
        "height": 120,
        "regions": [box("kept", 60, 20, 40, 40), box("cut", 0, 0, 60, 40), box("gone", 0, 0, 9, 9)],
        "relations": [
            {"label": "a", "subject": "kept", "object": "cut"},
            {"label": "a", "subject": "kept", "object": "gone"},
        ],
    }
    steps = (
        {"kind": "upright"},
        {"kind": "crop", "left": 0.1},
        {"kind": "resize", "longer_side": 90},
    )
    one = cleaned(tmp_path, [record], "image", *steps)["one.jpg"]
    assert (one["outcome"], one["width"], one["height"], one["num_lost"]) == ("changed", 90, 60, 1)
    places = {region["id"]: region["geometry"] for region in one["regions"]}
    assert places["kept"] == box("", 20, 10, 20, 20)["geometry"]
    assert places["cut"] == box("", 0, 0, 20, 20)["geometry"]
    assert [relation["object"] for relation in one["relations"]] == ["cut"]
    with Image.open(tmp_path / "work" / one["file"]) as image:
        assert image.size == (90, 60)
        assert image.format == "JPEG"
        assert 0x0112 not in image.getexif()


def test_near_duplicates_and_blurred_images_are_left_out_and_others_stay(tmp_path: Path) -> None:
    for number in range(5):
        textured(number).save(tmp_path / f"{number}.png")
    textured(3).resize((48, 36)).save(tmp_path / "near.png")
    textured(9).filter(ImageFilter.GaussianBlur(6)).save(tmp_path / "soft.png")
    (tmp_path / "torn.png").write_bytes((tmp_path / "0.png").read_bytes()[:500])
    names = [*(f"{number}.png" for number in range(5)), "near.png", "soft.png", "torn.png"]
    steps = ({"kind": "drop_duplicates"}, {"kind": "drop_blurred"})
    found = cleaned(tmp_path, [{"file": name} for name in names], "image", *steps)
    dropped = {name: one["step"] for name, one in found.items() if one["outcome"] == "dropped"}
    assert dropped == {
        "near.png": "drop_duplicates",
        "soft.png": "drop_blurred",
        "torn.png": "decode",
    }
    assert found["near.png"]["params"] == {"like": "3.png"}
    assert all(found[f"{number}.png"]["outcome"] == "same" for number in range(5))


def test_two_photographs_of_one_place_are_no_duplicates(tmp_path: Path) -> None:
    y, x = np.mgrid[:320, :320]
    ground = 128 + 90 * np.sin(x / 60) * np.cos(y / 45)
    frequency = np.hypot(*np.meshgrid(np.fft.fftfreq(32), np.fft.fftfreq(32)))
    for name, seed in (("first.png", 1), ("second.png", 2), ("copy.png", 2)):
        waves = np.fft.fft2(np.random.default_rng(seed).normal(0, 10, (32, 32)))
        detail = np.fft.ifft2(np.where(frequency < 0.3, 0, waves)).real
        pixels = (ground + np.kron(detail, np.ones((10, 10)))).clip(0, 255)
        Image.fromarray(pixels.astype(np.uint8)).save(tmp_path / name)
    names = ("first.png", "second.png", "copy.png")
    kept = cleaned(
        tmp_path, [{"file": name} for name in names], "image", {"kind": "drop_duplicates"}
    )
    assert {name: one["outcome"] for name, one in kept.items()} == {
        "first.png": "same",
        "second.png": "same",
        "copy.png": "dropped",
    }
    assert kept["copy.png"]["params"] == {"like": "second.png"}


def test_texts_lose_what_is_no_language_and_copies_that_then_show(tmp_path: Path) -> None:
    plain = "这家酒店的位置很好，房间也干净，早餐的品种比较多。"
    texts = {
        "1": plain,
        "2": f"<p>{plain}</p>",
        "3": "😀😀",
        "4": "完全不同的另一条评论，说的是服务。",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    span = {"id": "s", "label": "a", "geometry": {"kind": "span", "start": 2, "end": 4}}
    records = [{"file": name, "regions": [span] if name == "4" else []} for name in texts]
    steps = ({"kind": "strip_text"}, {"kind": "normalise_text"}, {"kind": "drop_duplicates"})
    found = cleaned(tmp_path, records, "text", *steps)
    assert (found["2"]["step"], found["2"]["params"]) == ("drop_duplicates", {"like": "1"})
    assert found["3"]["outcome"] == "dropped"
    assert found["4"]["regions"][0]["geometry"] == {"kind": "span", "start": 2, "end": 4}


def test_recordings_are_trimmed_and_resampled_with_their_segments(tmp_path: Path) -> None:
    rate = 8000
    quiet = np.zeros(rate // 2)
    tone = 0.5 * np.sin(2 * np.pi * 300 * np.arange(rate) / rate)
    soundfile.write(tmp_path / "one.wav", np.concatenate([quiet, tone, quiet]), rate)
    segment = {"kind": "segment", "start_ms": 400, "end_ms": 900}
    record = {"file": "one.wav", "regions": [{"id": "s", "label": "a", "geometry": segment}]}
    steps = ({"kind": "trim_silence"}, {"kind": "resample", "rate": 16000})
    one = cleaned(tmp_path, [record], "audio", *steps)["one.wav"]
    samples, new_rate = soundfile.read(tmp_path / "work" / one["file"])
    assert new_rate == 16000
    assert abs(len(samples) / new_rate - 1) < 0.05
    assert one["regions"][0]["geometry"] == {"kind": "segment", "start_ms": 0, "end_ms": 400}


def test_a_preview_cleans_as_many_samples_as_asked_spread_over_the_data(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / str(number)).write_text(f"  第{number}条  ")
    records = [{"file": str(number)} for number in range(20)]
    step = {"kind": "normalise_text"}
    found = cleaned(tmp_path, records, "text", step, options=("--limit", "4"))
    assert sorted(found, key=int) == ["0", "5", "10", "15"]


def test_a_step_of_another_medium_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = {"media": "text", "index": "x", "files_root": "x", "steps": [{"kind": "grey"}]}
    (tmp_path / "spec.json").write_text(json.dumps(spec))
    status = main(
        ["clean", "--spec", str(tmp_path / "spec.json"), "--work", str(tmp_path / "work")]
    )
    assert status == 64
    assert "no step for text" in (tmp_path / "work/events.jsonl").read_text()


def test_a_polygon_is_cut_at_the_border_and_shapes_that_cannot_be_are_lost() -> None:
    window = Window(10, 0, 20, 20)
    triangle = Polygon(rings=(((0, 0), (20, 0), (20, 20)),))
    cut = window.move(triangle)
    assert isinstance(cut, Polygon)
    assert {*cut.rings[0]} == {(0, 0), (10, 0), (10, 20), (0, 10)}
    assert window.move(Quad(points=((0, 0), (20, 0), (20, 9), (0, 9)))) is None
    assert window.move(Mask(size=(9, 9), counts="0")) is None
    assert window.move(Box(left=0, top=0, width=9, height=9)) is None


def test_masks_are_cut_and_scaled_with_their_image() -> None:
    pixels = np.zeros((40, 60), dtype=bool)
    pixels[10:30, 20:50] = True
    cut = Window(30, 0, 30, 40, 0.5, 0.5).move(mask_from_pixels(pixels))
    assert isinstance(cut, Mask)
    expected = np.zeros((20, 15), dtype=bool)
    expected[5:15, :10] = True
    assert np.array_equal(pixels_of(cut), expected)
    assert Window(50, 30, 10, 10).move(mask_from_pixels(pixels)) is None


def test_what_a_later_step_left_out_stands_for_nothing(tmp_path: Path) -> None:
    texts = {
        "1": "<b>https://www.example.com/page</b>",
        "2": "<b>https://www.example.com/pages</b>",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    steps = ({"kind": "drop_duplicates"}, {"kind": "strip_text"})
    found = cleaned(tmp_path, [{"file": name} for name in texts], "text", *steps)
    assert [found[name]["step"] for name in texts] == ["strip_text", "strip_text"]
