"""Labels of relations count as labels of the samples that hold them."""

from __future__ import annotations

from pathlib import Path

from engine.catalog import TASKS
from engine.data.quality import check_samples
from engine.data.samples import read_samples
from engine.specs.parse import parse_training_spec
from tests.engine.texts import EMPLOYMENT_LABELS, employments, text_document, write_texts


def test_a_label_that_only_relations_have_is_not_one_without_samples(tmp_path: Path) -> None:
    task = TASKS["text.relation_extraction"]
    data = write_texts(tmp_path, employments(30), labels=list(EMPLOYMENT_LABELS))
    spec = parse_training_spec(text_document(task.key, data, "conv_tagger"))
    samples = read_samples(spec.data, task)
    assert min(samples.counts().values()) > 0
    assert [one.code for one in check_samples(samples, task) if one.blocking] == []
