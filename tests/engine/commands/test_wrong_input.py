"""Whatever is wrong with what a command is given, it ends with one line that says so."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from engine.cli import main
from tests.engine.images import write_folder
from tests.sdk.tiny_package import plain_image, write_package

# What may lie where a file, a folder or a package is expected.
WRONG = ("absent", "empty_file", "empty_folder", "rubbish", "list.json", "rubbish.zip")
GIVEN = "GIVEN"
"""Stands in a command for each of these."""
COMMANDS = {
    "train": "--data GIVEN --work work",
    "train a spec": "--spec GIVEN --work work",
    "train a table": "--task tabular.prediction --data GIVEN --work work",
    "train a package": "--data photos --work work --initial GIVEN",
    "train weights": "--data photos --work work --pretrained GIVEN",
    "train a plugin": "--data photos --work work --plugin GIVEN",
    "check": "--data GIVEN",
    "check a spec": "--spec GIVEN",
    "evaluate a package": "--package GIVEN --data photos",
    "evaluate data": "--package package --data GIVEN",
    "export": "--work GIVEN",
    "predict with a package": "--package GIVEN photo.png",
    "preview": "--data GIVEN --work work photo.png",
    "preview images": "--data photos --work work GIVEN",
    "inspect": "--data GIVEN --work work",
    "inspect a spec": "--spec GIVEN --work work",
    "clean": "--data GIVEN --step drop_blurred --work work",
    "clean a spec": "--spec GIVEN --work work",
    "suggest": "--spec GIVEN --work work",
    "map": "--spec GIVEN --work work",
    "propose": "--spec GIVEN",
    "example-data": "--spec GIVEN --work work",
    "add_product to a package": "--package GIVEN --product tea --output new photo.png",
    "add_price_reader": "--package GIVEN --reader package --output new",
    "package_segmenter": "--weights GIVEN --work work",
    "package_segmenter of a spec": "--spec GIVEN --work work",
    "serve": "--package GIVEN --port 0 --open",
    "serve a spec": "--spec GIVEN --work work",
}
# Nothing in these is a file: each is wrong by itself.
REFUSED = (
    "train --data photos --work empty_file",
    "train --data photos --work work --task image.nothing",
    "train --data photos --work work --backbone resnet1",
    "train --data photos --work work --option epoch=3",
    "train --data photos --work work --option epochs",
    "train --data photos --work work --option epochs=many",
    "train --data photos --work work --format coco",
    "train --data photos --work work --threads 0",
    "train --data photos --work work --target label",
    "train --data photos --work work --accept nothing",
    "train --data photos --work work --loss focal",
    "train --data photos --work work --device tpu",
    "train --data photos --work empty_file/below",
    "train --data photos",
    "inspect --data photos --work work --task image.nothing",
    "inspect --data photos --work empty_file",
    "clean --data photos --work work",
    "clean --data photos --work work --step drop_blured",
    "options image.nothing",
    "example-data image.nothing new",
    "example-data image.classification photos",
    "example-data image.classification empty_file",
    "example-data image.classification",
    "evaluate --package package --data photos --split most",
    "predict --package package absent",
    "predict --package package empty_folder",
    "predict --package package rubbish",
    "predict --package package",
    "preview --data photos --work work --count 0 photo.png",
    "add_product --package package --product tea --output new photo.png",
    "add_price_reader --package package --reader package --output new",
    "serve --package package --port 99999 --open",
    "serve --package package --port some --open",
    "serve --package package --port 0 --open --host no.such.host.invalid",
    "serve --package package --port 0 --open --work empty_file",
    "serve",
    "trian --data photos --work work",
    "train --data photos --work work --epochs 3",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("place")
    (folder / "empty_file").touch()
    (folder / "empty_folder").mkdir()
    (folder / "rubbish").write_bytes(bytes(range(256)) * 4)
    (folder / "rubbish.zip").write_bytes(b"PK\x03\x04" + bytes(range(256)))
    (folder / "list.json").write_text("[1]")
    (folder / "photo.png").write_bytes(plain_image((230, 5, 5)))
    write_folder(folder / "photos", per_class=12)
    write_package(folder / "package")
    here = Path.cwd()
    os.chdir(folder)
    yield folder
    os.chdir(here)


def refused(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command, and return the line that it ends with."""
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    printed, said = capsys.readouterr()
    assert status != 0, printed + said
    assert "Traceback" not in said, said
    assert "internal_error" not in said, said
    *_, last = (printed + said).strip().splitlines()
    return last


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_command_says_in_one_line_what_is_wrong_with_a_file(
    name: str, wrong: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [name.split()[0], *COMMANDS[name].replace(GIVEN, wrong).split()]

    assert len(refused(words, capsys)) > 20


@pytest.mark.parametrize("command", REFUSED)
def test_a_wrong_request_ends_with_one_line(
    command: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(refused(command.split(), capsys)) > 20


@pytest.mark.parametrize(
    ("command", "nearest"),
    [
        ("train --data photos --work work --optoin epochs=3", "--option"),
        ("train --data photos --work work --option epoch=3", "epochs"),
        ("train --data photos --work work --option augmentation.erase=1", "augmentation.erasing"),
        ("predict --pakage package photo.png --package package", "--package"),
        ("serve --package package --prot 80", "--port"),
        ("trian --data photos --work work", "train"),
        ("train --data photos --work work --tier fastt", "fast"),
        ("clean --data photos --work work --step drop_blured", "drop_blurred"),
    ],
)
def test_of_what_there_is_not_the_nearest_is_named(
    command: str, nearest: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"'{nearest}'" in refused(command.split(), capsys)


@pytest.mark.parametrize(
    "command", ["trian", "train --data photos", "train --data photos --work work --epochs 3"]
)
def test_arguments_that_are_wrong_end_with_the_status_of_a_wrong_request(command: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(command.split())
    assert end.value.code == 64


def test_a_table_in_place_of_class_folders_is_called_one(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "tables").mkdir()
    (place / "tables/iris.csv").write_text("width,kind\n1,a\n2,b\n")
    for command in (
        "inspect --data tables --work work",
        "evaluate --package package --data tables",
    ):
        said = refused(command.split(), capsys)
        assert "'iris.csv' is a table" in said
        assert "tabular.prediction" in said


def test_a_file_that_is_not_there_is_said_without_a_number(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(["predict", "--package", "package", "absent.png"], capsys)
    assert said == "absent.png: There is no such file. Check the path."


def test_what_waits_for_an_agreement_names_the_flags(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"{number},{number % 2}\n" for number in range(40))
    (place / "unsaid.csv").write_text(f"width,good\n{rows}")
    status = main(
        ["train", "--task", "tabular.prediction", "--data", "unsaid.csv", "--work", "unsaid"]
    )
    printed, errors = capsys.readouterr()
    said = printed + errors
    assert status == 65
    assert "not_confirmed: " in said
    assert "--accept target_" in said
    assert "--target COLUMN" in said


def test_a_full_disk_is_said(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)

    assert "disk" in refused(["example-data", "image.classification", "new"], capsys)


def test_a_refused_retry_leaves_the_work_folder_as_it_was(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["train", "--data", "photos", "--work", "retried", "--threads", "1", "--option"]
    assert main([*given, "epochs=1", "--option", "image_size=16"]) == 0
    kept = {
        path: path.read_bytes()
        for path in Path("retried").rglob("*")
        if path.is_file() and path.name not in {"events.jsonl", "lock"}
    }
    capsys.readouterr()

    for wrong in ("epochs=2", "image_size=17000", "epoch=1"):
        assert refused([*given, wrong], capsys)
    assert refused([*given, "epochs=1", "--data", "absent"], capsys)

    assert {path: path.read_bytes() for path in kept} == kept
    assert json.loads((Path("retried") / "spec.json").read_text())["options"]["epochs"] == 1
    assert main(["export", "--work", "retried"]) == 0
