/** Studies and trials as the server answers them, for tests. */

import type { StudyDetail, Trial } from "./types";

/** A complete trial with a number, otherwise as wanted. */
export function trialOf(number: number, changes: Partial<Trial>): Trial {
  return {
    number,
    settings: {},
    state: "complete",
    score: 0.5,
    latency_ms: null,
    num_steps: 3,
    attempts: 1,
    training_run_id: null,
    job_id: null,
    copied_from: null,
    parent_number: null,
    has_package: false,
    model_version_id: null,
    is_best: false,
    error: null,
    created_at: "2026-01-01T00:00:00Z",
    started_at: "2026-01-01T00:00:00Z",
    finished_at: "2026-01-01T00:01:00Z",
    seconds: 60,
    revision: 1,
    ...changes,
  };
}

/** A finished search of learning rates. */
export function studyOf(changes: Partial<StudyDetail>): StudyDetail {
  return {
    id: "study",
    project_id: "project",
    number: 1,
    name: "Screws #1",
    is_scripted: false,
    task: "image.classification",
    target: "cloud_api",
    backbone: "small_cnn",
    pretrained: false,
    options: { epochs: 4 },
    dataset_versions: [{ id: "v", number: 2, dataset_id: "d", dataset_name: "Screws" }],
    data_fraction: 1,
    space: {
      parameters: [
        { name: "learning_rate", range: { kind: "float", low: 1e-4, high: 0.1, log: true } },
      ],
    },
    sampler: { kind: "sfde" },
    pruner: { kind: "median", num_startup_trials: 5, num_warmup_steps: 0 },
    population: null,
    primary_metric: "accuracy",
    direction: "maximize",
    latency_limit_ms: null,
    seed: 0,
    num_parallel: 2,
    max_trials: 3,
    max_minutes: null,
    target_score: null,
    state: "finished",
    ending: "trials",
    error: null,
    counts: {
      queued: 0,
      running: 0,
      complete: 2,
      pruned: 0,
      failed: 1,
      cancelled: 0,
      copied: 0,
    },
    best_trial: null,
    importances: {},
    seconds_used: 120,
    eta_seconds: null,
    fork_of: null,
    revision: 9,
    created_by: null,
    created_at: "2026-01-01T00:00:00Z",
    finished_at: "2026-01-01T00:10:00Z",
    best_so_far: [],
    active_trials: [],
    ...changes,
  };
}
