"""Prediction from tables: a class or a number for each row."""

from __future__ import annotations

import numpy as np

from engine.catalog.tabular import PREDICTION
from engine.data.no_samples import NoSamples
from engine.data.tabular.checks import column_findings, frame_findings, leaking_columns
from engine.data.tabular.dataset import TableDataset, TableMeaning
from engine.data.tabular.known_table import open_known_table
from engine.data.tabular.schema import infer_schema
from engine.data.tabular.splits import open_tables, read_frame
from engine.errors import SpecError
from engine.evaluation.tabular.report import LearntTable
from engine.evaluation.tabular.table_evaluator import TableEvaluator
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.network import Pipeline
from engine.interfaces.run import RunContext, TrainedModel
from engine.options import options_of
from engine.specs.data import DataSpec, Split
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.specs.package.inputs import TableInput
from engine.specs.package.ops.table import RowsOp
from engine.specs.package.report import TrainingSummary
from engine.specs.training import TrainingSpec
from engine.threads import num_threads
from engine.training.budget import Budget
from engine.training.fingerprint import fingerprint
from engine.training.resolve import resolve_threads
from engine.training.tabular.folds import make_folds
from engine.training.tabular.learning import BASELINE, TableLearner
from engine.training.tabular.portfolio import TREES, setting
from engine.training.tabular.table_network import TableNetwork
from engine.validation.checks import Finding, blocking_first
from engine.validation.rows import advise_rows


class TabularPrediction:
    """Predict one column of a table from the others."""

    card = PREDICTION
    evaluator = TableEvaluator()

    def check(self, data: DataSpec) -> tuple[Finding, ...]:
        """Look at the files before a target is chosen; a file that cannot be used is an error."""
        frame, _ = read_frame(data, self.card)
        schema = infer_schema(
            frame, but=(), max_categories=TabularPredictionOptions().max_categories
        )
        return blocking_first((*advise_rows(len(frame), self.card), *frame_findings(frame, schema)))

    def build_splits(self, spec: TrainingSpec) -> Splits[TableDataset]:
        """Read the files and encode the rows.

        Raises:
            DataError: when the files, the target or the train split cannot be used.
            SpecError: when the options name a column that is not there, or training is to go on
                from another model.
        """
        if spec.initial_package is not None:
            raise SpecError(
                "A model for tables is always learnt from all rows and cannot go on from another "
                "one. Leave out the initial model, and add its rows to the data.",
                code="initial_unsupported",
                task=spec.task,
            )
        opened = open_tables(spec.data, options_of(spec, TabularPredictionOptions), self.card)
        train = opened[Split.TRAIN]
        return Splits.opened(
            opened.__getitem__, train.meaning.labels, statistics=train.statistics()
        )

    def open_evaluation_data(self, request: EvaluationRequest) -> EvaluationData:
        """Open the rows that a package is evaluated by: those with an answer that it can give.

        Raises:
            DataError: when the files lack a column, or no row can be evaluated.
        """
        options = request.options(TabularPredictionOptions)
        rows, left_out = open_known_table(
            request.data, self.card, request.manifest, options, request.split
        )
        nothing = NoSamples()
        # A package of before its statistics were kept is measured against this data's own.
        statistics = request.basis.statistics or rows.statistics()
        splits = Splits(nothing, rows, rows, request.labels, statistics=statistics)
        return EvaluationData(rows.records, rows.source, splits, left_out)

    def resolve(self, spec: TrainingSpec, splits: Splits[TableDataset]) -> TrainingSpec:
        """Replace every ``auto`` by the value that suits this data and this machine."""
        options = options_of(spec, TabularPredictionOptions)
        meaning = splits.train.meaning
        trials = options.num_trials
        resolved = options.model_copy(
            update={
                "target": meaning.target,
                "problem": meaning.problem,
                "num_trials": TREES.get(spec.backbone, 1) if trials == "auto" else trials,
            }
        )
        return resolve_threads(spec).model_copy(update={"options": resolved})

    def pipeline(self, spec: TrainingSpec, splits: Splits[TableDataset]) -> Pipeline:
        """Return how rows become tensors, and scores become answers."""
        meaning = splits.train.meaning
        postprocessing = RowsOp(
            target=meaning.target,
            problem=meaning.problem,
            mean=meaning.mean,
            deviation=meaning.deviation,
        )
        return Pipeline(
            input=TableInput(columns=meaning.schema.columns),
            preprocessing=(meaning.op,),
            postprocessing=(postprocessing,),
        )

    def fit(
        self, spec: TrainingSpec, splits: Splits[TableDataset], context: RunContext
    ) -> TrainedModel:
        """Try candidates fold by fold, blend the best, and fit them on all training rows.

        Raises:
            Cancelled: when asked to stop; finished folds are in the work folder.
        """
        train = splits.train
        for finding in (*train.meaning.findings, *column_findings(train.meaning.schema)):
            context.emit.warning(finding.code, finding.message, **finding.params)
        for column, strength in leaking_columns(train).items():
            context.emit.warning(
                "column_leaks",
                f"The column '{column}' alone predicts '{train.meaning.target}' almost perfectly "
                f"({strength:.4f}). If it is only known afterwards, leave it out.",
                column=column,
                target=train.meaning.target,
                strength=round(strength, 4),
            )
        learner = _learner(spec, splits, context)
        learner.learn()
        return _trained(spec, splits, learner)

    def restore(
        self, spec: TrainingSpec, splits: Splits[TableDataset], context: RunContext
    ) -> TrainedModel:
        """Return the model of the work folder.

        Raises:
            SpecError: ``not_trained`` when there is none.
        """
        return _trained(spec, splits, _learner(spec, splits, context))


