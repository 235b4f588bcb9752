import { expect, it } from "vitest";

import { automaticColumns, columnProblem, sortColumns, type TableColumn } from "./columns";
import { optionFields, type ColumnField } from "./schema";
import { wrongFields } from "./values";

const column = (name: string, kind: TableColumn["kind"], num_distinct = 9): TableColumn => ({
  name,
  kind,
  guessed_kind: kind,
  role: null,
  num_distinct,
  num_numbers: 0,
  num_infinite: 0,
  num_words: 0,
  missing_share: 0,
  examples: [],
});

const COLUMNS = [
  column("day", "time"),
  column("shop", "category"),
  column("sold", "number"),
  column("same", "number", 1),
  column("price", "number"),
];

const any = ["number", "category", "time", "text"];
const fields = optionFields({
  properties: {
    target: {
      type: "string",
      default: "auto",
      group: "data",
      column: { kinds: ["number", "category"], auto: "last", apart: true },
    },
    leave_out: {
      type: "array",
      items: { type: "string" },
      default: [],
      group: "data",
      column: { kinds: any, auto: null, apart: true },
    },
    targets: {
      type: "array",
      items: { type: "string" },
      default: [],
      group: "data",
      column: { kinds: ["number"], auto: "numbers", apart: false },
    },
  },
});
const [target, leaveOut, targets] = fields as [ColumnField, ColumnField, ColumnField];

it("offers the columns that suit before the others", () => {
  const { suiting, others } = sortColumns(target, COLUMNS);
  expect(suiting.map(({ name }) => name)).toEqual(["shop", "sold", "same", "price"]);
  expect(others.map(({ name }) => name)).toEqual(["day"]);
});

it("knows what a default stands for in this table", () => {
  expect(automaticColumns(target, COLUMNS, new Set())).toEqual(["price"]);
  expect(automaticColumns(targets, COLUMNS, new Set(["same"]))).toEqual(["sold", "price"]);
  expect(automaticColumns(leaveOut, COLUMNS, new Set())).toEqual([]);
});

it("finds columns that are not there, are used twice, or leave nothing to predict", () => {
  const problem = (options: Record<string, string | string[]>) =>
    columnProblem(target, options, fields, COLUMNS);
  expect(problem({})).toBeUndefined();
  expect(problem({ target: "weight" })).toEqual({ code: "unknown", names: ["weight"] });
  expect(problem({ target: "sold", leave_out: ["sold"] })?.code).toBe("named_twice");
  expect(problem({ leave_out: ["price"] })).toEqual({ code: "named_twice", names: ["price"] });
  expect(problem({ target: "same" })?.code).toBe("constant");
  expect(wrongFields({ target: "weight" }, fields, COLUMNS)).toEqual([target]);
  expect(wrongFields({ target: "weight" }, fields)).toEqual([]);
});
