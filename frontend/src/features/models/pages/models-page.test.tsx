import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { builtInJob, readingServer } from "@/test/built-in";
import { show } from "@/test/render";
import { problem, responding } from "@/test/server";

import { ModelsPage } from "./models-page";

const place = { path: "/projects/:projectId/models", at: "/projects/p1/models" };
const USE = "Use the built-in model";
const version = {
  id: "v1",
  model_name: "Built-in model",
  number: 1,
  task: "ocr.text_recognition",
  backbone: "reader_medium",
  primary_metric: "line_f1",
  metric: 0.9,
  is_built_in: true,
  from_scratch: false,
  num_labels: 0,
  dataset_versions: [],
  deployments: [],
  size_bytes: 14_000_000,
  created_at: "2026-11-20T10:00:00Z",
};

it("offers a project without a model the built-in one, and shows how far it is", async () => {
  const requests = responding(readingServer({}));
  await show(<ModelsPage />, place);
  expect(await screen.findByText(/without training/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: USE }));
  expect(await screen.findByText(/12 of 48 samples/)).toBeVisible();
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});

it("shows a job that goes on already, whoever asked for it", async () => {
  responding(readingServer({ jobs: [builtInJob] }));
  await show(<ModelsPage />, place);
  expect(await screen.findByText("Evaluating the model")).toBeVisible();
});

it("does not offer the model beside its version, which no data of the project made", async () => {
  responding(readingServer({ models: [version] }));
  await show(<ModelsPage />, place);
  expect(await screen.findByRole("cell", { name: "comes with Easel" })).toBeVisible();
  expect(screen.queryByRole("button", { name: USE })).not.toBeInTheDocument();
});

it("offers it beside models that were trained", async () => {
  responding(readingServer({ models: [{ ...version, is_built_in: false }] }));
  await show(<ModelsPage />, place);
  expect(await screen.findByRole("button", { name: USE })).toBeVisible();
});

it("offers nothing to who may not add it", async () => {
  const requests = responding(readingServer({ role: "annotator" }));
  await show(<ModelsPage />, place);
  expect(await screen.findByText("No model yet")).toBeVisible();
  await waitFor(() => expect(requests.some(({ url }) => url.endsWith("/catalog"))).toBe(true));
  expect(screen.queryByRole("button", { name: USE })).not.toBeInTheDocument();
});

it("says why the model could not be added", async () => {
  responding({
    ...readingServer({}),
    "POST /api/v1/projects/p1/built-in-model": {
      status: 409,
      body: problem("built_in_exists", { params: { name: "Built-in model", number: 1 } }),
    },
  });
  await show(<ModelsPage />, place);
  await userEvent.click(await screen.findByRole("button", { name: USE }));
  expect(await screen.findByText(/has the built-in model already: Built-in model 1/)).toBeVisible();
});
