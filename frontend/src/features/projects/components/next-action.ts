import type { Overview } from "@/api/types";

export type NextAction = Overview["next_action"];
export type Step = "data" | "label" | "train" | "models" | "deploy";

/** The step of the chain that a next action belongs to. */
export const STEP_OF: Record<NextAction, Step> = {
  upload: "data",
  label: "label",
  freeze: "train",
  train: "train",
  wait: "train",
  publish: "models",
  call: "deploy",
};

/** Where the next action is done. */
export function nextActionPath(projectId: string, action: NextAction, runId?: string): string {
  const project = `/projects/${projectId}`;
  switch (action) {
    case "upload":
    case "freeze":
      return `${project}/data`;
    case "label":
      return `${project}/label`;
    case "train":
      return `${project}/train/new`;
    case "wait":
      return runId === undefined ? `${project}/train` : `${project}/train/${runId}`;
    case "publish":
      return `${project}/models`;
    case "call":
      return `${project}/deploy`;
  }
}
