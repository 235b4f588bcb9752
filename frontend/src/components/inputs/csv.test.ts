import { expect, it } from "vitest";

import { columnsOfCsv, readCsv, rowsOfCsv } from "./csv";

it("quoted fields keep commas, quotes and line ends", () => {
  expect(readCsv('a,b\r\n"1,5","say ""hi""\nthere"\r\n')).toEqual([
    ["a", "b"],
    ["1,5", 'say "hi"\nthere'],
  ]);
});

it("what was copied from a spreadsheet is separated by tabs", () => {
  expect(rowsOfCsv("age\tname\n30\tWang, Li\n\t\n")).toEqual([{ age: 30, name: "Wang, Li" }]);
});

it("rows have numbers where there are numbers and null where there is nothing", () => {
  expect(rowsOfCsv("\uFEFFage,job\n30,clerk\n,baker\n41")).toEqual([
    { age: 30, job: "clerk" },
    { age: null, job: "baker" },
    { age: 41, job: null },
  ]);
});

it("columns are the same table turned", () => {
  expect(columnsOfCsv("date,sales\n2024-01-01,3\n2024-01-02,4")).toEqual({
    date: ["2024-01-01", "2024-01-02"],
    sales: [3, 4],
  });
});
