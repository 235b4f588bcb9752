import { expect, it } from "vitest";

import { readPair, readRows } from "./source";

it("a pair is a JSON object or two lines", () => {
  const pair = { text1: "a", text2: "b" };
  expect(readPair(JSON.stringify(pair))).toEqual(pair);
  expect(readPair("a\nb\n")).toEqual(pair);
  expect(readPair("a\nb\nc")).toBeNull();
});

it("rows are read from objects, JSON lines and the server's own tables", () => {
  const rows = [
    { age: 1, job: "x" },
    { age: 2, job: null },
  ];
  expect(readRows(JSON.stringify(rows))).toEqual(rows);
  expect(readRows(rows.map((row) => JSON.stringify(row)).join("\n"))).toEqual(rows);
  expect(
    readRows(
      JSON.stringify({
        columns: [{ name: "age" }, { name: "job" }],
        rows: [
          [1, "x"],
          [2, null],
        ],
      }),
    ),
  ).toEqual(rows);
  expect(readRows(JSON.stringify(rows[0]))).toEqual([rows[0]]);
  expect(readRows("age,job")).toBeNull();
});
