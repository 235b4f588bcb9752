import { expect, it } from "vitest";

import { columnsOfCsv, readCsv, rowsOfCsv } from "./csv";
import type { Column } from "./input-spec";

const COLUMNS: readonly Column[] = [
  { kind: "number", name: "age" },
  { kind: "number", name: "sales" },
  { kind: "category", name: "code", categories: ["000456"] },
];

it("quoted fields keep commas, quotes and line ends", () => {
  expect(readCsv('a,b\r\n"1,5","say ""hi""\nthere"\r\n')).toEqual([
    ["a", "b"],
    ["1,5", 'say "hi"\nthere'],
  ]);
});

it("what was copied from a spreadsheet is separated by tabs", () => {
  expect(rowsOfCsv("age\tname\n30\tWang, Li\n\t\n", COLUMNS)).toEqual([
    { age: 30, name: "Wang, Li" },
  ]);
});

it("rows have numbers where there are numbers and null where there is nothing", () => {
  expect(rowsOfCsv("\uFEFFage,job\n30,clerk\n,baker\n41", COLUMNS)).toEqual([
    { age: 30, job: "clerk" },
    { age: null, job: "baker" },
    { age: 41, job: null },
  ]);
});

it("columns are the same table turned", () => {
  expect(columnsOfCsv("date,sales\n2024-01-01,3\n2024-01-02,4", COLUMNS)).toEqual({
    date: ["2024-01-01", "2024-01-02"],
    sales: [3, 4],
  });
});

it("codes stay as they are written, whatever they look like", () => {
  expect(rowsOfCsv("age,code,other\n07,000456,1e3\n95.7%,,", COLUMNS)).toEqual([
    { age: 7, code: "000456", other: "1e3" },
    { age: "95.7%", code: null, other: null },
  ]);
});
