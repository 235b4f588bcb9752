import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";

import { ShareBars } from "./share-bars";

const cells = (name: string) =>
  within(screen.getByRole("row", { name: new RegExp(name) }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

it("takes shares of all samples, whose labels overlap, and counts regions beside them", async () => {
  await show(
    <ShareBars
      of={60}
      rows={[
        { key: "r", name: "RBC", count: 60, numRegions: 900 },
        { key: "p", name: "Platelets", count: 45, numRegions: 81 },
        { key: "u", name: "Unlabelled", count: 0 },
      ]}
    />,
  );
  expect(cells("RBC")).toEqual(["", "60", "100%", "900"]);
  expect(cells("Platelets")).toEqual(["", "45", "75%", "81"]);
  expect(cells("Unlabelled")).toEqual(["", "0", "0%", "–"]);
});

it("takes shares of their sum where rows say nothing else, without a column of regions", async () => {
  await show(
    <ShareBars
      rows={[
        { key: "a", name: "Ann", count: 1 },
        { key: "b", name: "Bo", count: 3 },
      ]}
    />,
  );
  expect(cells("Bo")).toEqual(["", "3", "75%"]);
});