TASK = TabularPrediction()


def _learner(spec: TrainingSpec, splits: Splits[TableDataset], context: RunContext) -> TableLearner:
    options = options_of(spec, TabularPredictionOptions)
    train = splits.train
    meaning = train.meaning
    question = meaning.question(_class_weights(train, meaning, options))
    groups = None
    if options.group_column is not None:
        groups = [str(cell) for cell in train.frame.columns[options.group_column]]
    folds = make_folds(
        train.targets,
        options.folds,
        stratified=meaning.problem != "regression",
        groups=groups,
        in_time_order=options.time_column is not None,
        seed=spec.seed,
    )
    # Members are fitted again on all rows, which takes about as long as one fold each.
    budget = Budget.of(options.minutes, kept_back=1 / (len(folds) - 1))

    def on_round() -> None:
        context.interrupt.check()
        budget.check()

    return TableLearner(
        rows=train.encoded,
        targets=train.targets,
        validation=(splits.validation.encoded, splits.validation.targets),
        folds=folds,
        given=setting(
            spec.backbone,
            question,
            options,
            train.encoded,
            seed=spec.seed,
            num_threads=num_threads(spec.resources.num_threads),
            on_round=on_round,
        ),
        deviation=meaning.deviation,
        # A folder of their own for these settings and rows: folds of others are not gone on with.
        folder=context.work / "table" / fingerprint(spec, splits)[:16],
        context=context,
        budget=budget,
    )


def _class_weights(
    train: TableDataset, meaning: TableMeaning, options: TabularPredictionOptions
) -> tuple[float, ...]:
    if options.class_weights == "none" or meaning.problem == "regression":
        return ()
    counts = np.bincount(train.targets.astype(np.int64), minlength=len(meaning.labels))
    weights = len(train) / (len(counts) * np.maximum(counts, 1))
    return tuple(weights.tolist())


def _trained(
    spec: TrainingSpec, splits: Splits[TableDataset], learner: TableLearner
) -> TrainedModel:
    ensemble, baseline, learnt = learner.restore()
    train = splits.train
    meaning = train.meaning
    network = TableNetwork(
        model=ensemble,
        problem=meaning.problem,
        num_numbers=train.encoded.numbers.shape[1],
        num_categories=train.encoded.categories.shape[1],
        num_outputs=len(meaning.labels) or 1,
    )
    rounds = [tried.rounds for tried in learnt.tried if tried.weight > 0]
    taken = {tried.name for tried in learnt.tried if tried.weight > 0}
    summary = TrainingSummary(
        # Where nothing beats the linear model, that is the one in the package.
        backbone=BASELINE if taken == {BASELINE} else spec.backbone,
        pretrained=None,
        from_scratch=True,
        epochs=max(rounds),
        best_epoch=max(rounds),
        train_samples=len(train),
        train_seconds=learnt.seconds,
        device="cpu",
        parameters=sum(
            array.size for member in ensemble.members for array in member.arrays().values()
        ),
    )
    return TrainedModel(
        spec=spec,
        splits=splits,
        summary=summary,
        networks=(network,),
        module=LearntTable(ensemble, baseline, learnt),
    )
