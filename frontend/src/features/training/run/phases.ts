import type { Job } from "@/api/types";

/** The parts of a training run, in order, as the engine announces them. */
export const PHASES = ["check", "prepare", "train", "evaluate", "export", "verify"] as const;
export type Phase = (typeof PHASES)[number];
export type PhaseState = "waiting" | "current" | "done" | "stopped" | "broken";

/** Say of each phase whether it lies behind, is being done, ended early, or is still to come. */
export function phaseStates(job: Pick<Job, "state" | "phase">): Record<Phase, PhaseState> {
  const at = PHASES.indexOf(job.phase as Phase);
  const stateOf = (index: number): PhaseState => {
    if (job.state === "succeeded" || index < at) return "done";
    if (index > at || job.state === "queued") return "waiting";
    if (job.state === "running") return "current";
    return job.state === "cancelled" ? "stopped" : "broken";
  };
  return Object.fromEntries(PHASES.map((phase, index) => [phase, stateOf(index)])) as Record<
    Phase,
    PhaseState
  >;
}
