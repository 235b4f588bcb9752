import { expect, it } from "vitest";

import type { DatasetVersion } from "../types";
import { dividedRows } from "./divided-rows";

const CLASSES = { held_out_share: 0.1, prediction: "rows" } as const;
const SERIES = { held_out_share: 0.15, prediction: "forecast" } as const;

function version(train: number, validation = 0, test = 0): DatasetVersion {
  const part = (rows: number) => ({ total: rows > 0 ? 1 : 0, num_rows: rows });
  return {
    num_rows: train + validation + test,
    counts: { train: part(train), validation: part(validation), test: part(test) },
  } as DatasetVersion;
}

it("counts the rows of one table as a run divides them", () => {
  expect(dividedRows([version(149)], CLASSES)).toEqual({
    total: 149,
    train: 119,
    validation: 15,
    test: 15,
    isNamed: false,
  });
});

it("leaves tables in the parts that they are named for", () => {
  expect(dividedRows([version(800, 100, 100)], CLASSES)).toMatchObject({
    train: 800,
    validation: 100,
    test: 100,
    isNamed: true,
  });
  expect(dividedRows([version(800, 0, 100)], CLASSES)).toMatchObject({
    train: 720,
    validation: 80,
    test: 100,
    isNamed: false,
  });
});

it("holds out the latest points of series, whatever their tables are named for", () => {
  expect(dividedRows([version(100, 50, 50)], SERIES)).toMatchObject({
    total: 200,
    train: 140,
    validation: 30,
    test: 30,
    isNamed: false,
  });
});

it("says nothing of versions that do not count their rows", () => {
  const old = { ...version(10), num_rows: null };
  expect(dividedRows([version(149), old], CLASSES)).toBeUndefined();
  expect(dividedRows([version(149)], { ...CLASSES, held_out_share: null })).toBeUndefined();
});
