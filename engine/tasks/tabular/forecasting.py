"""Forecasting: how series go on, with intervals."""

from __future__ import annotations

from engine.catalog.tabular import FORECASTING
from engine.data.no_samples import NoSamples
from engine.data.tabular.checks import reading_of_frame, time_findings
from engine.data.tabular.series import SeriesColumns, choose_columns, guess_findings, read_series
from engine.data.tabular.series_dataset import SeriesDataset
from engine.data.tabular.series_splits import evaluation_series, open_series
from engine.data.tabular.splits import read_frame
from engine.errors import SpecError
from engine.evaluation.tabular.forecast_evaluator import ForecastEvaluator
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.network import Pipeline
from engine.interfaces.run import RunContext, TrainedModel
from engine.options import options_of
from engine.specs.data import DataSpec, Split
from engine.specs.options.tabular.forecasting import TabularForecastingOptions
from engine.specs.package.inputs import NumberColumn, SeriesInput, TimeColumn
from engine.specs.package.ops.series import ForecastOp, WindowSeriesOp
from engine.specs.package.report import TrainingSummary
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.budget import Budget
from engine.training.resolve import resolve_threads
from engine.training.series.blend import OUTPUTS, SeriesNetwork
from engine.training.series.fingerprint import fingerprint
from engine.training.series.fitting import Fitting
from engine.training.series.learning import SeriesLearner
from engine.validation.checks import Finding, blocking_first
from engine.validation.rows import advise_rows


