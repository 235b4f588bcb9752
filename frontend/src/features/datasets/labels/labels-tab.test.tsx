import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import type { Dataset } from "@/api/datasets";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { LabelsTab } from "./labels-tab";

const dataset = { id: "d1", task: "tabular.prediction", num_rows: 178 } as unknown as Dataset;
// The page around a tab has loaded its dataset.
vi.mock("../dataset-context", () => ({ useThisDataset: () => dataset }));

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
