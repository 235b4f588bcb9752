"""Cards of the tabular tasks."""

from __future__ import annotations

from engine.catalog.cards import TABLE_FILES, BackboneCard, MetricCard, TaskCard, Tier
from engine.catalog.kinds import AnnotationKind, Media, PredictionKind
from engine.specs.data import DatasetFormat
from engine.specs.options.tabular.forecasting import TabularForecastingOptions
from engine.specs.options.tabular.prediction import TabularPredictionOptions

ROWS_HELD_OUT, POINTS_HELD_OUT = 0.1, 0.15
"""Parts of the rows, or the latest points of series, that validation and test take each."""

PREDICTION = TaskCard(
    key="tabular.prediction",
    modality="tabular",
    media=Media.TABLE,
    annotation=AnnotationKind.NONE,
    prediction=PredictionKind.ROWS,
    primary_metric="accuracy",
    other_metrics=(
        # Of values; an error in the unit of the column says more than a share of their variance.
        MetricCard(name="mae", unit="number", higher_is_better=False),
        # Of models that were made before each kind of prediction had a metric of its own.
        MetricCard(name="explained"),
    ),
    search_metric="best_loss",
    held_out_share=ROWS_HELD_OUT,
    formats=(DatasetFormat.TABLE, DatasetFormat.JSON_LINES),
    export_formats=(DatasetFormat.TABLE, *TABLE_FILES, DatasetFormat.JSON_LINES),
    backbones=(
        BackboneCard(key="lightgbm", tier=Tier.FAST, parameters_millions=0.02),
        BackboneCard(
            key="linear",
            tier=Tier.FAST,
            parameters_millions=0.001,
            unmoved_by=("learning_rate",),
        ),
        BackboneCard(
            key="random_forest",
            tier=Tier.FAST,
            parameters_millions=0.03,
            unmoved_by=("learning_rate",),
        ),
        BackboneCard(
            key="neighbours",
            tier=Tier.FAST,
            parameters_millions=0.5,
            unmoved_by=("learning_rate",),
        ),
        BackboneCard(key="ensemble", tier=Tier.BALANCED, parameters_millions=0.2),
        BackboneCard(
            key="mlp",
            tier=Tier.BALANCED,
            parameters_millions=0.05,
            unmoved_by=("learning_rate",),
        ),
        BackboneCard(key="ensemble_large", tier=Tier.ACCURATE, parameters_millions=0.6),
        BackboneCard(
            key="ft_transformer",
            tier=Tier.ACCURATE,
            parameters_millions=0.06,
            unmoved_by=("learning_rate",),
        ),
    ),
    options=TabularPredictionOptions,
)

FORECASTING = TaskCard(
    key="tabular.forecasting",
    modality="tabular",
    media=Media.TABLE,
    annotation=AnnotationKind.NONE,
    prediction=PredictionKind.FORECAST,
    primary_metric="mase",
    held_out_share=POINTS_HELD_OUT,
    primary_unit="number",
    higher_is_better=False,
    formats=(DatasetFormat.TABLE, DatasetFormat.JSON_LINES),
    export_formats=(DatasetFormat.TABLE, *TABLE_FILES, DatasetFormat.JSON_LINES),
    backbones=(
        BackboneCard(
            key="linear", tier=Tier.FAST, parameters_millions=0.03, unmoved_by=("max_epochs",)
        ),
        BackboneCard(
            key="ets", tier=Tier.FAST, parameters_millions=0.03, unmoved_by=("max_epochs",)
        ),
        BackboneCard(key="ensemble", tier=Tier.BALANCED, parameters_millions=0.1),
        BackboneCard(
            key="lightgbm", tier=Tier.BALANCED, parameters_millions=0.02, unmoved_by=("max_epochs",)
        ),
        BackboneCard(key="ensemble_large", tier=Tier.ACCURATE, parameters_millions=0.2),
        BackboneCard(key="patchtst", tier=Tier.ACCURATE, parameters_millions=0.15),
    ),
    options=TabularForecastingOptions,
)

CARDS: tuple[TaskCard, ...] = (PREDICTION, FORECASTING)
