import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { CleaningView } from "./cleaning-view";

vi.mock("@/api/project", () => ({ useMay: () => false }));
vi.mock("@/api/task-card", () => ({ useTaskCard: () => ({ media: "image" }) }));
vi.mock("../dataset-context", () => ({
  useThisDataset: () => ({ id: "d1", task: "image.classification" }),
}));
vi.mock("../api/cleaning/use-cleaning-steps", () => ({
  useCleaningSteps: () => ({ data: [{ kind: "resize" }] }),
}));
const runs = vi.hoisted(() => ({ data: [] as unknown[] }));
vi.mock("../api/cleaning/use-cleaning-runs", () => ({
  useCleaningRuns: () => runs,
  useUndoCleaning: () => ({}),
  useStartCleaning: () => ({}),
}));

it("says who may clean, and shows what was cleaned", async () => {
  runs.data = [
    {
      id: "r1",
      name: "Smaller",
      steps: [],
      created_at: "2026-01-01T00:00:00Z",
      created_by: null,
      state: "undone",
      num_left: 0,
      job: null,
    },
  ];
  await show(<CleaningView />);
  expect(screen.getByText(/Cleaning needs the role of a developer/)).toBeInTheDocument();
  expect(screen.getByRole("article", { name: "Smaller" })).toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});
