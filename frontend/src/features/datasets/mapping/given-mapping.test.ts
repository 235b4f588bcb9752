import { expect, it } from "vitest";

import type { PreviewedRole, PreviewedTable } from "../api/imports/use-column-preview";
import { mappingToSend, mappingWith } from "./given-mapping";

const ROLES: PreviewedRole[] = [
  { role: "text", column: "review", is_needed: true, reason: null },
  { role: "label", column: "stars", is_needed: false, reason: null },
  { role: "split", column: null, is_needed: false, reason: null },
];

it("gives a column one role: who had it before has none", () => {
  expect(mappingWith(ROLES, "text", "stars")).toEqual({
    columns: [{ role: "text", column: "stars" }],
    without: ["label", "split"],
  });
  expect(mappingWith(ROLES, "label", null)).toEqual({
    columns: [{ role: "text", column: "review" }],
    without: ["label", "split"],
  });
});

it("sends what is shown of one table, and of several only what somebody changed", () => {
  const table = (numTables: number) =>
    ({ name: "a.csv", numTables, preview: { roles: ROLES } }) as unknown as PreviewedTable;
  expect(mappingToSend(table(1), {})).toEqual({
    columns: [
      { role: "text", column: "review" },
      { role: "label", column: "stars" },
    ],
    without: ["split"],
  });
  expect(mappingToSend(table(2), {})).toEqual({});
  const given = mappingWith(ROLES, "label", null);
  expect(mappingToSend(table(2), given)).toEqual(given);
  expect(mappingToSend(null, {})).toEqual({});
});
