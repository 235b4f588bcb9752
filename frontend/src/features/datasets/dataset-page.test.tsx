import { screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { Outlet, Route, Routes } from "react-router";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { DatasetPage } from "./dataset-page";

const DATASET = {
  id: "d1",
  name: "Fruit",
  task: "one",
  description: "",
  multi_label: false,
  num_rows: null,
  num_samples: 2,
  num_labelled: 1,
  num_trashed: 0,
  latest_version: null,
};

async function open(page: ReactNode, media: string, role = "developer") {
  const card = { key: "one", media, annotation: "classes" };
  responding({
    "GET /api/v1/projects/p1": { body: { id: "p1", role } },
    "GET /api/v1/catalog": {
      body: { tasks: [{ ...card, annotation_card: { is_classification: true } }] },
    },
    "GET /api/v1/datasets/d1": { body: DATASET },
  });
  await show(
    <Routes>
      <Route element={<Outlet context={DATASET} />}>
        <Route path="*" element={page} />
      </Route>
    </Routes>,
    { at: "/projects/p1/data/d1", path: "/projects/:projectId/data/:datasetId/*" },
  );
}

function tabs(): (string | null)[] {
  return screen.getAllByRole("tab").map(({ textContent }) => textContent);
}

it.each(["video", "table"])("shows no map of a medium that has none: %s", async (media) => {
  await open(<DatasetPage />, media);
  await screen.findByRole("tab", { name: "Import" });
  await waitFor(() => expect(tabs()).not.toContain("Map"));
});

it("shows the map of images, and the import to who may import", async () => {
  await open(<DatasetPage />, "image");
  await screen.findByRole("tab", { name: "Import" });
  expect(tabs()).toEqual(expect.arrayContaining(["Map", "Import", "Labels"]));
});

it("shows no import to who may not import", async () => {
  await open(<DatasetPage />, "image", "annotator");
  await screen.findByRole("tab", { name: "Map" });
  expect(tabs()).not.toContain("Import");
});
