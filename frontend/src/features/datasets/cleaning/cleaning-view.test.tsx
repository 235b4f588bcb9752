import { screen } from "@testing-library/react";
import { Outlet, Route, Routes } from "react-router";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { CleaningView } from "./cleaning-view";

const DATASET = { id: "d1", task: "image.classification" };
const RUN = {
  id: "r1",
  name: "Smaller",
  steps: [],
  created_at: "2026-01-01T00:00:00Z",
  created_by: null,
  state: "undone",
  num_left: 0,
  job: null,
};

it("says who may clean, and shows what was cleaned", async () => {
  responding({
    "GET /api/v1/projects/p1": { body: { id: "p1", role: "viewer" } },
    "GET /api/v1/catalog": { body: { tasks: [{ key: DATASET.task, media: "image" }] } },
    "GET /api/v1/cleaning-steps": { body: { steps: [{ kind: "resize", media: "image" }] } },
    "GET /api/v1/datasets/d1/cleaning-runs": { body: { results: [RUN] } },
  });
  const page = (
    <Routes>
      <Route element={<Outlet context={DATASET} />}>
        <Route path="*" element={<CleaningView />} />
      </Route>
    </Routes>
  );
  await show(page, { at: "/projects/p1/clean", path: "/projects/:projectId/*" });
  expect(await screen.findByText(/Cleaning needs the role of a developer/)).toBeInTheDocument();
  expect(await screen.findByRole("article", { name: "Smaller" })).toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
