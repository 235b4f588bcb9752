import { describe, expect, it } from "vitest";

import type { TableColumn } from "./columns";
import { hasNamedColumns, withRoles } from "./roles";
import type { ColumnField } from "./schema";

const field = (name: string, more: Partial<ColumnField>): ColumnField => ({
  kind: "column",
  path: [name],
  group: "data",
  expert: false,
  many: false,
  kinds: ["number", "category"],
  apart: true,
  fallback: null,
  ...more,
});
const column = (name: string, more: Partial<TableColumn> = {}): TableColumn => ({
  name,
  kind: "number",
  guessed_kind: "number",
  role: null,
  num_numbers: 0,
  num_infinite: 0,
  num_words: 0,
  missing_share: 0,
  num_distinct: 9,
  examples: [],
  ...more,
});
const PREDICTION = [
  field("target", { role: "target", fallback: "auto", auto: "last" }),
  field("leave_out", { role: "ignore", many: true, fallback: [] }),
  field("as_categories", { chosenKind: "category", many: true, fallback: [], apart: false }),
];

describe("roles of columns", () => {
  it("are where a run's options begin", () => {
    const columns = [
      column("id", { role: "ignore" }),
      column("zip", { kind: "category" }),
      column("price", { role: "target" }),
      column("city", { kind: "category", guessed_kind: "category" }),
    ];
    expect(withRoles({}, PREDICTION, columns)).toEqual({
      target: "price",
      leave_out: ["id"],
      as_categories: ["zip"],
    });
  });

  it("say nothing where nobody gave any", () => {
    expect(withRoles({ folds: 3 }, PREDICTION, [column("a"), column("b")])).toEqual({ folds: 3 });
  });

  it("keep a column that is left out from being forecast with all the others", () => {
    const targets = field("targets", { role: "target", many: true, fallback: [], auto: "numbers" });
    const columns = [column("row", { role: "ignore" }), column("a"), column("b")];
    expect(withRoles({}, [targets], columns)).toEqual({ targets: ["a", "b"] });
  });

  it("keep out of options in which somebody chose", () => {
    expect(hasNamedColumns({ target: "a" }, PREDICTION)).toBe(true);
    expect(hasNamedColumns({ folds: 3 }, PREDICTION)).toBe(false);
  });
});
