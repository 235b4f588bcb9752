"""The command line as a person and a launcher meet it."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from engine.cli import main
from engine.commands.process import as_engine_error, run_work
from engine.commands.specs import parse_assignments
from engine.errors import SpecError
from tests.engine.images import write_folder
from tests.engine.runs import ROOT, events, image_folder, run_engine, spec_document


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("data") / "stripes", per_class=12)


def write_spec(folder: Path, **fields: object) -> Path:
    path = folder / "spec.json"
    path.write_text(json.dumps(fields))
    return path


def test_help_loads_neither_torch_nor_numpy() -> None:
    program = (
        "import sys\nfrom engine.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        "sys.exit(bool({'torch', 'numpy', 'pydantic'} & set(sys.modules)))"
    )
    process = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert process.returncode == 0
    assert "train" in process.stdout


def test_a_person_trains_predicts_evaluates_and_exports_again(data: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    trained = run_engine(
        *("train", "--data", data, "--work", work, "--option", "epochs=6"),
        *("--option", "image_size=16", "--option", "augmentation.rotation_degrees=0"),
        *("--threads", "1", "--name", "stripes"),
    )
    assert trained.returncode == 0, trained.stderr
    assert "accuracy" in trained.stdout

    image = data / "down" / "000.png"
    predicted = run_engine("predict", "--json", "--package", work / "package", image)
    assert predicted.returncode == 0, predicted.stderr
    assert json.loads(predicted.stdout)["results"][0]["name"] in ("across", "down", "slope")
    folder = run_engine("predict", "--json", "--package", work / "package", data / "down")
    assert len(folder.stdout.splitlines()) == 12

    evaluated = run_engine("evaluate", "--package", work / "package", "--data", data)
    assert evaluated.returncode == 0, evaluated.stderr
    assert "36 samples" in evaluated.stdout

    weights = (work / "package" / "weights.safetensors").read_bytes()
    exported = run_engine("export", "--work", work)
    assert exported.returncode == 0, exported.stderr
    assert (work / "package" / "weights.safetensors").read_bytes() == weights


def test_a_preview_shows_each_image_unchanged_and_in_variants(data: Path, tmp_path: Path) -> None:
    spec, work = write_spec(tmp_path, **spec_document(data)), tmp_path / "work"
    images = [data / "down" / "000.png", data / "slope" / "001.png"]

    asked = ["preview", "--spec", spec, "--work", work, "--count", 2, *images]

    assert main([str(one) for one in asked]) == 0
    names = sorted(path.name for path in (work / "preview").iterdir())
    assert names == [
        *(f"{image}-{variant}.png" for image in (0, 1) for variant in range(3)),
        "images.jsonl",
    ]
    # The unchanged image went through normalisation and back: equal up to rounding.
    with Image.open(work / "preview/0-0.png") as ours, Image.open(images[0]) as theirs:
        assert ours.convert("RGB").tobytes() == theirs.convert("RGB").tobytes()
    assert events(work)[-2]["name"] == "preview"


def test_check_prints_findings_and_fails_on_blocking_ones(data: Path, tmp_path: Path) -> None:
    bad = run_engine("check", "--data", write_folder(tmp_path / "one", 12, labels=("down",)))

    assert main(["check", "--data", str(data)]) == 0
    assert bad.returncode == 65
    assert "single_class" in bad.stdout


@pytest.mark.parametrize(
    ("change", "code", "status"),
    [
        ({"task": "image.mind_reading"}, "task_unknown", 64),
        ({"backbone": "resnet1"}, "backbone_unknown", 64),
        ({"options": {"epochs": -1}}, "spec_invalid", 64),
        ({"options": {"epoch": 1}}, "spec_invalid", 64),
        ({"resources": {"device": "tpu"}}, "spec_invalid", 64),
        ({"data": image_folder(Path("/no/such/folder"))}, "folder_missing", 65),
    ],
)
def test_a_wrong_spec_ends_with_one_error_and_its_exit_status(
    data: Path, tmp_path: Path, change: dict[str, object], code: str, status: int
) -> None:
    spec = write_spec(tmp_path, **{**spec_document(data), **change})

    assert main(["train", "--spec", str(spec), "--work", str(tmp_path / "work")]) == status

    said = events(tmp_path / "work")
    assert [event["code"] for event in said if event["kind"] == "error"] == [code]
    assert said[-1]["kind"] == "finished"
    assert said[-1]["status"] == "failed"


def test_what_we_did_not_foresee_is_an_internal_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("by accident")

    assert run_work(tmp_path, fail) == 70
    assert events(tmp_path)[0]["code"] == "internal_error"
    assert "Traceback" in capsys.readouterr().err


def test_out_of_memory_is_a_resource_error() -> None:
    assert as_engine_error(MemoryError()).code == "out_of_memory"
    assert as_engine_error(MemoryError()).retryable


def test_a_file_size_limit_ends_the_run_as_disk_full(data: Path, tmp_path: Path) -> None:
    """The limit a launcher may set: the kernel refuses to grow any file beyond 1 MB."""
    spec, work = write_spec(tmp_path, **spec_document(data)), tmp_path / "work"
    process = subprocess.run(
        [sys.executable, "-m", "engine", "train", "--spec", str(spec), "--work", str(work)],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{ROOT}:{ROOT / 'deploy/sdk/python/src'}"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000)),
        capture_output=True,
        text=True,
        check=False,
    )

    assert process.returncode == 75, process.stderr
    error = next(event for event in events(work) if event["kind"] == "error")
    assert error["code"] == "disk_full"
    assert error["retryable"]
    assert not list(work.rglob("*.part"))


def test_options_of_the_command_line_nest_by_dots() -> None:
    parsed = parse_assignments(["epochs=5", "augmentation.erasing=0.5", "optimizer=sgd"])

    assert parsed == {"epochs": 5, "augmentation": {"erasing": 0.5}, "optimizer": "sgd"}
    with pytest.raises(SpecError):
        parse_assignments(["epochs"])


def test_a_table_is_not_trained_on_before_a_person_agrees_to_what_is_guessed(
    tmp_path: Path,
) -> None:
    rows = "".join(f"{n},{n * 1.5},{'yes' if n % 2 else 'no'}\n" for n in range(60))
    table = tmp_path / "rows.csv"
    table.write_text(f"size,width,answer\n1,2\n{rows}")
    given = (
        *("train", "--task", "tabular.prediction", "--data", table, "--work", tmp_path / "work"),
        *("--backbone", "linear", "--option", "folds=2", "--threads", "1"),
    )
    refused = run_engine(*given)
    assert refused.returncode == 65
    for code in ("uneven_rows", "target_guessed", "rows_without_target"):
        assert f"[{code}]" in refused.stdout + refused.stderr
    agreed = [f"--accept={code}" for code in ("uneven_rows", "rows_without_target")]
    trained = run_engine(*given, "--target", "answer", *agreed)
    assert trained.returncode == 0, trained.stderr
    told = [event for event in events(tmp_path / "work") if event.get("code") == "uneven_rows"]
    assert "in line(s) 2" in told[0]["message"]
    report = json.loads((tmp_path / "work" / "package" / "report.json").read_text())
    notes = {one["key"]: one["params"] for one in report["sections"] if one["kind"] == "note"}
    assert (notes["uneven_rows"]["num"], notes["rows_without_target"]["count"]) == (1, 1)
