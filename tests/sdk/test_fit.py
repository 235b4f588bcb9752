"""Three lines of Python: fit, evaluate, predict and export, with the engine as a child process."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import easel
import pyarrow.parquet
import pytest
from easel.callbacks import Callback
from easel.training import progress as shown
from easel.training.arguments import training_arguments
from easel.training.data import as_path
from easel.training.engine import COMMAND
from easel.training.notebook import NotebookProgress

from engine.catalog import TASKS
from engine.cli import _parser
from engine.commands.specs import spec_of
from engine.errors import EngineError
from engine.tasks.loading import task_of
from tests.engine.images import write_folder
from tests.engine.tables import write_table

QUICK = {"epochs": 1, "image_size": 16, "threads": 1, "progress": False}


@pytest.fixture(autouse=True)
def _engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(COMMAND, f"{sys.executable} -m engine")


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("data") / "photos", per_class=8)


@pytest.fixture(scope="module")
def model(photos: Path, tmp_path_factory: pytest.TempPathFactory) -> easel.TrainedModel:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(COMMAND, f"{sys.executable} -m engine")
        work = tmp_path_factory.mktemp("runs") / "photos"
        return easel.fit(photos, task="image.classification", work=work, **QUICK)


def test_a_folder_of_images_becomes_a_model_that_is_measured_asked_and_passed_on(
    model: easel.TrainedModel, photos: Path, tmp_path: Path
) -> None:
    assert model.task == "image.classification"
    assert set(model.labels) == {"across", "down", "slope"}
    assert next(iter(model.metrics)) == "accuracy"
    assert model.evaluate()["accuracy"] == model.metrics["accuracy"]

    measured = model.evaluate(photos)
    assert measured.num_samples == 24
    assert 0 <= measured["accuracy"] <= 1

    image = photos / "down" / "000.png"
    (best, *_) = model.predict(str(image), top_num=1)
    exported = easel.load(model.export(tmp_path / "out" / "model.zip"))
    assert exported.predict(str(image), top_num=1) == [best]
    assert exported.metrics == model.metrics
    assert exported.runtime.selftest().passed
    assert model.export(tmp_path / "again.zip").read_bytes() == exported.path.read_bytes()
    assert easel.load(model.export(tmp_path / "folder")).runtime.selftest().passed


def test_a_table_of_a_notebook_is_learnt_from_measured_and_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = write_table(tmp_path / "rows.csv", 100, "binary")
    monkeypatch.chdir(tmp_path)
    options = {"minutes": 0.01, "folds": 2, "num_trials": 1, "threads": 1, "progress": False}

    model = easel.fit(table, task="tabular.prediction", target="answer", **options)

    assert model.path == Path("easel-runs/1/package")
    assert model.evaluate(table)["accuracy"] > 0.8
    rows = [{"size": size, "colour": "red", "bought": "2024-01-01"} for size in (1, 30)]
    assert [len(answer) for answer in model.predict(rows)] == [1, 1]


def test_a_label_that_the_model_does_not_know_is_said_when_it_is_measured(
    model: easel.TrainedModel, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Notebooks ask for colours, which are for screens: the reason is read from what is printed.
    monkeypatch.setenv("FORCE_COLOR", "1")
    pairs = [(photos / "down" / "000.png", "sideways")]
    with pytest.raises(easel.TrainingFailed, match="no label 'sideways'") as caught:
        model.evaluate(pairs)
    assert caught.value.code == "label_unknown"


@pytest.mark.parametrize("task", sorted(TASKS))
def test_every_task_goes_through_the_same_door(task: str, tmp_path: Path) -> None:
    data = as_path([{"text": "Of any task.", "labels": ["a"]}], task, tmp_path)
    flags = {"task": task, "data": data, "work": tmp_path / "work", "seed": 3, "threads": 1}
    options = {"accepted": ()} if "accepted" in TASKS[task].options.model_fields else {}

    arguments = ["train", *training_arguments(flags, {}, options)]
    spec = spec_of(_parser().parse_args(arguments, Namespace()))

    assert (spec.task, spec.seed, spec.data.root) == (task, 3, str(tmp_path))
    assert spec.data.format == "json_lines"
    assert spec.backbone == TASKS[task].backbones_of("fast")[0].key


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        ({"epoch": 3}, "spec_invalid", "Did you mean 'epochs'? 'epochs' takes: integer"),
        ({"augmentation": {"erase": 0.5}}, "spec_invalid", "'augmentation.erasing'"),
        ({"format": "mp3"}, "format_unknown", "image_folder"),
        ({"precision": "bf16"}, "spec_invalid", "Did you mean 'bfloat16'?"),
        ({"tier": "fastest"}, "request_invalid", "Tier: invalid choice: 'fastest'"),
    ],
)
def test_a_wrong_word_is_refused_in_the_engines_own_words(
    photos: Path, tmp_path: Path, asked: dict[str, object], code: str, words: str
) -> None:
    with pytest.raises(easel.TrainingFailed) as caught:
        easel.fit(photos, task="image.classification", work=tmp_path, progress=False, **asked)
    assert caught.value.code == code
    assert words in caught.value.message
    # A notebook shows this line, and no calls.
    assert caught.value._render_traceback_() == [f"TrainingFailed: {caught.value.message}"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"task": "image.classification"}, "data_missing"),
        ({"data": "photos"}, "task_missing"),
        ({"resume": True}, "work_absent"),
        ({"data": {"a": 1}, "task": "image.classification"}, "data_invalid"),
        ({"data": [("no-such.jpg", "cat")], "task": "image.classification"}, "file_unreadable"),
        ({"data": [], "task": "image.classification"}, "no_samples"),
        ({"data": "photos", "task": "text.classification", "epochs": {1}}, "option_malformed"),
        ({"data": "photos", "task": "text.classification", "callbacks": [42]}, "callback_invalid"),
        ({"data": "photos", "task": "text.classification", "callbacks": print}, "callback_invalid"),
        (
            {"data": "photos", "task": "text.classification", "callbacks": [Callback]},
            "callback_invalid",
        ),
        (
            {"data": "photos", "task": "text.classification", "work": "/dev/null/runs"},
            "work_unwritable",
        ),
    ],
)
def test_what_makes_no_request_is_refused_before_the_engine_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: dict[str, object], code: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(COMMAND, "/no/such/program")
    with pytest.raises(easel.TrainingFailed) as caught:
        easel.fit(**asked)  # type: ignore[arg-type]
    assert caught.value.code == code


def test_without_the_engine_one_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(COMMAND)
    monkeypatch.setattr("easel.training.engine._entries", lambda: ())
    with pytest.raises(easel.EngineMissing, match="make wheels"):
        easel.fit("photos", task="image.classification")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let an interrupt be one, whatever a test before made of the signal in this process."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_training_goes_on_where_it_was_stopped(photos: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    asked = {**QUICK, "epochs": 200}
    stopper = threading.Thread(target=interrupt_after_an_epoch, args=(work,))
    stopper.start()
    with pytest.raises(easel.Interrupted, match="resume=True"):
        easel.fit(photos, task="image.classification", work=work, **asked)
    stopper.join()
    said = [json.loads(line) for line in (work / "events.jsonl").read_text().splitlines()]
    assert said[-1]["status"] == "cancelled"

    with pytest.raises(easel.TrainingFailed, match="resume=True"):
        easel.fit(photos, task="image.classification", work=work, **asked)
    spec = json.loads((work / "spec.json").read_text())
    assert spec["options"]["epochs"] == 200
    stopper = threading.Thread(target=interrupt_after_an_epoch, args=(work,))
    stopper.start()
    with pytest.raises(easel.Interrupted):
        easel.fit(work=work, resume=True, progress=False)
    stopper.join()
    logs = [
        event["message"]
        for event in map(json.loads, (work / "events.jsonl").read_text().splitlines())
        if event["kind"] == "log"
    ]
    assert any(message.startswith("Going on after step") for message in logs)


def interrupt_after_an_epoch(work: Path) -> None:
    """Press the stop button once a checkpoint more is there, or give up after a minute."""
    events = work / "events.jsonl"

    def num_epochs() -> int:
        return events.read_bytes().count(b'"split":"validation"') if events.exists() else 0

    before, deadline = num_epochs(), time.monotonic() + 60
    while num_epochs() == before and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"task": "image.clasification"}, "task_unknown", "Did you mean 'image.classification'"),
        ({"backbone": "small_cn"}, "backbone_unknown", "Did you mean 'small_cnn'"),
        ({"epochs": -1}, "spec_invalid", "'epochs' takes: integer"),
        ({"mixup": "much"}, "spec_invalid", "≥ 0"),
        ({"data": "no-such-folder"}, "folder_missing", "no-such-folder"),
    ],
)
def test_what_the_command_line_refuses_names_the_nearest_with_its_type_and_range(
    photos: Path, tmp_path: Path, change: dict[str, Any], code: str, words: str
) -> None:
    asked = {"data": photos, "task": "image.classification", "work": tmp_path, **change}
    named = ("data", "task", "work", "backbone")
    flags = {name: asked.pop(name) for name in named if name in asked}
    arguments = ["train", *training_arguments(flags, {}, asked)]

    def refused() -> None:
        spec = spec_of(_parser().parse_args(arguments, Namespace()))
        task_of(spec).check(spec.data)

    with pytest.raises(EngineError) as caught:
        refused()
    assert words in caught.value.message
    assert caught.value.code == code


def test_a_finished_training_is_opened_without_the_engine(
    model: easel.TrainedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(COMMAND, "/no/such/program")
    again = easel.fit(work=model.path.parent, resume=True)
    assert again.metrics == model.metrics


def test_a_notebook_shows_task_numbers_with_intervals_and_labels(
    model: easel.TrainedModel,
) -> None:
    shown = model._repr_html_()
    assert "image.classification" in shown
    assert re.search(r"accuracy</th><td[^>]*>\d+\.\d % \(95 % interval: ", shown)
    assert "labels (3)</th>" in shown
    assert "across, down, slope" in shown


class Place:
    """Stands for what a notebook shows in one place."""

    def __init__(self) -> None:
        self.documents: list[dict[str, str]] = []

    def __call__(self, document: dict[str, str], raw: bool, display_id: bool) -> Place:
        assert raw
        assert display_id
        self.documents.append(document)
        return self

    def update(self, document: dict[str, str], raw: bool) -> None:
        assert raw
        self.documents.append(document)


def test_a_notebook_shows_a_training_in_one_place_with_its_log_folded_away() -> None:
    place = Place()
    shown = NotebookProgress(place)
    shown({"kind": "phase", "phase": "train"})
    for number in range(300):
        shown({"kind": "log", "message": f"<b>{number}</b>"})
    shown({"kind": "warning", "message": "Few samples."})
    shown({"kind": "progress", "phase": "train", "done": 5, "total": 10, "eta_seconds": 75.0})
    shown.close()
    assert len(place.documents) < 10
    html = place.documents[-1]["text/html"]
    assert "Training · 50 % · 1 min 15 s left" in html
    assert 'max="10" value="5"' in html
    assert "Few samples." in html
    assert html.index("<details>") < html.index("&lt;b&gt;299")
    epoch = {"split": "validation", "epoch": 2.0, "values": {"loss": 0.55}}
    shown({"kind": "metric", **epoch})
    shown({"kind": "phase", "phase": "evaluate"})
    shown({"kind": "finished", "status": "succeeded"})
    shown.close()
    # The numbers of the last epoch need not be those of the model.
    assert re.fullmatch("Trained after [^·]+", place.documents[-1]["text/plain"])
    assert "<progress" not in place.documents[-1]["text/html"]


def test_a_progress_line_changes_in_place_and_ends_clean() -> None:
    terminal = io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    line = shown.ProgressLine(terminal)
    line({"kind": "phase", "phase": "train"})
    line({"kind": "progress", "phase": "train", "done": 5, "total": 10, "eta_seconds": 75.0})
    line({"kind": "metric", "split": "validation", "epoch": 1.0, "values": {"accuracy": 0.5}})
    line({"kind": "warning", "message": "Few samples."})
    line.close()
    text = terminal.getvalue()
    assert "██████████░░░░░░░░░░  50 %  1 min 15 s left" in text
    assert "validation accuracy 0.5000" in text
    assert text.count("\n") == 1


def test_importing_easel_loads_no_library() -> None:
    program = (
        "import sys, easel; "
        "print(sorted({'numpy', 'torch', 'onnxruntime', 'PIL', 'engine'} & set(sys.modules)))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == "[]"


class Frame:
    """What pandas and polars have in common: a table that writes and lists itself."""

    def __init__(self, columns: dict[str, list[object]]) -> None:
        self.table = pyarrow.table(columns)

    def write_parquet(self, path: Path) -> None:
        pyarrow.parquet.write_table(self.table, path)

    def to_dicts(self) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = self.table.to_pylist()
        return rows


def test_a_data_frame_travels_as_a_file_that_keeps_its_types(tmp_path: Path) -> None:
    frame = Frame({"code": ["007", "011"], "size": [1.5, None]})
    path = as_path(frame, "tabular.prediction", tmp_path / "data")
    assert pyarrow.parquet.read_table(path).to_pylist() == frame.to_dicts()

    asked: list[object] = []
    model = object.__new__(easel.TrainedModel)
    vars(model)["runtime"] = Namespace(predict=asked.append)
    model.predict(frame)
    assert asked == [frame.to_dicts()]


def test_a_list_of_files_keeps_names_and_several_labels(tmp_path: Path) -> None:
    photo = write_folder(tmp_path / "photos", 1) / "down" / "000.png"
    folder = as_path([(photo, ["down", "dark"]), (photo, "down")], "image.classification", tmp_path)
    lines = [json.loads(line) for line in (folder / "data.jsonl").read_text().splitlines()]
    assert [line["labels"] for line in lines] == [["down", "dark"], ["down"]]
    assert {line["name"] for line in lines} == {"000.png"}
    assert all((folder / line["file"]).read_bytes() == photo.read_bytes() for line in lines)
