"""What the example data of every task must be: whole, right, small, and the same each time."""

from __future__ import annotations

import itertools
import json
import shlex
from pathlib import Path

import pytest

from engine.catalog import TASKS
from engine.catalog.examples import EXAMPLES
from engine.commands.specs import data_of
from engine.errors import SpecError
from engine.examples.loading import NOTE, load_example, write_example
from engine.formats.layout import Item, Problem
from engine.formats.loading import read_tree
from engine.formats.reading.trees import FolderTree
from engine.specs.language import LANGUAGES, Language
from engine.specs.parse import parse_options
from engine.tasks.loading import load_task
from tests.guides.thumbnails import FOLDERS, GRIDS
from tests.once import made_once

FRONTEND = Path(__file__).parents[2] / "frontend" / "src"
MAX_BYTES = 3 * 2**20
# Said of all data in VOC's layout.
NOTES = {"voc_one_based"}
# Small data is data one gets more of; a form has one template.
ADVICE = {"samples_below_advice", "imbalanced", "rows_below_advice"}
NUM_SAMPLES = {
    "image.classification": 1797,
    "image.object_detection": 120,
    "image.segmentation": 100,
    "image.anomaly_detection": 104,
    "text.classification": 180,
    "text.sentiment": 180,
    "text.similarity": 200,
    "text.entity_extraction": 160,
    "text.relation_extraction": 180,
    "speech.sound_classification": 96,
    "speech.recognition": 180,
    "video.classification": 96,
    "video.object_tracking": 16,
    "ocr.text_recognition": 120,
    "ocr.template": 23,
    "tabular.prediction": 1,
    "tabular.forecasting": 1,
    "retail.product_detection": 48,
    "multimodal.image_text_retrieval": 160,
}

EVERY_TASK = pytest.mark.parametrize("task", TASKS)
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def written(task: str, language: Language, tmp_path_factory: pytest.TempPathFactory) -> Path:
    def write(root: Path) -> None:
        write_example(task, root / "data", language)

    return made_once(tmp_path_factory, f"example {task} {language}", write) / "data"


def test_every_task_has_example_data_and_a_card_of_it() -> None:
    assert set(EXAMPLES) == set(TASKS) == set(NUM_SAMPLES)
    for card in EXAMPLES.values():
        assert set(card.title) == set(card.description) == set(LANGUAGES)


@EVERY_LANGUAGE
def test_the_cards_of_the_home_page_say_the_same_and_have_an_image(language: Language) -> None:
    texts = FRONTEND / "i18n" / FOLDERS[language].name / "home.json"
    shown = json.loads(texts.read_text("utf-8"))["sample"]

    assert shown == {
        task.replace(".", "_"): {
            "title": card.title[language],
            "text": card.description[language],
        }
        for task, card in EXAMPLES.items()
    }
    assert {path.stem for path in FOLDERS[language].glob("*.webp")} == set(TASKS) == set(GRIDS)


@EVERY_TASK
def test_its_options_are_those_of_the_task(task: str) -> None:
    parse_options(task, dict(EXAMPLES[task].options))


@EVERY_LANGUAGE
@EVERY_TASK
def test_the_engine_finds_nothing_wrong_with_it(
    task: str, language: Language, written: Path
) -> None:
    findings = load_task(task).check(data_of(written, task))

    assert {finding.code for finding in findings} <= ADVICE


@EVERY_LANGUAGE
@EVERY_TASK
def test_it_is_read_without_a_problem_and_every_sample_is_annotated(
    task: str, language: Language, written: Path
) -> None:
    found = list(read_tree(TASKS[task].formats[0], FolderTree(written)))

    assert {one.code for one in found if isinstance(one, Problem)} <= NOTES
    items = [one for one in found if isinstance(one, Item)]
    assert len(items) == NUM_SAMPLES[task]
    assert all(item.is_annotated for item in items)


@EVERY_LANGUAGE
@EVERY_TASK
def test_it_is_small_and_says_what_it_is(task: str, language: Language, written: Path) -> None:
    note = (written / NOTE).read_text("utf-8")

    assert EXAMPLES[task].title[language] in note
    assert load_example(task).source[language] in note
    assert sum(path.stat().st_size for path in written.rglob("*")) <= MAX_BYTES


@EVERY_TASK
def test_the_command_of_its_note_says_the_options_as_a_shell_reads_them(
    task: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = made_once(
        tmp_path_factory,
        f"example {task} en",
        lambda root: write_example(task, root / "data", "en"),
    )
    note = (folder / "data" / NOTE).read_text("utf-8")
    words = shlex.split(note.split("```console\n$ ")[1].split("```")[0].replace("\\\n", ""))

    given = {
        one.partition("=")[0]: json.loads(one.partition("=")[2]) for one in after(words, "--option")
    }
    accepted = after(words, "--accept")
    assert given | ({"accepted": accepted} if accepted else {}) == EXAMPLES[task].options


@EVERY_TASK
def test_it_has_the_same_bytes_each_time(task: str, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_example(task, tmp_path / name, "zh")

    assert _files(tmp_path / "one") == _files(tmp_path / "two")


def test_texts_and_classes_are_in_the_language(tmp_path: Path) -> None:
    write_example("text.sentiment", tmp_path / "zh", "zh")
    write_example("text.sentiment", tmp_path / "en", "en")

    assert "好评" in (tmp_path / "zh" / "reviews.csv").read_text("utf-8")
    assert (tmp_path / "en" / "reviews.csv").read_text("utf-8").isascii()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")

    with pytest.raises(SpecError) as refused:
        write_example("text.sentiment", tmp_path, "en")

    assert refused.value.code == "folder_not_empty"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_task_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as refused:
        write_example("image.nothing", tmp_path / "new", "en")

    assert refused.value.code == "task_unknown"


def after(words: list[str], flag: str) -> list[str]:
    """Return the word after each occurrence of a flag."""
    return [value for name, value in itertools.pairwise(words) if name == flag]


def _files(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }
