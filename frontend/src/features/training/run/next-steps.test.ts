import { expect, it } from "vitest";

import type { TrainingRun } from "../types";
import { nextSteps, stepPath } from "./next-steps";

const run = {
  project_id: "p",
  dataset_versions: [{ id: "v", number: 1, dataset_id: "d", dataset_name: "D" }],
  target: "cloud_api",
  tier: "fast",
  backbone: "small_cnn",
  options: { learning_rate: 1, epochs: 2 },
  initial_model_version: null,
  seed: 0,
} as unknown as TrainingRun;
const verdict: NonNullable<TrainingRun["verdict"]> = {
  metric: "accuracy",
  value: 0.5,
  guess: 0.5,
  reasons: [
    { code: "few_epochs", params: { count: 2 }, next_steps: ["train_longer"] },
    { code: "few_train_samples", params: {}, next_steps: ["add_data", "label_more"] },
    { code: "rate_high", params: {}, next_steps: ["retry", "train_longer"] },
  ],
};

it("names each step once, in the order of the reasons", () => {
  expect(nextSteps(verdict)).toEqual(["train_longer", "add_data", "label_more", "retry"]);
});

it("leads to the data, and to a new run that is filled in like this one", () => {
  expect(stepPath("check_data", run, verdict)).toBe("/projects/p/data/d/quality");
  expect(stepPath("label_more", run, verdict)).toBe("/projects/p/label");
  const options = (path: string) =>
    JSON.parse(new URL(path, "http://x").searchParams.get("options") ?? "{}") as object;
  const longer = stepPath("train_longer", run, verdict);
  expect(longer).toContain("version=v");
  expect(options(longer)).toEqual({ learning_rate: 1, epochs: 6 });
  expect(options(stepPath("retry", run, verdict))).toEqual({ epochs: 2 });
});
