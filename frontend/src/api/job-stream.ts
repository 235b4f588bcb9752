import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";

import { isFinished } from "./jobs";
import { follow, type Connection, type StreamEvent } from "./stream";
import type { Job } from "./types";

interface Options {
  /** Called with every event, those said before the page was opened included. */
  onEvent?: (event: StreamEvent) => void;
  /** Called once, when the job has just ended while being followed. */
  onFinished?: (job: Job) => void;
}

/**
 * Keep a job fresh while it runs.
 *
 * Returns the job as last heard of (its progress included) and the state of the connection;
 * nothing is followed for a job that was finished when first seen, unless `onEvent` asks for its
 * events.
 */
export function useJobStream(
  initial: Job | null | undefined,
  options: Options = {},
): { job: Job | null | undefined; connection: Connection | null } {
  const client = useQueryClient();
  const [heard, setHeard] = useState<Job>();
  const [connection, setConnection] = useState<Connection | null>(null);
  const wantsEvents = options.onEvent !== undefined;
  const jobId = initial != null && (wantsEvents || !isFinished(initial)) ? initial.id : undefined;
  const job = heard !== undefined && heard.id === initial?.id ? heard : initial;

  const receive = useEffectEvent((event: StreamEvent) => {
    options.onEvent?.(event);
    const next = applied(job, event);
    if (next === undefined || next === job) return;
    setHeard(next);
    client.setQueryData(["jobs", "one", next.id], next);
    if (isFinished(next) && job != null && !isFinished(job)) options.onFinished?.(next);
  });

  useEffect(() => {
    if (jobId === undefined) return;
    const controller = new AbortController();
    void follow(`/api/v1/jobs/${jobId}/stream`, {
      signal: controller.signal,
      onEvent: (event) => receive(event),
      onConnection: setConnection,
      isLast: (event) => event.kind === "state" && isFinished(event.data as Job),
    }).finally(() => setConnection(null));
    return () => controller.abort();
  }, [jobId]);

  return { job, connection };
}

/** Return the job after an event; the same object when the event says nothing about it. */
export function applied(job: Job | null | undefined, event: StreamEvent): Job | undefined {
  if (event.kind === "state") return event.data as Job;
  if (job == null) return undefined;
  if (isFinished(job)) return job;
  if (event.kind === "phase") {
    return { ...job, phase: (event.data as { phase: string }).phase, done: 0, total: 0 };
  }
  if (event.kind === "progress") {
    const { phase, done, total, eta_seconds } = event.data as Job;
    return { ...job, phase, done, total, eta_seconds: eta_seconds ?? null };
  }
  return job;
}
