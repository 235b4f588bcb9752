"""Many files are predicted once each, whoever is killed on the way."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from engine.commands.predict_batch import run
from engine.predictions.inputs import write_inputs
from engine.specs.predictions import (
    ANSWERS_FILE,
    BatchPredictionSpec,
    FolderFiles,
    IndexedFiles,
    PredictionInput,
)
from tests.conformance.trained import trained_package
from tests.sdk.text_package import moods, write_text_package
from tests.sdk.tiny_package import plain_image, write_package
from workers.launchers.local.environment import python_environment

COLOURS = {"red": (220, 20, 20), "green": (20, 220, 20), "blue": (20, 20, 220)}
BROKEN = 7


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_package(tmp_path_factory.mktemp("package"))


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of many images, of which one is damaged, beside what is none."""
    folder = tmp_path_factory.mktemp("photos")
    for name, colour in COLOURS.items():
        (folder / name).mkdir()
        for number in range(80):
            (folder / name / f"{number:03}.png").write_bytes(plain_image(colour, 20 + number))
    (folder / "green" / f"{BROKEN:03}.png").write_bytes(b"no image at all")
    (folder / "notes.md").write_text("nothing to predict")
    return folder


def order(spec: BatchPredictionSpec, work: Path) -> list[str]:
    """Write a spec; return the command that carries it out."""
    work.mkdir(exist_ok=True)
    path = work / "spec.json"
    path.write_text(spec.model_dump_json())
    command = [sys.executable, "-m", "engine", "predict-batch"]
    return [*command, "--spec", str(path), "--work", str(work)]


def predict(spec: BatchPredictionSpec, work: Path) -> list[dict[str, Any]]:
    """Carry out a spec; return the lines of its JSON file."""
    from argparse import Namespace

    order(spec, work)
    assert run(Namespace(spec=work / "spec.json", work=work)) == 0
    return lines(work / "predictions.jsonl")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def index_of(folder: Path, names: Sequence[str], work: Path) -> IndexedFiles:
    work.mkdir(exist_ok=True)
    path = work / "index.jsonl"
    path.write_text(
        "".join(json.dumps({"id": f"id-{one}", "file": one, "name": one}) + "\n" for one in names)
    )
    return IndexedFiles(index=str(path), files_root=str(folder))


def test_a_folder_is_predicted_and_a_damaged_file_is_named(
    package: Path, photos: Path, tmp_path: Path
) -> None:
    spec = BatchPredictionSpec(package=str(package), source=FolderFiles(folder=str(photos)))
    found = predict(spec, tmp_path / "work")
    assert len(found) == 240
    problems = [one for one in found if "problem" in one]
    assert [one["input"] for one in problems] == ["green/007.png"]
    assert problems[0]["problem"]["code"] == "image_not_recognised"
    said = {(one["input"].split("/")[0], one["results"][0]["name"]) for one in found[1:80]}
    assert said == {("blue", "blue")}


def test_a_model_of_images_and_texts_takes_either(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    package = trained_package(tmp_path_factory, "multimodal.image_text_retrieval captions")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "red.png").write_bytes(plain_image((220, 20, 20), 24))
    (folder / "asked.txt").write_text("a red square\na blue square\n")
    (folder / "asked.csv").write_text("text\na green square\n")
    (folder / "damaged.png").write_bytes(b"no image at all")
    spec = BatchPredictionSpec(package=str(package), source=FolderFiles(folder=str(folder)))
    found = {one["input"]: one for one in predict(spec, tmp_path / "work")}
    assert set(found) == {
        "red.png", "damaged.png", "asked.txt:1", "asked.txt:2", "asked.csv:1",
    }  # fmt: skip
    # An image is answered by texts, and a text by images.
    assert " " in found["red.png"]["results"][0]["name"]
    for name in ("asked.txt:1", "asked.txt:2", "asked.csv:1"):
        assert found[name]["results"][0]["name"].endswith(".png")
    assert found["damaged.png"]["problem"]["code"] == "image_not_recognised"


def test_tables_say_the_same_as_the_lines(package: Path, photos: Path, tmp_path: Path) -> None:
    names = ["red/001.png", "green/007.png"]
    work = tmp_path / "work"
    spec = BatchPredictionSpec(package=str(package), source=index_of(photos, names, work))
    first, broken = predict(spec, work)
    with (work / "predictions.csv").open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    assert [(row["input"], row["name"]) for row in rows if row["name"]] == [
        ("red/001.png", one["name"]) for one in first["results"]
    ]
    assert rows[-1]["problem"] == broken["problem"]["message"]
    table = pyarrow.parquet.read_table(work / "predictions.parquet").to_pylist()
    assert [row["score"] for row in table] == [one["score"] for one in first["results"]] + [None]
    assert table[-1]["id"] == "id-green/007.png"


