"""Nothing of a table is guessed or padded unasked: a run waits until somebody agrees."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.catalog.tabular import FORECASTING, PREDICTION
from engine.data.tabular.dataset import TableDataset
from engine.data.tabular.series_splits import open_series
from engine.data.tabular.splits import open_tables
from engine.errors import DataError
from engine.specs.data import DatasetFormat, FilesDataSpec, Split
from engine.specs.options.tabular.forecasting import TabularForecastingOptions
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.tasks.tabular.prediction import TASK
from tests.engine.tables import write_series

PLAIN = "".join(f"{n},{n * 1.5},{'yes' if n % 2 else 'no'}\n" for n in range(60))
HEAD = "size,width,answer\n"


def data(path: Path, text: str) -> FilesDataSpec:
    path.write_text(text)
    return FilesDataSpec(format=DatasetFormat.TABLE, root=str(path))


def opened(spec: FilesDataSpec, **options: object) -> dict[Split, TableDataset]:
    return open_tables(spec, TabularPredictionOptions.model_validate(options), PREDICTION)


def waiting(spec: FilesDataSpec, **options: object) -> DataError:
    with pytest.raises(DataError) as refused:
        opened(spec, **options)
    assert refused.value.code == "not_confirmed"
    return refused.value


def num_rows(parts: dict[Split, TableDataset]) -> int:
    return sum(len(part) for part in parts.values())


@pytest.mark.parametrize("num_before", [3, 1500])
def test_rows_of_another_length_are_named_with_their_lines_and_wait_for_an_agreement(
    num_before: int, tmp_path: Path
) -> None:
    rows = "".join(f"{n},{n * 1.5},{'yes' if n % 2 else 'no'}\n" for n in range(num_before))
    spec = data(tmp_path / "a.csv", f"{HEAD}{rows}7,1,no,more\n{PLAIN}8,2\n")
    refused = waiting(spec, target="answer", accepted=["rows_without_target"])
    assert refused.params == {"findings": "uneven_rows"}
    assert f"in line(s) {num_before + 2}, {num_before + 63};" in refused.message
    assert "7 | 1 | no | more" in refused.message
    parts = opened(spec, target="answer", accepted=["uneven_rows", "rows_without_target"])
    # The short row has no answer; the long one is learnt from as far as the columns go.
    assert num_rows(parts) == num_before + 61
    codes = [finding.code for finding in parts[Split.TRAIN].meaning.findings]
    assert codes == ["uneven_rows", "rows_without_target"]


def test_a_target_that_nobody_named_waits_for_an_agreement_and_names_the_columns(
    tmp_path: Path,
) -> None:
    spec = data(tmp_path / "a.csv", HEAD + PLAIN)
    refused = waiting(spec)
    assert refused.params == {"findings": "target_guessed"}
    assert "'answer', would be predicted. The table has: size, width, answer." in refused.message
    assert num_rows(opened(spec, accepted=["target_guessed"])) == 60
    assert num_rows(opened(spec, target="answer")) == 60


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ([str(n % 2) for n in range(60)], "binary"),
        ([str(n % 5) for n in range(60)], "regression"),
        ([f"{n}.5" for n in range(60)], "regression"),
        (["7"] + [("a", "b", "c")[n % 3] for n in range(59)], "multi_class"),
    ],
)
def test_whether_numbers_are_values_or_classes_waits_for_an_agreement(
    cells: Sequence[str], problem: str, tmp_path: Path
) -> None:
    rows = "".join(f"{n},{cell}\n" for n, cell in enumerate(cells))
    spec = data(tmp_path / "a.csv", f"size,answer\n{rows}")
    refused = waiting(spec, target="answer")
    assert refused.params == {"findings": "problem_guessed"}
    assert f"({problem})" in refused.message
    assert num_rows(opened(spec, target="answer", problem=problem)) > 50
    agreed = opened(spec, target="answer", accepted=["problem_guessed"])
    assert agreed[Split.TRAIN].meaning.problem == problem


def test_rows_without_an_answer_wait_for_an_agreement_with_their_number(tmp_path: Path) -> None:
    spec = data(tmp_path / "a.csv", f"{HEAD}{PLAIN}1,2,\n1,3,NA\n")
    refused = waiting(spec, target="answer")
    assert "2 of 62 rows have no value in 'answer' and are not learnt from" in refused.message
    assert num_rows(opened(spec, target="answer", accepted=["rows_without_target"])) == 60


def test_columns_of_series_that_nobody_chose_wait_for_an_agreement(tmp_path: Path) -> None:
    path = write_series(tmp_path / "days.csv", 120, num_series=1)
    spec = FilesDataSpec(
        format=DatasetFormat.TABLE, root=str(path), validation_share=0.2, test_share=0.2
    )
    with pytest.raises(DataError) as refused:
        open_series(spec, TabularForecastingOptions(), FORECASTING)
    assert (refused.value.code, refused.value.params) == (
        "not_confirmed",
        {"findings": "series_guessed"},
    )
    assert "sales, warmth" in refused.value.message
    for options in ({"accepted": ["series_guessed"]}, {"targets": ["sales"]}):
        chosen = TabularForecastingOptions.model_validate(options)
        assert len(open_series(spec, chosen, FORECASTING)[Split.TRAIN])


def test_a_series_with_rows_of_another_length_waits_for_an_agreement(tmp_path: Path) -> None:
    path = write_series(tmp_path / "days.csv", 120, num_series=1)
    spec = data(path, path.read_text() + "2023-05-02,shop0,51,3,9\n")
    with pytest.raises(DataError) as refused:
        open_series(spec, TabularForecastingOptions(targets=("sales",)), FORECASTING)
    assert refused.value.params == {"findings": "uneven_rows"}


def test_the_check_of_a_file_names_rows_of_another_length(tmp_path: Path) -> None:
    found = TASK.check(data(tmp_path / "a.csv", f"{HEAD}1,2\n{PLAIN}"))
    uneven = next(finding for finding in found if finding.code == "uneven_rows")
    assert (uneven.confirm, uneven.num_samples, uneven.params["lines"]) == (True, 1, "2")
