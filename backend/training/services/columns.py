"""Options that name columns, held against the tables of a version before a run starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from backend.datasets.selectors.tables import Column, TableView, first_tables, uneven_tables
from engine.specs.options.tabular.forecasting import TabularForecastingOptions
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.specs.spec import ColumnChoice
from engine.specs.training import TaskOptions
from engine.validation.checks import Finding
from engine.validation.series import check_series
from engine.validation.targets import (
    TargetStatistics,
    check_guess,
    check_problem,
    check_target,
)
from engine.validation.uneven_rows import check_uneven


def check_columns(options: TaskOptions, version_ids: Sequence[UUID]) -> Iterator[Finding]:
    """Yield what keeps the named columns from being used: unknown, named twice, without a value."""
    choices = dict(_choices(options))
    if not choices:
        return
    yield from _uneven(version_ids)
    for table in first_tables(version_ids).values():
        columns = {column.name: column for column in table.columns}
        named = {option: tuple(_named(options, option, choices[option])) for option in choices}
        yield from _unknown(named, columns)
        yield from _named_twice(named, choices)
        if table.num_rows_read == table.num_rows:
            yield from _constant_target(named, choices, columns)
        if isinstance(options, TabularPredictionOptions):
            yield from _target(options, table)
        if isinstance(options, TabularForecastingOptions):
            yield from _series(options, table)


def _uneven(version_ids: Sequence[UUID]) -> Iterator[Finding]:
    for table in uneven_tables(version_ids):
        rows = table.rows
        yield from check_uneven(
            table.name,
            num=rows.num,
            expected=rows.expected,
            lines=rows.lines,
            example=rows.example,
        )


def _choices(options: TaskOptions) -> Iterator[tuple[str, ColumnChoice]]:
    for name, field in type(options).model_fields.items():
        extra = field.json_schema_extra
        if isinstance(extra, dict) and "column" in extra:
            yield name, ColumnChoice.model_validate(extra["column"])


def _named(options: TaskOptions, option: str, choice: ColumnChoice) -> Iterator[str]:
    value = getattr(options, option)
    for name in value if isinstance(value, tuple) else (value,):
        if name is not None and not (name == "auto" and choice.auto):
            yield name


def _unknown(
    named: Mapping[str, tuple[str, ...]], columns: Mapping[str, Column]
) -> Iterator[Finding]:
    for option, names in named.items():
        for name in names:
            if name not in columns:
                yield Finding(
                    "column_unknown",
                    {"option": option, "column": name},
                    f"The option '{option}' names the column '{name}', which the table does not "
                    f"have. It has: {', '.join(columns)}.",
                    blocking=True,
                )


def _named_twice(
    named: Mapping[str, tuple[str, ...]], choices: Mapping[str, ColumnChoice]
) -> Iterator[Finding]:
    counts = Counter(
        name for option, names in named.items() if choices[option].apart for name in names
    )
    for name, times in counts.items():
        if times > 1:
            yield Finding(
                "column_named_twice",
                {"column": name},
                f"The column '{name}' is named by {times} options, each of which needs it alone. "
                "Take it out of all but one.",
                blocking=True,
            )


def _target(options: TabularPredictionOptions, table: TableView) -> Iterator[Finding]:
    """Yield what the target leaves to learn from, and that nobody named it."""
    names = [column.name for column in table.columns]
    target = options.target
    if target == "auto":
        target = names[-1]
        yield from check_guess(names, target)
    column = next((column for column in table.columns if column.name == target), None)
    if column is not None:
        present = column.num_numbers + column.num_infinite + column.num_words
        statistics = TargetStatistics(
            column=target,
            num_rows=table.num_rows_read,
            num_missing=table.num_rows_read - present,
            num_numbers=column.num_numbers,
            num_infinite=column.num_infinite,
            num_words=column.num_words,
            num_distinct_numbers=column.num_distinct_numbers,
            num_distinct_words=column.num_distinct - column.num_distinct_numbers,
        )
        yield from check_problem(statistics, options.problem)
        yield from check_target(statistics, options.problem)


def _series(options: TabularForecastingOptions, table: TableView) -> Iterator[Finding]:
    """Yield which columns of series nobody chose."""
    chose_time = options.time_column != "auto"
    times = [column.name for column in table.columns if column.kind == "time"]
    special = {options.group_column, *options.covariates, *times}
    numbers = [
        column.name
        for column in table.columns
        if column.kind == "number" and column.name not in special
    ]
    yield from check_series(
        times=(options.time_column,) if chose_time else times,
        numbers=options.targets or numbers,
        chose_time=chose_time,
        chose_targets=bool(options.targets),
    )


def _constant_target(
    named: Mapping[str, tuple[str, ...]],
    choices: Mapping[str, ColumnChoice],
    columns: Mapping[str, Column],
) -> Iterator[Finding]:
    for option, choice in choices.items():
        if choice.auto != "last":
            continue
        names = named[option] or (list(columns)[-1],)
        for name in names:
            if name in columns and columns[name].num_distinct < 2:
                yield Finding(
                    "target_constant",
                    {"column": name},
                    f"The column '{name}' holds {columns[name].num_distinct} distinct value(s); at "
                    "least two are needed to learn from. Choose another target, or add rows.",
                    blocking=True,
                )
