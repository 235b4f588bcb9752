"""The whole chain from a shell: folder → dataset → version → run → endpoint → SDK."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.digits import write_digits
from tests.site import ROOT, Site, environment, sign_up

NUM_PER_CLASS = 40


@pytest.fixture(scope="module")
def digits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder per class of handwritten digits, as PNG files."""
    folder = tmp_path_factory.mktemp("digits")
    write_digits(folder, range(NUM_PER_CLASS))
    return folder


@pytest.fixture(scope="module")
def easel(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Run the ``easel`` command as a signed-in person and return its JSON."""
    client, _ = sign_up(site, email="shell@example.com")
    key = client.transport.api_key
    variables = {
        **environment(site.data, 1),
        "XDG_CONFIG_HOME": str(tmp_path_factory.mktemp("config")),
    }

    def run(*arguments: str) -> Any:
        command = [sys.executable, "-m", "easel.cli.main", *arguments, "--json"]
        result = subprocess.run(
            command, capture_output=True, text=True, cwd=ROOT, env=variables, timeout=300
        )
        assert result.returncode == 0, result.stderr + site.log()[-3000:]
        return json.loads(result.stdout)

    run("login", site.url, "--key", key)
    return run


def test_a_folder_becomes_a_called_endpoint_and_a_package_that_runs_here(
    easel: Any, digits: Path, tmp_path: Path
) -> None:
    project = easel("projects", "create", "Digits by shell")[0]["id"]
    dataset = easel("datasets", "create", "Digits", "--project", project)[0]["id"]
    imported = easel("datasets", "import", dataset, str(digits))[0]
    again = easel("datasets", "import", dataset, str(digits))[0]
    num_files = 10 * NUM_PER_CLASS
    assert (imported["num_added"], imported["num_labelled"]) == (num_files, num_files)
    assert (again["num_added"], again["num_duplicate"]) == (0, num_files)

    version = easel("datasets", "freeze", dataset)[0]
    train = ("train", "--project", project, "--version", version["id"])
    run = easel(*train, "--option", "epochs=8")[0]
    assert run["job"]["state"] == "succeeded"
    assert run["best_metric"] > 0.8

    model = run["model_version_id"]
    deployment = easel("deploy", model, "--name", "Digits", "--suffix", "digits-by-shell")[0]
    token = easel("deployments", "token", deployment["id"])[0]["access_token"]
    image = digits / "3" / "000.png"
    remote = easel("predict", deployment["predict_url"], str(image), "--token", token)
    package = tmp_path / "package.zip"
    easel("models", "download", model, str(package))
    local = easel("run", str(package), "--input", str(image))["results"]
    assert [row["name"] for row in remote] == [row["name"] for row in local]
    scores = [row["score"] for row in local]
    assert scores == pytest.approx([row["score"] for row in remote], abs=1e-4)

    sdk = tmp_path / "sdk.zip"
    easel("models", "sdk", model, str(sdk))
    with zipfile.ZipFile(sdk) as archive:
        assert any(name.endswith(".whl") for name in archive.namelist())
    assert easel("deployments", "stop", deployment["id"])[0]["id"] == deployment["id"]


def test_one_command_makes_a_package_and_another_lets_it_learn_on(
    easel: Any, digits: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.zip", tmp_path / "second.zip"
    brief = ("--wait", "--option", "epochs=2")
    run = easel("finetune", "image.classification", str(digits), *brief, "--output", str(first))[0]
    assert run["initial_model_version"] is None
    again = easel("finetune", str(first), str(digits), *brief, "--output", str(second))[0]
    assert again["initial_model_version"]["id"] == run["model_version_id"]
    listed = easel("list", str(tmp_path))
    assert [Path(package["path"]) for package in listed["packages"]] == [first, second]
    assert "image.classification" in [task["key"] for task in listed["tasks"]]
    responses = tmp_path / "answers"
    place = ("--input", str(digits), "--output", str(responses), "--format", "images")
    assert easel("run", str(second), *place)["num_predicted"] == 10 * NUM_PER_CLASS
    assert len(list(responses.rglob("*.png"))) == 10 * NUM_PER_CLASS


def test_versions_are_compared_forked_and_merged_and_views_are_kept(
    easel: Any, digits: Path, tmp_path: Path
) -> None:
    project = easel("projects", "create", "Versions by shell")[0]["id"]
    dataset = easel("datasets", "create", "Digits", "--project", project)[0]["id"]
    few = tmp_path / "few"
    for name in ("0", "1"):
        (few / name).mkdir(parents=True)
        for file in sorted((digits / name).iterdir())[:10]:
            (few / name / file.name).write_bytes(file.read_bytes())
    easel("datasets", "import", dataset, str(few))
    first = easel("datasets", "freeze", dataset)[0]["id"]
    more = tmp_path / "more" / "2"
    more.mkdir(parents=True)
    for file in sorted((digits / "2").iterdir())[:5]:
        (more / file.name).write_bytes(file.read_bytes())
    # One folder alone may be a class or not: it has to be said.
    easel("datasets", "import", dataset, str(more.parent), "--format", "image_folder")
    second = easel("datasets", "freeze", dataset)[0]["id"]

    assert [row["id"] for row in easel("versions", "list", dataset)] == [second, first]
    diff = easel("versions", "diff", second, first)
    assert (diff["num_added"], diff["num_removed"], diff["num_common"]) == (5, 0, 20)
    added = easel("versions", "diff", second, first, "--samples", "added")
    assert {row["after"]["labels"][0] for row in added} == {"2"}

    fork = easel("versions", "fork", first, "A fork")[0]
    assert (fork["is_fork"], fork["counts"]["added"]) == (True, 20)
    preview = easel("versions", "merge", second, fork["dataset"]["id"], "--preview")
    assert (preview["num_new"], preview["num_known"]) == (5, 20)
    merge = easel("versions", "merge", second, fork["dataset"]["id"], "--label", "2=two")[0]
    assert (merge["counts"]["added"], merge["counts"]["duplicate"]) == (5, 20)
    lineage = easel("versions", "lineage", first)
    assert [one["name"] for one in lineage["forks"]] == ["A fork"]

    forked = fork["dataset"]["id"]
    view = easel("views", "save", forked, "Twos", "--label", "two", "--order", "name")[0]
    assert [row["id"] for row in easel("views", "list", forked)] == [view["id"]]
    twos = easel("samples", "list", forked, "--view", "Twos")
    assert len(twos) == 5
    assert [row["name"] for row in twos] == sorted(row["name"] for row in twos)
    changed = easel("views", "save", forked, "Twos", "--search", "2/")[0]
    assert changed["id"] == view["id"]
    assert len(easel("samples", "list", forked, "--limit", "7")) == 7
    easel("views", "delete", forked, "Twos")
    assert easel("views", "list", forked) == []


def test_a_folder_that_comes_again_with_other_labels_is_compared_and_can_replace_them(
    easel: Any, digits: Path, tmp_path: Path
) -> None:
    project = easel("projects", "create", "Labels that change", "--task", "image.classification")
    dataset = easel("datasets", "create", "Digits", "--project", project[0]["id"])[0]["id"]
    for name in ("three", "four"):
        (tmp_path / name / name).mkdir(parents=True)
        (tmp_path / name / name / "a.png").write_bytes((digits / "3" / "000.png").read_bytes())
    by_class = ("--format", "image_folder")
    easel("datasets", "import", dataset, str(tmp_path / "three"), *by_class)
    kept = easel("datasets", "import", dataset, str(tmp_path / "four"), *by_class)[0]
    assert (kept["num_duplicate"], kept["num_taken"]) == (1, 0)
    assert kept["left_out"] == "1 annotations_kept"
    folder = (dataset, str(tmp_path / "four"), *by_class)
    replaced = easel("datasets", "import", *folder, "--existing", "replace")[0]
    assert (replaced["num_duplicate"], replaced["num_replaced"]) == (1, 1)
    assert replaced["left_out"] == "none"


def test_a_plain_folder_and_a_single_table_come_in_in_the_format_that_they_are_in(
    easel: Any, tmp_path: Path
) -> None:
    (tmp_path / "iris.csv").write_text("5.1,3.5,setosa\n4.9,3.0,setosa\n6.2,3.4,virginica\n")
    project = easel("projects", "create", "Tables", "--task", "tabular.prediction")[0]["id"]
    dataset = easel("datasets", "create", "Iris", "--project", project)[0]["id"]
    imported = easel("datasets", "import", dataset, str(tmp_path / "iris.csv"))[0]
    assert (imported["num_added"], imported["num_rejected"]) == (1, 0)

    reviews = tmp_path / "reviews"
    (reviews / "more").mkdir(parents=True)
    (reviews / "a.csv").write_text("text,label\ngood,yes\nbad,no\n")
    (reviews / "more" / "b.csv").write_text("text,label\nfine,yes\n")
    project = easel("projects", "create", "Texts", "--task", "text.classification")[0]["id"]
    dataset = easel("datasets", "create", "Reviews", "--project", project)[0]["id"]
    single = easel("datasets", "import", dataset, str(reviews / "a.csv"))[0]
    assert (single["num_added"], single["num_labelled"]) == (2, 2)
    folder = easel("datasets", "import", dataset, str(reviews))[0]
    assert (folder["num_added"], folder["num_duplicate"]) == (1, 2)


def test_columns_are_named_on_the_command_line_whatever_they_are_called(
    easel: Any, tmp_path: Path
) -> None:
    project = easel("projects", "create", "Guests", "--task", "text.classification")[0]["id"]
    dataset = easel("datasets", "create", "Guests", "--project", project)[0]["id"]
    rows = "".join(f"{n};Zimmer {n} war hell und ruhig.;{n % 3}\n" for n in range(12))
    (tmp_path / "gaeste.csv").write_text("nr;kommentar;sterne\n" + rows)
    said = ("--column", "text=kommentar", "--column", "label=nr")
    imported = easel("datasets", "import", dataset, str(tmp_path / "gaeste.csv"), *said)[0]
    assert (imported["num_added"], imported["num_labelled"]) == (12, 12)
    assert imported["left_out"] == "none"
