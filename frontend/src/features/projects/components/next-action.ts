import { atLeast } from "@/api/session";
import type { Overview, Role } from "@/api/types";
import { STEP_OF, type NextAction, type Step } from "@/components/projects/steps";

/** Where a project stands: data that is brought in is waited for before there is a run. */
export function nextStep({ next_action, runs }: Overview): Step {
  return next_action === "wait" && runs.latest === null ? "data" : STEP_OF[next_action];
}

const LEAST: Record<NextAction, Role> = {
  upload: "developer",
  label: "annotator",
  freeze: "developer",
  train: "developer",
  wait: "viewer",
  publish: "developer",
  call: "viewer",
  learn: "developer",
};

/**
 * Where the next action is done; nowhere while there is nothing to look at but the page itself, and
 * for who would be refused there.
 */
export function nextActionPath({
  project: { id, role },
  next_action,
  runs,
  waiting_calls,
}: Overview): string | undefined {
  if (!atLeast(role, LEAST[next_action])) return undefined;
  const project = `/projects/${id}`;
  switch (next_action) {
    case "upload":
      return `${project}/data`;
    case "label":
      return `${project}/label`;
    // Without a version the page of a new run makes one.
    case "freeze":
    case "train":
      return `${project}/train/new`;
    case "wait":
      return runs.latest === null ? undefined : `${project}/train/${runs.latest.id}`;
    case "publish":
      return `${project}/models`;
    case "call":
      return `${project}/deploy`;
    case "learn":
      return waiting_calls === null
        ? `${project}/deploy`
        : `${project}/deploy/${waiting_calls.deployment_id}?tab=calls&state=waiting`;
  }
}
