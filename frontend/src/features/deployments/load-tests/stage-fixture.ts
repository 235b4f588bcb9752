import type { LoadStage } from "../types";

/** A stage that went well. */
export const STAGE: LoadStage = {
  callers: 1,
  seconds: 5,
  num_calls: 420,
  num_failed: 0,
  errors: {},
  calls_per_second: 84,
  p50_ms: 11,
  p95_ms: 14,
  p99_ms: 19,
  queue_ms: 0.2,
  batch_size: 1,
  server_cpu_ms: 6.5,
  client_cpu_cores: 0.1,
  is_client_saturated: false,
  is_cut_short: false,
  is_within_target: true,
};
