import { afterEach, expect, it, vi } from "vitest";

import type { Table } from "@/api/try-samples";

import type { InputSpec } from "./input-spec";
import { pastOf, questionOfRow, questionOfSeries } from "./sample-question";

afterEach(() => vi.unstubAllGlobals());

const column = (name: string, kind: "number" | "category" | "time") => ({
  name,
  kind,
  guessed_kind: kind,
  role: null,
  num_numbers: 0,
  num_infinite: 0,
  num_words: 0,
  missing_share: 0,
  num_distinct: 2,
  examples: [],
});

const TABLE: Table = {
  sample_id: "3f1f5b7e-0d5e-4a54-9f5e-0d0c7e2d1b11",
  name: "people.csv",
  num_rows: 2,
  num_rows_read: 2,
  reading: null,
  is_changed: false,
  columns: [column("age", "number"), column("job", "category"), column("bought", "category")],
  rows: [
    ["31", "cook", "yes"],
    [null, "smith", "no"],
  ],
};

const SERIES: Extract<InputSpec, { kind: "series" }> = {
  kind: "series",
  time: { kind: "time", name: "day" },
  targets: ["sold"],
  covariates: [],
  group: "shop",
  frequency: "D",
};

it("asks about a row with the columns of the model, numbers as numbers", () => {
  const columns = [
    { kind: "number" as const, name: "age" },
    { kind: "category" as const, name: "job", categories: ["cook"] },
  ];
  expect(questionOfRow(TABLE, 0, columns).parts).toEqual({
    data: [{ age: 31, job: "cook" }],
    include_proba: true,
  });
  expect(questionOfRow(TABLE, 1, columns).parts.data).toEqual([{ age: null, job: "smith" }]);
});

it("takes the past of the series that the last row belongs to", () => {
  const whole = { day: ["1", "1", "2", "2"], shop: ["a", "b", "a", "b"], sold: [1, 2, 3, 4] };
  expect(pastOf(whole, SERIES)).toEqual({ day: ["1", "2"], sold: [2, 4], shop: ["b", "b"] });
});

it("reads a series from the file itself, not from its first rows", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      new Response("day,shop,sold\n2026-01-01,a,5\n2026-01-02,a,6\n", {
        headers: { "Content-Type": "text/csv; charset=utf-8" },
      }),
    ),
  );
  const { parts } = await questionOfSeries(TABLE, SERIES);
  expect(parts.data).toEqual({
    day: ["2026-01-01", "2026-01-02"],
    sold: [5, 6],
    shop: ["a", "a"],
  });
});
