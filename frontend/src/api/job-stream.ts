import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { isFinished } from "./jobs";
import { follow, type Connection, type StreamEvent } from "./stream";
import type { Job } from "./types";

interface Options {
  /** Called with every event that the job said after `initial` was read. */
  onEvent?: (event: StreamEvent) => void;
  /** Called once, when a job has ended that was not when first seen, whoever says so first. */
  onFinished?: (job: Job) => void;
}

/**
 * Keep a job fresh while it runs.
 *
 * Returns the job as last heard of (its progress included) and the state of the connection;
 * nothing is followed for a job that was finished when first seen.
 */
export function useJobStream(
  initial: Job | null | undefined,
  options: Options = {},
): { job: Job | null | undefined; connection: Connection | null } {
  const client = useQueryClient();
  const [heard, setHeard] = useState<Job>();
  const [connection, setConnection] = useState<Connection | null>(null);
  const [seen, setSeen] = useState(initial);
  const [followed, setFollowed] = useState<string>();
  const [round, setRound] = useState(0);
  const last = useRef({ jobId: "", eventId: "" });
  // Somebody else may learn of the end before the stream says it: what was followed is followed on.
  const isFollowed = initial != null && (!isFinished(initial) || followed === initial.id);
  const jobId = isFollowed ? initial.id : undefined;
  const job = heard !== undefined && heard.id === initial?.id ? heard : initial;

  if (isFollowed && followed !== initial.id) setFollowed(initial.id);
  if (initial !== seen) {
    setSeen(initial);
    if (isResumed(heard, initial)) {
      setHeard(undefined);
      setRound(round + 1);
    }
  }

  const receive = useEffectEvent((event: StreamEvent) => {
    options.onEvent?.(event);
    const next = applied(job, event);
    if (next === undefined || next === job) return;
    setHeard(next);
    client.setQueryData(["jobs", "one", next.id], next);
    const isKnown = heard?.id === next.id && isFinished(heard);
    if (isFinished(next) && isFollowed && !isKnown) options.onFinished?.(next);
  });

  const firstEvent = useEffectEvent(() => (initial == null ? "" : String(initial.num_events)));

  useEffect(() => {
    if (jobId === undefined) return;
    if (last.current.jobId !== jobId) last.current = { jobId, eventId: "" };
    const place = last.current;
    const controller = new AbortController();
    void follow(`/api/v1/jobs/${jobId}/stream`, {
      signal: controller.signal,
      // What was said before is known: it made the job what it was when it was read.
      after: place.eventId || firstEvent(),
      onEvent: (event) => {
        place.eventId = event.id || place.eventId;
        receive(event);
      },
      onConnection: setConnection,
      isLast: (event) => event.kind === "state" && isFinished(event.data as Job),
    }).finally(() => setConnection(null));
    return () => controller.abort();
  }, [jobId, round]);

  return { job, connection };
}

/** Tell whether a job that was heard to have ended goes on again. */
function isResumed(heard: Job | undefined, now: Job | null | undefined): boolean {
  if (heard === undefined || now?.id !== heard.id) return false;
  return isFinished(heard) && !isFinished(now);
}

/** Return the job after an event; the same object when the event says nothing about it. */
export function applied(job: Job | null | undefined, event: StreamEvent): Job | undefined {
  if (event.kind === "state") return event.data as Job;
  if (job == null) return undefined;
  if (isFinished(job)) return job;
  if (event.kind === "phase") {
    const { phase, time = null } = event.data as { phase: string; time?: string };
    return { ...job, phase, phase_at: time, done: 0, total: 0 };
  }
  if (event.kind === "progress") {
    const { phase, done, total, eta_seconds, time = null } = event.data as Job & { time?: string };
    return { ...job, phase, done, total, eta_seconds: eta_seconds ?? null, eta_at: time };
  }
  return job;
}
