import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { ChooseDatasetPage } from "./choose-dataset-page";

it("lets people who may not label look, and asks for no labels of them", async () => {
  const signs = {
    id: "d1",
    name: "Signs",
    task: "image.classification",
    num_samples: 8,
    num_labelled: 2,
    num_rows: null,
  };
  const card = { key: signs.task, annotation_card: { is_classification: true } };
  responding({
    "GET /api/v1/projects/p1": { body: { id: "p1", role: "viewer" } },
    "GET /api/v1/datasets": { body: { next: null, results: [signs] } },
    "GET /api/v1/catalog": { body: { tasks: [card] } },
    "GET /api/v1/projects/p1/assignments": { body: { next: null, results: [] } },
    "GET /api/v1/own-work": { body: { next: null, results: [] } },
  });
  await show(<ChooseDatasetPage />, {
    at: "/projects/p1/label",
    path: "/projects/:projectId/label",
  });
  expect(await screen.findByRole("link", { name: "Look" })).toBeInTheDocument();
  expect(screen.queryByText("Start labelling")).not.toBeInTheDocument();
  expect(screen.queryByText("Batch")).not.toBeInTheDocument();
});

it("says of a table that nothing is to label, and leads on", async () => {
  const table = {
    id: "d1",
    name: "Wine",
    task: "tabular.prediction",
    num_samples: 1,
    num_labelled: 1,
    num_rows: 178,
  };
  responding({
    "GET /api/v1/projects/p1": { body: { id: "p1", role: "developer" } },
    "GET /api/v1/datasets": { body: { next: null, results: [table] } },
    "GET /api/v1/catalog": { body: { tasks: [] } },
    "GET /api/v1/projects/p1/assignments": { body: { next: null, results: [] } },
    "GET /api/v1/own-work": { body: { next: null, results: [] } },
  });
  await show(<ChooseDatasetPage />, {
    at: "/projects/p1/label",
    path: "/projects/:projectId/label",
  });
  expect(await screen.findByText("178 rows, nothing to label")).toBeInTheDocument();
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Open the table" })).toHaveAttribute(
    "href",
    "/projects/p1/data/d1/table",
  );
  expect(await screen.findByRole("link", { name: "Train on it" })).toHaveAttribute(
    "href",
    "/projects/p1/train/new",
  );
});
