"""Series are read from tables, and their latest points held out."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from engine.catalog.tabular import FORECASTING
from engine.data.tabular.series_splits import open_series
from engine.errors import SpecError
from engine.specs.data import DatasetFormat, FilesDataSpec, Split
from engine.specs.options.tabular.forecasting import TabularForecastingOptions

START = datetime(2023, 1, 1)


def written(folder: Path, times: list[str]) -> FilesDataSpec:
    path = folder / "series.csv"
    lines = [f"{time},{n % 7 + n / 50:.3f}" for n, time in enumerate(times)]
    path.write_text("\n".join(["date,sales", *lines]) + "\n")
    return FilesDataSpec(format=DatasetFormat.TABLE, root=str(path))


@pytest.mark.parametrize(
    ("form", "format", "first"),
    [
        ("%Y/%m/%d", None, "2023-05-08"),
        ("%Y年%m月%d日", None, "2023-05-08"),
        ("%d %b %Y", None, "2023-05-08"),
        ("%m/%d/%Y", "month_first", "2023-05-08"),
        ("%s000", "epoch_milliseconds", "1683504000000"),
        ("%s", "epoch_seconds", "1683504000"),
    ],
)
def test_times_of_series_are_read_as_people_write_them(
    form: str, format: str | None, first: str, tmp_path: Path
) -> None:
    days = [START + timedelta(days=n) for n in range(200)]
    seconds = [str(round((day - datetime(1970, 1, 1)).total_seconds())) for day in days]
    times = [day.strftime(form.replace("%s", n)) for day, n in zip(days, seconds, strict=True)]
    opened = open_series(written(tmp_path, times), TabularForecastingOptions(), FORECASTING)
    test = opened[Split.TEST]
    assert (test.meaning.alias, test.meaning.columns.time_format) == ("D", format)
    # What a model is sent, it is sent in the form of its data.
    assert test.source(0)["date"][0] == first


def test_times_of_series_of_which_none_tells_day_and_month_are_asked_about(tmp_path: Path) -> None:
    times = [f"{1 + n % 9:02d}/{1 + (5 * n) % 11:02d}/2023" for n in range(90)]
    with pytest.raises(SpecError) as refused:
        open_series(written(tmp_path, times), TabularForecastingOptions(), FORECASTING)
    assert refused.value.code == "dates_ambiguous"