def test_texts_are_named_by_their_first_words(tmp_path: Path) -> None:
    package = str(write_text_package(tmp_path / "package", [moods()], [{"text": "fine"}]))
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "note.txt").write_text("a  lovely\nroom")
    (texts / "long.txt").write_text("lovely " * 100)
    work = tmp_path / "work"
    index = index_of(texts, ["note.txt", "long.txt"], work)
    found = predict(BatchPredictionSpec(package=package, source=index), work)
    short, long = (one["input_text"] for one in found)
    assert short == "a lovely room"
    assert long.startswith("lovely lovely")
    assert long.endswith("…")
    assert len(long) <= 121
    with (work / "predictions.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0])[:3] == ["id", "input", "input_text"]
    assert rows[0]["input_text"] == short

    split = tmp_path / "split"
    index = index_of(texts, ["note.txt"], split).model_copy(update={"splits_texts": True})
    found = predict(BatchPredictionSpec(package=package, source=index), split)
    assert [one["input_text"] for one in found] == ["a lovely", "room"]


def test_suggestions_are_said_beside_the_results(
    package: Path, photos: Path, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    spec = BatchPredictionSpec(
        package=str(package),
        source=index_of(photos, ["red/001.png"], work),
        suggests_for="image.classification",
    )
    predict(spec, work)
    (answer,) = lines(work / ANSWERS_FILE)
    assert answer["suggestion"]["id"] == "id-red/001.png"
    assert [one["name"] for one in answer["suggestion"]["labels"]] == ["red"]


def test_a_link_out_of_the_folder_is_not_followed(
    package: Path, photos: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    secret = tmp_path / "secret.png"
    secret.write_bytes(plain_image(COLOURS["red"]))
    (folder / "here.png").write_bytes(plain_image(COLOURS["blue"]))
    (folder / "away.png").symlink_to(secret)
    spec = BatchPredictionSpec(package=str(package), source=FolderFiles(folder=str(folder)))
    found = {one["input"]: one for one in predict(spec, tmp_path / "work")}
    assert found["here.png"]["results"][0]["name"] == "blue"
    assert "results" not in found["away.png"]


def test_a_file_that_became_a_link_after_it_was_listed_is_not_followed(
    package: Path, tmp_path: Path
) -> None:
    folder, work = tmp_path / "folder", tmp_path / "work"
    folder.mkdir()
    work.mkdir()
    secret = tmp_path / "secret.png"
    secret.write_bytes(plain_image(COLOURS["red"]))
    write_inputs(work / "inputs.jsonl", [PredictionInput(id="a", name="a.png", file="a.png")])
    (folder / "a.png").symlink_to(secret)
    spec = BatchPredictionSpec(package=str(package), source=FolderFiles(folder=str(folder)))
    (found,) = predict(spec, work)
    assert "link" in found["problem"]["message"]


def test_a_process_killed_again_and_again_predicts_each_file_once(
    package: Path, photos: Path, tmp_path: Path
) -> None:
    spec = BatchPredictionSpec(package=str(package), source=FolderFiles(folder=str(photos)))
    unbroken = predict(spec, tmp_path / "unbroken")
    work = tmp_path / "killed"
    command = order(spec, work)
    num_killed = 0
    for before in killed_at(work / ANSWERS_FILE):
        process = subprocess.Popen(command, env=python_environment(), start_new_session=True)
        while process.poll() is None and size(work / ANSWERS_FILE) <= before:
            time.sleep(0.001)
        if process.poll() is not None:
            break
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        num_killed += 1
    assert num_killed == 3
    # A line that a killed process began is cut off.
    with (work / ANSWERS_FILE).open("ab") as file:
        file.write(b'{"id":"half')
    assert subprocess.run(command, env=python_environment()).returncode == 0
    assert lines(work / "predictions.jsonl") == unbroken
    assert (work / "predictions.csv").read_text() == (
        tmp_path / "unbroken" / "predictions.csv"
    ).read_text()


def killed_at(answers: Path) -> Iterator[int]:
    """Yield three times how much is there already."""
    for _ in range(3):
        yield size(answers)


def size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def test_an_empty_folder_is_refused(package: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    work = tmp_path / "work"
    spec = BatchPredictionSpec(
        package=str(package), source=FolderFiles(folder=str(tmp_path / "empty"))
    )
    done = subprocess.run(
        order(spec, work), env=python_environment(), capture_output=True, text=True
    )
    assert done.returncode == 65
    assert done.stderr.startswith("no_samples: ")
