import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { DatasetPage } from "./dataset-page";
import { QualityTab } from "./quality/quality-tab";

const known = vi.hoisted(() => ({ media: "image", mayChange: true }));
vi.mock("@/api/project", () => ({ useMay: () => known.mayChange, useProjectId: () => "p1" }));
vi.mock("@/api/task-card", () => ({ useTaskCard: () => ({ media: known.media }) }));
vi.mock("@/api/datasets", async (original) => ({
  ...(await original<object>()),
  useDataset: () => ({ isPending: false, isError: false, data: DATASET }),
}));
vi.mock("./annotation-text", () => ({ useAnnotationText: () => "Labels" }));
vi.mock("./list/dataset-menu", () => ({ DatasetMenu: () => null }));
vi.mock("./dataset-context", () => ({ useThisDataset: () => DATASET }));
vi.mock("./api/quality/use-inspections", () => ({ useInspections: () => ({ isPending: true }) }));

const DATASET = {
  id: "d1",
  name: "Fruit",
  task: "one",
  description: "",
  num_rows: null,
  num_samples: 2,
  num_labelled: 1,
  num_trashed: 0,
  latest_version: null,
};

async function tabs(media: string, mayChange = true): Promise<(string | null)[]> {
  Object.assign(known, { media, mayChange });
  await show(<DatasetPage />);
  return screen.getAllByRole("tab").map(({ textContent }) => textContent);
}

it.each(["video", "table"])("shows no map of a medium that has none: %s", async (media) => {
  expect(await tabs(media)).not.toContain("Map");
});

it("shows the map of images, and the import to who may import", async () => {
  expect(await tabs("image")).toEqual(expect.arrayContaining(["Map", "Import", "Labels"]));
});

it("shows no import to who may not import", async () => {
  expect(await tabs("image", false)).not.toContain("Import");
});

it.each([
  ["image", 1],
  ["video", 0],
])("offers to clean what can be cleaned: %s", async (media, num) => {
  Object.assign(known, { media, mayChange: true });
  await show(<QualityTab />);
  expect(screen.queryAllByText("Cleaning")).toHaveLength(num);
});
