import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import type { Evaluation } from "../types";
import { ChangesPanel } from "./changes-panel";

const ID = "0b8f1c1e-5d0a-4a55-9d0e-2f6a3c1b7e11";
const change = {
  difference: -0.1,
  low: null,
  high: null,
  num_better: 0,
  num_worse: 25,
  better: [],
  worse: [
    { id: ID, name: "a.png", before: 1, after: 0 },
    { id: "table.csv:7", name: "table.csv:7", before: 0.75, after: 0.5 },
  ],
};
const evaluation = {
  project_id: "p1",
  primary_metric: "accuracy",
  models: [
    { model_version_id: "m1", name: "Cats", number: 1, is_training_known: true },
    { model_version_id: "m2", name: "Cats", number: 2, is_training_known: true },
  ],
  parts: [
    {
      part: "all",
      num_samples: 40,
      models: [
        { metrics: {}, change: null },
        { metrics: {}, change },
      ],
    },
  ],
} as unknown as Evaluation;

it("leads to the samples that got worse, and says rows by their place", async () => {
  responding({ "GET /api/v1/catalog": { body: { tasks: [], targets: [] } } });
  await show(<ChangesPanel evaluation={evaluation} place={1} task="image.classification" />);
  expect(screen.getByText("25 samples are worse")).toBeVisible();
  expect(screen.getByText("The 2 most changed ones.")).toBeVisible();
  const link = screen.getByRole("link");
  expect(link).toHaveAttribute("href", `/projects/p1/samples/${ID}`);
  const [image, row] = screen.getAllByRole("listitem");
  expect(image).toContainElement(link);
  expect(image).toHaveTextContent("a.pngright → wrong");
  expect(row).toHaveTextContent("75% → 50%");
});
