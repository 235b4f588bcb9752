"""Text tasks: what auto becomes, what is refused, and how a model goes on from another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import easel.runtime
import pytest

from engine.commands.train import train
from engine.errors import DataError, SpecError
from engine.events import EventSink
from engine.interrupt import Interrupt
from engine.specs.package.report import ClassificationReport
from engine.specs.parse import parse_training_spec
from engine.specs.training import TrainingSpec
from engine.tasks.loading import load_task
from tests.engine.runs import events
from tests.engine.texts import (
    annotated,
    aspect_reviews,
    journeys,
    reviews,
    text_document,
    write_texts,
)

ASPECT_SENTIMENTS = (
    *("dirty", "awful", "noisy", "broken", "rude", "tiny"),
    *("lovely", "great", "spotless", "quiet", "perfect", "generous"),
)


def spec_of(
    root: Path, task: str, samples: list[dict[str, Any]], backbone: str, **options: Any
) -> TrainingSpec:
    labels = sorted({label for sample in samples for label in sample.get("labels", ())})
    labels += sorted(
        {r["label"] for sample in samples for r in sample.get("regions", ())} - set(labels)
    )
    data = write_texts(root / "data", samples, labels=labels)
    return parse_training_spec(text_document(task, data, backbone, **options))


def run(spec: TrainingSpec, work: Path) -> Path:
    work.mkdir(parents=True)
    with EventSink(work / "events.jsonl") as emit:
        train(spec, work, emit, Interrupt())
    return work / "package"


@pytest.mark.parametrize("backbone", ["nb_ngrams", "text_cnn"])
def test_texts_of_which_no_word_comes_twice_are_refused(backbone: str, tmp_path: Path) -> None:
    samples = [
        {"content": text.encode(), "labels": [text[:1]]} for text in ("ok", "no", "hm", "yo")
    ]
    spec = spec_of(tmp_path, "text.classification", samples, backbone)
    with pytest.raises(DataError, match="comes twice in the") as refused:
        load_task("text.classification").build_splits(spec)
    assert refused.value.code == "vocabulary_empty"


def test_chinese_is_read_by_characters_and_english_by_words(tmp_path: Path) -> None:
    task = load_task("text.classification")
    chinese = [
        {"content": text.encode(), "labels": [label]}
        for text, label in (("房间很大", "good"), ("早餐不好", "bad")) * 6
    ]
    for name, samples, unit, longest in (
        ("zh", chinese, "character", 4),
        ("en", reviews(12), "word", 2),
    ):
        spec = spec_of(tmp_path / name, "text.classification", samples, "nb_ngrams")
        splits = task.build_splits(spec)
        resolved = task.resolve(spec, splits)
        assert '"auto"' not in resolved.model_dump_json()
        op = splits.train.op.model_dump()
        assert (op["unit"], op["largest"]) == (unit, longest)


def test_places_inside_words_are_found_by_reading_characters(tmp_path: Path) -> None:
    task = load_task("text.entity_extraction")
    samples = [annotated(f"a Parisian walk {n}", [("city", "Paris")]) for n in range(10)]
    spec = spec_of(tmp_path, "text.entity_extraction", samples, "conv_tagger")
    assert task.build_splits(spec).train.op.model_dump()["unit"] == "character"


def test_the_head_follows_whether_places_nest(tmp_path: Path) -> None:
    task = load_task("text.entity_extraction")
    for nested, head in ((False, "chain"), (True, "pairs")):
        samples = journeys(12, nested=nested)
        spec = spec_of(tmp_path / head, "text.entity_extraction", samples, "conv_tagger")
        splits = task.build_splits(spec)
        answer = task.pipeline(task.resolve(spec, splits), splits).postprocessing[0].model_dump()
        assert (answer["decode"], answer["nested"]) == (head, nested)


def test_a_backbone_without_targets_is_refused_where_targets_are_marked(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "text.sentiment", aspect_reviews(12), "nb_ngrams")
    with pytest.raises(SpecError) as refused:
        load_task("text.sentiment").build_splits(spec)
    assert refused.value.code == "backbone_without_targets"


def test_a_text_that_is_not_utf_8_is_named(tmp_path: Path) -> None:
    samples = [{"content": b"\xff\xfe\xff", "labels": ["good"]}, *reviews(12)]
    spec = spec_of(tmp_path, "text.classification", samples, "nb_ngrams")
    splits = load_task("text.classification").build_splits(spec)
    with pytest.raises(DataError, match=r"reviews\.csv:0"):
        splits.train.examples([0])


def test_a_long_text_is_evaluated_whole_and_its_windows_are_one_answer(tmp_path: Path) -> None:
    spec = spec_of(
        tmp_path,
        "text.classification",
        reviews(60),
        "text_cnn",
        epochs=10,
        batch_size=8,
        learning_rate=0.01,
        max_words=16,
    )
    model = easel.runtime.load(run(spec, tmp_path / "work"))
    long = "well, the desk was there. " * 8 + "breakfast was awful, awful, awful, awful."

    assert model.prepare(long).num_rows > 2
    assert sum(result.document()["score"] for result in model.predict(long)) == pytest.approx(1)


def test_ngrams_go_on_from_a_package_and_name_what_spoke_for_a_label(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, "text.classification", reviews(150), "nb_ngrams")
    package = run(spec, tmp_path / "first")
    report = ClassificationReport.model_validate_json((package / "report.json").read_bytes())
    assert report.accuracy.value >= 0.9
    assert report.baseline is not None
    example = report.examples[0]
    strongest = example.attributions[0]
    assert strongest[1] == 1.0
    assert any(word in strongest[0] for word in ASPECT_SENTIMENTS)

    again = spec.model_copy(update={"initial_package": str(package)})
    second = run(again, tmp_path / "second")

    said = events(tmp_path / "second")
    assert any("2 labels kept, new: none" in event.get("message", "") for event in said)
    assert (second / "vocabulary.json").read_bytes() == (package / "vocabulary.json").read_bytes()
