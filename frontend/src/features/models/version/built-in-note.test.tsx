import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { readingServer } from "@/test/built-in";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import type { ModelVersion } from "../types";
import { BuiltInNote } from "./built-in-note";
import { Lineage } from "./lineage";

const version = {
  id: "v1",
  project_id: "p1",
  model_name: "Built-in model",
  number: 1,
  training_run_id: null,
  is_built_in: true,
  dataset_versions: [],
  deployments: [],
} as unknown as ModelVersion;
const place = { path: "/projects/:projectId", at: "/projects/p1" };

it("says that the model was not trained here, and leads to an evaluation of it", async () => {
  responding(readingServer({}));
  await show(<BuiltInNote version={version} />, place);
  expect(screen.getByText(/Comes with Easel, not trained in this project/)).toBeVisible();
  const link = await screen.findByRole("link", { name: "evaluate it on your own data" });
  expect(link).toHaveAttribute("href", "/projects/p1/models/evaluations/new?version=v1");
});

it("has no link for who may not evaluate", async () => {
  responding(readingServer({ role: "viewer" }));
  await show(<BuiltInNote version={version} />, place);
  expect(screen.getByText("evaluate it on your own data")).toBeVisible();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("comes from Easel in the lineage, where no data and no run made it", async () => {
  await show(<Lineage version={version} />, place);
  const steps = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(steps).toEqual(["comes with Easel", "Built-in model v1", "not published"]);
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
