import type { Job } from "@/api/types";

/** The parts of a training run, in order, as the engine announces them. */
export const PHASES = ["check", "prepare", "train", "evaluate", "export", "verify"] as const;
export type Phase = (typeof PHASES)[number];
export type PhaseState = "waiting" | "current" | "done" | "broken";

/** Say of each phase whether it lies behind, is being done, broke off, or is still to come. */
export function phaseStates(job: Pick<Job, "state" | "phase">): Record<Phase, PhaseState> {
  const at = PHASES.indexOf(job.phase as Phase);
  const stateOf = (index: number): PhaseState => {
    if (job.state === "succeeded" || index < at) return "done";
    if (index > at || job.state === "queued") return "waiting";
    return job.state === "running" ? "current" : "broken";
  };
  return Object.fromEntries(PHASES.map((phase, index) => [phase, stateOf(index)])) as Record<
    Phase,
    PhaseState
  >;
}
