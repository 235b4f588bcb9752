import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import type { Overview } from "@/api/types";
import { show } from "@/test/render";

import { ChainStrip } from "./chain-strip";

const filled = {
  project: { id: "p", role: "developer" },
  data: { num_samples: 32, num_labelled: 28 },
  runs: { num: 0, running: 0, latest: null },
  models: { num: 0 },
  deployments: { num: 0, running: 0 },
  next_action: "wait",
} as unknown as Overview;

it("offers no training to look at while the data of a sample project comes in", async () => {
  await show(<ChainStrip overview={filled} />);

  expect(screen.queryByRole("link", { name: "Watch the training" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: /^Data/ })).toHaveTextContent("begun");
});

it("leads to the run that is waited for", async () => {
  const runs = { num: 1, running: 1, latest: { id: "r" } };
  await show(<ChainStrip overview={{ ...filled, runs } as Overview} />);

  expect(screen.getByRole("link", { name: "Watch the training" })).toHaveAttribute(
    "href",
    "/projects/p/train/r",
  );
});

it("offers no step to who would be refused there", async () => {
  const project = { ...filled.project, role: "viewer" as const };
  await show(<ChainStrip overview={{ ...filled, project, next_action: "train" }} />);

  expect(screen.queryByRole("link", { name: "Train a model" })).not.toBeInTheDocument();
});
