import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import type { Dataset } from "@/api/datasets";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { LabelsTab } from "./labels-tab";

const TABLE = { id: "d1", task: "tabular.prediction", num_rows: 178 };
const RECORDINGS = { id: "d1", task: "speech.recognition", num_rows: null, attributes: [] };
let dataset: object = TABLE;
// The page around a tab has loaded its dataset.
vi.mock("../dataset-context", () => ({ useThisDataset: () => dataset as Dataset }));

it("invites nobody to add labels to a table", async () => {
  responding({
    "GET /api/v1/projects/p1": { body: { id: "p1", role: "owner" } },
    "GET /api/v1/datasets/d1/labels": { body: { next: null, results: [] } },
    "GET /api/v1/catalog": { body: { tasks: [] } },
  });
  await show(<LabelsTab />, { at: "/projects/p1", path: "/projects/:projectId" });
  expect(await screen.findByText("Nothing to label")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Open the table" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Add label" })).not.toBeInTheDocument();
  expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
});

it.each([
  ["texts are what samples are annotated with", 1, true],
  ["regions need none", 0, false],
])("asks for no labels where %s", async (_, texts, required) => {
  dataset = RECORDINGS;
  const annotation = {
    value: false,
    max_texts: texts,
    geometries: [],
    region_labels_required: required,
  };
  const card = { key: "speech.recognition", media: "audio", annotation_card: annotation };
  responding({
    "GET /api/v1/projects/p1": { body: { id: "p1", role: "owner" } },
    "GET /api/v1/datasets/d1/labels": { body: { next: null, results: [] } },
    "GET /api/v1/catalog": { body: { tasks: [card] } },
  });
  await show(<LabelsTab />, { at: "/projects/p1", path: "/projects/:projectId" });
  expect(await screen.findByText("No label is needed")).toBeInTheDocument();
  expect(screen.queryByText("No label yet")).not.toBeInTheDocument();
});
