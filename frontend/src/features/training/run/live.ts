import type { StreamEvent } from "@/api/stream";

import type { MetricData } from "../curves/series";

export interface Resources {
  cpu_percent: number;
  memory_bytes: number;
  samples_per_second: number | null;
  accelerator_memory_bytes: number | null;
}

export interface Warning {
  code: string;
  params: Record<string, unknown>;
  message: string;
}

/** What a run's event stream has told so far, beyond the state of its job. */
export interface LiveRun {
  measurements: MetricData[];
  resources: Resources | null;
  warnings: Warning[];
  numCheckpoints: number;
  /** What the run said to whoever watches, oldest first. */
  messages: string[];
}

export const NOTHING_HEARD: LiveRun = {
  measurements: [],
  resources: null,
  warnings: [],
  numCheckpoints: 0,
  messages: [],
};

/** Return what is known after more events; the same object when they add nothing. */
export function withEvents(live: LiveRun, events: StreamEvent[]): LiveRun {
  const measurements: MetricData[] = [];
  const warnings: Warning[] = [];
  let resources = live.resources;
  let numCheckpoints = live.numCheckpoints;
  const messages: string[] = [];
  for (const { kind, data } of events) {
    if (kind === "metric") measurements.push(data as MetricData);
    if (kind === "warning") warnings.push(data as Warning);
    if (kind === "resources") resources = data as Resources;
    if (kind === "log") messages.push((data as { message: string }).message);
    if (kind === "checkpoint") numCheckpoints += 1;
  }
  const isSilent =
    measurements.length === 0 &&
    warnings.length === 0 &&
    messages.length === 0 &&
    resources === live.resources &&
    numCheckpoints === live.numCheckpoints;
  if (isSilent) return live;
  return {
    measurements: [...live.measurements, ...measurements],
    warnings: [...live.warnings, ...warnings],
    resources,
    numCheckpoints,
    messages: [...live.messages, ...messages],
  };
}
