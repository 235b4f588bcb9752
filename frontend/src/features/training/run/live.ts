import type { components } from "@/api/generated/schema";
import type { StreamEvent } from "@/api/stream";

import type { MetricData } from "../curves/series";
import type { Candidate } from "../types";

export type ResourcePoint = components["schemas"]["ResourcePoint"];
export type JobLine = components["schemas"]["JobLine"];

/** What a run's event stream has told so far, beyond the state of its job. */
export interface LiveRun {
  measurements: MetricData[];
  /** Models that were tried beside each other; a later one of the same name takes its place. */
  candidates: Candidate[];
  resources: ResourcePoint[];
  lines: JobLine[];
  numCheckpoints: number;
}

export const NOTHING_HEARD: LiveRun = {
  measurements: [],
  candidates: [],
  resources: [],
  lines: [],
  numCheckpoints: 0,
};

/** A page that is left open for days must not grow for ever. */
const MOST_LINES = 2000;
const MOST_POINTS = 600;
const READ = new Set(["phase", "log", "warning", "error", "artifact"]);

/** Return what is known after more events; the same object when they add nothing. */
export function withEvents(live: LiveRun, events: StreamEvent[]): LiveRun {
  const measurements: MetricData[] = [];
  const candidates: Candidate[] = [];
  const resources: ResourcePoint[] = [];
  const lines: JobLine[] = [];
  let numCheckpoints = live.numCheckpoints;
  for (const { id, kind, data } of events) {
    if (kind === "state") continue;
    const { time, ...rest } = data as { time: string } & Record<string, unknown>;
    const number = Number(id);
    if (kind === "metric") measurements.push(data as MetricData);
    if (kind === "candidate") candidates.push(data as Candidate);
    if (kind === "resources") resources.push({ ...(data as ResourcePoint), number });
    if (kind === "checkpoint") numCheckpoints += 1;
    if (isRead(kind, rest)) lines.push({ number, kind, time, data: rest });
  }
  const isSilent =
    measurements.length === 0 &&
    candidates.length === 0 &&
    resources.length === 0 &&
    lines.length === 0 &&
    numCheckpoints === live.numCheckpoints;
  if (isSilent) return live;
  return {
    measurements: [...live.measurements, ...measurements],
    candidates: [...live.candidates, ...candidates],
    resources: halved([...live.resources, ...resources]),
    lines: [...live.lines, ...lines].slice(-MOST_LINES),
    numCheckpoints,
  };
}

/** Tell whether an event is a line for people, as the server does of those of the past. */
function isRead(kind: string, data: Record<string, unknown>): boolean {
  if (kind === "metric") return data["split"] !== "train";
  if (kind === "checkpoint") return data["best"] === true;
  return READ.has(kind);
}

/** Drop every second point of a long row, but not its newest. */
function halved(points: ResourcePoint[]): ResourcePoint[] {
  if (points.length <= MOST_POINTS) return points;
  return points.filter((_, place) => (points.length - place) % 2 === 1);
}

/** Put what was asked for before what was heard; what is in both is there once. */
export function joined<Item extends { number: number }>(past: Item[], heard: Item[]): Item[] {
  const last = past.at(-1)?.number ?? 0;
  return [...past, ...heard.filter(({ number }) => number > last)];
}
