import type { Overview } from "@/api/types";

export type NextAction = Overview["next_action"];
export type Step = "data" | "label" | "train" | "models" | "deploy";

/** The chain from data to calls. */
export const STEPS: readonly Step[] = ["data", "label", "train", "models", "deploy"];

/** The step of the chain that a next action belongs to. */
export const STEP_OF: Record<NextAction, Step> = {
  upload: "data",
  label: "label",
  freeze: "train",
  train: "train",
  wait: "train",
  publish: "models",
  call: "deploy",
  learn: "deploy",
};
