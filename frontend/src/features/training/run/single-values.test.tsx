import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { Charts } from "./curves-panel";

it("shows what was measured once as numbers, and only the rest as charts", async () => {
  responding({ "GET /api/v1/catalog": { body: { tasks: [] } } });
  const series = [
    { split: "validation" as const, metric: "linear-24-last-0.0001", points: [[1, 1, 0.25]] },
    {
      split: "validation" as const,
      metric: "mase",
      points: [
        [1, 1, 0.5],
        [2, 2, 0.25],
      ],
    },
  ] as Parameters<typeof Charts>[0]["runs"][number]["series"];
  show(
    <Charts runs={[{ name: "", series }]} axis="epoch" task="tabular.forecasting" primary="mase" />,
  );
  const table = await screen.findByRole("table", { name: "Measured once" });
  expect(table.textContent).toContain("0.25");
  expect(table.textContent).not.toContain("MASE");
  expect(screen.getAllByRole("figure")).toHaveLength(1);
});