class TabularForecasting:
    """Say how series go on."""

    card = FORECASTING
    evaluator = ForecastEvaluator()

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the files before options are chosen; a file that cannot be used is an error."""
        frame, _ = read_frame(data, self.card)
        columns = choose_columns(frame, TabularForecastingOptions())
        series, _, alias, _ = read_series(frame, columns, "auto")
        gaps = sum(one.num_gaps for one in series)
        found = [
            *advise_rows(len(frame), self.card),
            *reading_of_frame(frame),
            *time_findings([_time_column(columns)], frame),
            *guess_findings(frame, TabularForecastingOptions()),
        ]
        if gaps:
            found.append(
                Finding(
                    "gaps_filled",
                    {"count": gaps, "frequency": alias},
                    f"{gaps} number(s) are missing on a grid of '{alias}' and are taken from the "
                    "point before them. Bring them in, or choose another frequency.",
                    blocking=False,
                )
            )
        return blocking_first(found)

    def build_splits(self, spec: TrainingSpec) -> Splits[SeriesDataset]:
        """Read the files and lay out the windows.

        Raises:
            DataError: when the files, times or targets cannot be used, or series are too short.
            SpecError: when the options name a column that is not there, or training is to go on
                from another model.
        """
        if spec.initial_package is not None:
            raise SpecError(
                "A forecaster is always learnt from all points and cannot go on from another one. "
                "Leave out the initial model, and add its points to the data.",
                code="initial_unsupported",
                task=spec.task,
            )
        options = options_of(spec, TabularForecastingOptions)
        opened = open_series(spec.data, options, self.card)
        statistics = opened[Split.TRAIN].statistics()
        return Splits.opened(opened.__getitem__, (), statistics=statistics)

    def open_evaluation_data(self, request: EvaluationRequest) -> EvaluationData:
        """Open the windows that a package is evaluated by.

        Raises:
            DataError: when the files or times cannot be used, or no window fits into the series.
        """
        options = options_of_package(request)
        windows = evaluation_series(
            request.data, options, self.card, request.split, request.basis.statistics
        )
        nothing = NoSamples()
        return EvaluationData(
            windows.records, windows.source, Splits(nothing, windows, windows, ())
        )

    def resolve(self, spec: TrainingSpec, splits: Splits[SeriesDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        meaning = splits.train.meaning
        options = options_of(spec, TabularForecastingOptions).model_copy(
            update={
                "time_column": meaning.columns.time,
                "targets": meaning.columns.targets,
                "frequency": meaning.alias,
                "horizon": meaning.horizon,
                "lookback": meaning.lookback,
                "season": meaning.season,
            }
        )
        return resolve_threads(spec).model_copy(update={"options": options})

    def pipeline(self, spec: TrainingSpec, splits: Splits[SeriesDataset]) -> Pipeline:
        """Return how columns become a window, and forecasts become columns."""
        meaning = splits.train.meaning
        options = options_of(spec, TabularForecastingOptions)
        columns, clock = meaning.columns, meaning.clock
        return Pipeline(
            input=SeriesInput(
                time=_time_column(columns),
                targets=columns.targets,
                covariates=tuple(NumberColumn(name=name) for name in columns.covariates),
                group=columns.group,
                frequency=meaning.alias,
            ),
            preprocessing=(
                WindowSeriesOp(
                    lookback=meaning.lookback,
                    step_seconds=clock.seconds,
                    step_months=clock.months,
                ),
            ),
            postprocessing=(
                ForecastOp(
                    targets=columns.targets,
                    time=columns.time,
                    format=columns.time_format,
                    step_seconds=clock.seconds,
                    step_months=clock.months,
                    level=options.level,
                ),
            ),
        )

    def fit(
        self, spec: TrainingSpec, splits: Splits[SeriesDataset], context: RunContext
    ) -> TrainedModel:
        """Fit every forecaster and blend the best.

        Raises:
            Cancelled: when asked to stop; fitted forecasters are in the work folder.
        """
        for finding in splits.train.meaning.findings:
            context.emit.warning(finding.code, finding.message, **finding.params)
        for one in splits.train.series:
            if one.num_gaps:
                context.emit.warning(
                    "series_has_gaps",
                    f"{one.num_gaps} number(s) of the series '{one.name}' are missing and are "
                    "taken from the point before them.",
                    series=one.name,
                    count=one.num_gaps,
                )
        learner = _learner(spec, splits, context)
        if not learner.is_done:
            learner.learn()
        return _trained(spec, splits, learner)

    def restore(
        self, spec: TrainingSpec, splits: Splits[SeriesDataset], context: RunContext
    ) -> TrainedModel:
        """Return the model of the work folder.

        Raises:
            SpecError: ``not_trained`` when there is none.
        """
        return _trained(spec, splits, _learner(spec, splits, context))


TASK = TabularForecasting()


def options_of_package(request: EvaluationRequest) -> TabularForecastingOptions:
    """Return the options of a training as its package says them, which older ones do not keep."""
    manifest = request.manifest
    series = manifest.input
    assert isinstance(series, SeriesInput)
    window = next(op for op in manifest.preprocessing if isinstance(op, WindowSeriesOp))
    forecast = next(one for one in manifest.networks[0].outputs if one.name == OUTPUTS[0])
    return request.options(TabularForecastingOptions).model_copy(
        update={
            "time_column": series.time.name,
            "targets": series.targets,
            "covariates": tuple(column.name for column in series.covariates),
            "group_column": series.group,
            "frequency": series.frequency,
            "lookback": window.lookback,
            "horizon": forecast.shape[1],
        }
    )


def _time_column(columns: SeriesColumns) -> TimeColumn:
    return TimeColumn(name=columns.time, format=columns.time_format)


def _learner(
    spec: TrainingSpec, splits: Splits[SeriesDataset], context: RunContext
) -> SeriesLearner:
    options = options_of(spec, TabularForecastingOptions)
    return SeriesLearner(
        fitting=Fitting(
            train=splits.train,
            validation=splits.validation,
            backbone=spec.backbone,
            options=options,
            seed=spec.seed,
            num_threads=num_threads(spec.resources.num_threads),
            budget=Budget.of(options.minutes, kept_back=0.0),
            interrupt=context.interrupt,
        ),
        # A folder of its own for these settings and points: what was fitted to others is not gone
        # on with.
        folder=context.work / "series" / fingerprint(spec, splits.train)[:16],
        context=context,
    )


def _trained(
    spec: TrainingSpec, splits: Splits[SeriesDataset], learner: SeriesLearner
) -> TrainedModel:
    blend, learnt = learner.restore()
    train = splits.train
    columns = train.meaning.columns
    network = SeriesNetwork(
        blend=blend,
        lookback=train.meaning.lookback,
        num_columns=len(columns.targets) + len(columns.covariates),
        # An output does not say which series it is of: the calmest one sets the scale.
        deviations=train.meaning.deviations.min(axis=0),
    )
    summary = TrainingSummary(
        backbone=spec.backbone,
        pretrained=None,
        from_scratch=True,
        epochs=1,
        best_epoch=1,
        train_samples=len(train),
        train_seconds=learnt.seconds,
        device="cpu",
        parameters=sum(
            array.size for member in blend.members for array in member.arrays().values()
        ),
    )
    return TrainedModel(
        spec=spec, splits=splits, summary=summary, networks=(network,), module=learnt
    )
