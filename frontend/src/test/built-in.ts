import type { Job } from "@/api/types";

/** The job that makes the model that comes with Easel a version. */
export const builtInJob = {
  id: "j1",
  organisation_id: "o1",
  project_id: "p1",
  project_name: "Signs",
  kind: "package_built_in",
  subject_id: "p1",
  title: "Built-in model",
  state: "running",
  phase: "evaluate",
  phase_at: null,
  done: 12,
  total: 48,
  eta_seconds: null,
  eta_at: null,
  machine: "one",
  num_events: 4,
  attempt: 1,
  max_attempts: 3,
  waiting: null,
  result: null,
  error: null,
  cancel_requested: false,
  requested_by: null,
  created_at: "2026-11-20T10:00:00Z",
  started_at: "2026-11-20T10:00:01Z",
  finished_at: null,
} satisfies Job;

const page = (results: readonly object[]) => ({
  body: { count: results.length, next: null, results },
});

/** What a server answers about project p1 of text recognition, which has some jobs and models. */
export function readingServer(given: {
  role?: string;
  jobs?: readonly object[];
  models?: readonly object[];
}) {
  const { role = "developer", jobs = [], models = [] } = given;
  const task = { key: "ocr.text_recognition", works_untrained: true, metrics: [] };
  return {
    "GET /api/v1/projects/p1": { body: { id: "p1", task: task.key, role } },
    "GET /api/v1/catalog": { body: { tasks: [task] } },
    "GET /api/v1/jobs": page(jobs),
    "GET /api/v1/model-versions": page(models),
    "GET /api/v1/jobs/j1/stream": { status: 404 },
    "POST /api/v1/projects/p1/built-in-model": { status: 202, body: builtInJob },
  };
}
