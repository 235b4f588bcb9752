"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.datasets.views import (
    attributes,
    datasets,
    films,
    foreign,
    imports,
    labels,
    lineage,
    samples,
    saved_views,
    sounds,
    tables,
    tags,
    versions,
)

DATASET = "datasets/<uuid:dataset_id>"
LABEL = f"{DATASET}/labels/<uuid:label_id>"
IMPORT = "imports/<uuid:import_id>"
ARCHIVE = "archives/<uuid:archive_id>"
VERSION = "dataset-versions/<uuid:version_id>"

urlpatterns = [
    path("datasets", datasets.DatasetsView.as_view()),
    path(DATASET, datasets.DatasetView.as_view()),
    path(f"{DATASET}/statistics", datasets.StatisticsView.as_view()),
    path(f"{DATASET}/labels", labels.LabelsView.as_view()),
    path(f"{DATASET}/attributes", attributes.AttributesView.as_view()),
    path(f"{DATASET}/attributes/losses", attributes.AttributeLossesView.as_view()),
    path(LABEL, labels.LabelView.as_view()),
    path(f"{LABEL}/consequences", labels.LabelConsequencesView.as_view()),
    path(f"{LABEL}/merge", labels.LabelMergeView.as_view()),
    path(f"{DATASET}/samples", samples.SamplesView.as_view()),
    path(f"{DATASET}/samples/count", samples.SampleCountView.as_view()),
    path(f"{DATASET}/tags", tags.TagsView.as_view()),
    path(f"{DATASET}/tags/<uuid:tag_id>", tags.TagView.as_view()),
    path(f"{DATASET}/views", saved_views.SavedViewsView.as_view()),
    path("saved-views/<uuid:view_id>", saved_views.SavedViewView.as_view()),
    path(f"{DATASET}/next-unlabelled", samples.NextUnlabelledView.as_view()),
    path(f"{DATASET}/trash", samples.TrashView.as_view()),
    path(f"{DATASET}/restore", samples.RestoreView.as_view()),
    path(f"{DATASET}/purge", samples.PurgeView.as_view()),
    path("samples/<uuid:sample_id>", samples.SampleView.as_view()),
    path("samples/<uuid:sample_id>/image", samples.SampleImageView.as_view()),
    path("samples/<uuid:sample_id>/file", samples.SampleFileView.as_view()),
    path("samples/<uuid:sample_id>/wave", sounds.WaveView.as_view()),
    path("samples/<uuid:sample_id>/film", films.FilmView.as_view()),
    path("samples/<uuid:sample_id>/spectrogram", sounds.SpectrogramView.as_view()),
    path(f"{DATASET}/table", tables.TableView.as_view()),
    path(f"{DATASET}/table/rows", tables.TableRowsView.as_view()),
    path(f"{DATASET}/table/statistics", tables.TableStatisticsView.as_view()),
    path(f"{DATASET}/table/reading", tables.TableReadingView.as_view()),
    path(f"{DATASET}/columns", tables.ColumnsView.as_view()),
    path(f"{DATASET}/imports", imports.ImportsView.as_view()),
    path(IMPORT, imports.ImportView.as_view()),
    path(f"{IMPORT}/problems", imports.ImportProblemsView.as_view()),
    path(f"{IMPORT}/known", imports.ImportKnownView.as_view()),
    path(f"{IMPORT}/files", imports.ImportFilesView.as_view()),
    path(f"{IMPORT}/archives", imports.ImportArchivesView.as_view()),
    path(f"{IMPORT}/sources", imports.ImportSourcesView.as_view()),
    path(f"{DATASET}/import-places", imports.ImportPlacesView.as_view()),
    path(f"{IMPORT}/close", imports.ImportCloseView.as_view()),
    path(ARCHIVE, imports.ArchiveView.as_view()),
    path(f"{ARCHIVE}/chunks", imports.ArchiveChunksView.as_view()),
    path(f"{ARCHIVE}/complete", imports.ArchiveCompleteView.as_view()),
    path(f"{DATASET}/named-splits", versions.NamedSplitsView.as_view()),
    path(f"{DATASET}/versions", versions.DatasetVersionsView.as_view()),
    path("dataset-versions", versions.VersionsView.as_view()),
    path(VERSION, versions.VersionView.as_view()),
    path(f"{VERSION}/diff", lineage.VersionDiffView.as_view()),
    path(f"{VERSION}/diff/samples", lineage.VersionDiffSamplesView.as_view()),
    path(f"{VERSION}/fork", lineage.VersionForkView.as_view()),
    path(f"{VERSION}/lineage", lineage.VersionLineageView.as_view()),
    path(f"{DATASET}/foreign-formats", foreign.ForeignFormatsView.as_view()),
    path(f"{VERSION}/foreign-exports", foreign.ForeignExportsView.as_view()),
    path("foreign-exports/<uuid:export_id>", foreign.ForeignExportView.as_view()),
    path("foreign-exports/<uuid:export_id>/file", foreign.ForeignExportFileView.as_view()),
    path(f"{DATASET}/merges", lineage.MergesView.as_view()),
    path(f"{DATASET}/merge-preview", lineage.MergePreviewView.as_view()),
    path(f"{VERSION}/table", tables.VersionTableView.as_view()),
    path(f"{VERSION}/export-losses", versions.VersionExportLossesView.as_view()),
    path(f"{VERSION}/export", versions.VersionExportView.as_view()),
]
