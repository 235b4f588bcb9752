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
    assert refused.value.code == "date_order_needed"


@pytest.mark.parametrize(
    ("num_months", "horizon", "origins"), [(108, 12, 3), (60, 12, 3), (48, 12, 1), (400, 12, 29)]
)
def test_months_are_held_out_for_rolling_origins_that_fit(
    num_months: int, horizon: int, origins: int, tmp_path: Path
) -> None:
    """Nine years were once refused: a tenth of them is no year."""
    times = [f"{1980 + n // 12}-{1 + n % 12:02d}" for n in range(num_months)]
    options = TabularForecastingOptions(horizon=horizon)
    opened = open_series(written(tmp_path, times), options, FORECASTING)
    assert [len(opened[split]) for split in (Split.VALIDATION, Split.TEST)] == [origins, origins]
    assert len(opened[Split.TRAIN]) > 0


def test_a_whole_season_is_forecast_where_enough_is_left_to_learn_from(tmp_path: Path) -> None:
    for num_months, horizon in ((108, 12), (40, 3)):
        times = [f"{1980 + n // 12}-{1 + n % 12:02d}" for n in range(num_months)]
        opened = open_series(written(tmp_path, times), TabularForecastingOptions(), FORECASTING)
        assert opened[Split.TEST].meaning.horizon == horizon
