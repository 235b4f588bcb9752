import type { Job } from "@/api/types";

/**
 * How long a running job still takes, or has taken, by what it last said and the time since; in
 * whole seconds, as more would be a guess.
 */
export type JobTime =
  | { kind: "left"; seconds: number }
  /** It should have ended that long ago. */
  | { kind: "longer"; seconds: number }
  /** Nobody knows how long it takes; it does what it does for so long. */
  | { kind: "since"; seconds: number };

/** A wrong guess of a moment is no news. */
const GRACE_SECONDS = 3;

/** Return what can be said of a running job's time; nothing for others. */
export function jobTime(
  job: Pick<Job, "state" | "eta_seconds" | "eta_at" | "phase_at" | "started_at">,
  now: number,
): JobTime | undefined {
  if (job.state !== "running") return undefined;
  const age = (time: string) => Math.max(0, (now - Date.parse(time)) / 1000);
  if (job.eta_seconds != null && job.eta_at != null) {
    const left = job.eta_seconds - age(job.eta_at);
    return left < -GRACE_SECONDS
      ? { kind: "longer", seconds: whole(-left) }
      : { kind: "left", seconds: whole(left) };
  }
  const since = job.phase_at ?? job.started_at;
  return since == null ? undefined : { kind: "since", seconds: whole(age(since)) };
}

const whole = (seconds: number) => Math.max(1, Math.round(seconds));
