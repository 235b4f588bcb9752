import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { MapTab } from "./map-tab";

const may = vi.hoisted(() => ({ draw: false }));
vi.mock("@/api/project", () => ({ useMay: () => may.draw }));
vi.mock("@/api/task-card", () => ({ useTaskCard: () => ({ media: "image" }) }));
vi.mock("../dataset-context", () => ({
  useThisDataset: () => ({ id: "d1", task: "image.classification" }),
}));
vi.mock("../api/quality/use-maps", () => ({
  useMaps: () => ({ data: [] }),
  useDrawMap: () => ({ isPending: false, isError: false }),
}));

it.each([true, false])("says who can draw the first map, to one who may: %s", async (draws) => {
  may.draw = draws;
  await show(<MapTab />);
  expect(screen.queryAllByRole("button", { name: "Draw the map" })).toHaveLength(draws ? 1 : 0);
  expect(screen.queryAllByText("A developer can start it.")).toHaveLength(draws ? 0 : 1);
});
