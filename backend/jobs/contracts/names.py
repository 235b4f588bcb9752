"""The names of queued work. The backend queues by name and never imports the workers.

A job's ``kind`` is one of ``KINDS``; the one Celery task of all jobs is ``RUN_JOB``, which takes a
job id and looks up how to run its kind.
"""

from __future__ import annotations

RUN_JOB = "easel.run_job"
SYNC_DEPLOYMENT = "easel.sync_deployment"

TRAIN = "train"
IMPORT_ARCHIVE = "import_archive"
FREEZE_VERSION = "freeze_version"
PURGE_TRASH = "purge_trash"
PURGE_PROJECT = "purge_project"
CHANGE_SAMPLES = "change_samples"
MERGE_VERSION = "merge_version"
AUGMENTATION_PREVIEW = "augmentation_preview"
BUILD_SDK = "build_sdk"
SAMPLE_PROJECT = "sample_project"
INSPECT_DATASET = "inspect_dataset"
FIX_FINDING = "fix_finding"
UNDO_FIX = "undo_fix"
SUGGEST = "suggest"
ACCEPT_SUGGESTIONS = "accept_suggestions"
DRAW_WAVE = "draw_wave"
COPY_VIDEO = "copy_film"
READ_TABLE = "read_table"
CLEAN_DATASET = "clean_dataset"
APPLY_CLEANING = "apply_cleaning"
UNDO_CLEANING = "undo_cleaning"
PREVIEW_CLEANING = "preview_cleaning"
DRAW_MAP = "draw_map"
MAKE_ASSIGNMENT = "make_assignment"
EXPORT_VERSION = "export_version"
PACKAGE_SEGMENTER = "package_segmenter"
PACKAGE_BUILT_IN = "package_built_in"
RUN_TRIAL = "run_trial"
PROPOSE_TRIALS = "propose_trials"
BATCH_PREDICTION = "batch_prediction"
LOAD_TEST = "load_test"
EVALUATE_MODELS = "evaluate_models"

# What gives room back, or moves things to where it can be given back: it goes on on a full disk.
FREEING = frozenset({PURGE_TRASH, PURGE_PROJECT, CHANGE_SAMPLES})

KINDS = (
    TRAIN,
    IMPORT_ARCHIVE,
    FREEZE_VERSION,
    PURGE_TRASH,
    PURGE_PROJECT,
    CHANGE_SAMPLES,
    MERGE_VERSION,
    AUGMENTATION_PREVIEW,
    BUILD_SDK,
    SAMPLE_PROJECT,
    INSPECT_DATASET,
    FIX_FINDING,
    UNDO_FIX,
    SUGGEST,
    ACCEPT_SUGGESTIONS,
    DRAW_WAVE,
    COPY_VIDEO,
    READ_TABLE,
    CLEAN_DATASET,
    APPLY_CLEANING,
    UNDO_CLEANING,
    PREVIEW_CLEANING,
    DRAW_MAP,
    MAKE_ASSIGNMENT,
    EXPORT_VERSION,
    PACKAGE_SEGMENTER,
    PACKAGE_BUILT_IN,
    RUN_TRIAL,
    PROPOSE_TRIALS,
    BATCH_PREDICTION,
    LOAD_TEST,
    EVALUATE_MODELS,
)
