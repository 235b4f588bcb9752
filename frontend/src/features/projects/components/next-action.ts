import type { Overview } from "@/api/types";

export type NextAction = Overview["next_action"];
export type Step = "data" | "label" | "train" | "models" | "deploy";

/** The step of the chain that a next action belongs to. */
const STEP_OF: Record<NextAction, Step> = {
  upload: "data",
  label: "label",
  freeze: "train",
  train: "train",
  wait: "train",
  publish: "models",
  call: "deploy",
};

/** Where a project stands: data that is brought in is waited for before there is a run. */
export function nextStep({ next_action, runs }: Overview): Step {
  return next_action === "wait" && runs.latest === null ? "data" : STEP_OF[next_action];
}

/** Where the next action is done; nowhere while there is nothing to look at but the page itself. */
export function nextActionPath({
  project: { id },
  next_action,
  runs,
}: Overview): string | undefined {
  const project = `/projects/${id}`;
  switch (next_action) {
    case "upload":
    case "freeze":
      return `${project}/data`;
    case "label":
      return `${project}/label`;
    case "train":
      return `${project}/train/new`;
    case "wait":
      return runs.latest === null ? undefined : `${project}/train/${runs.latest.id}`;
    case "publish":
      return `${project}/models`;
    case "call":
      return `${project}/deploy`;
  }
}
