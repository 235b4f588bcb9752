import { expect, it } from "vitest";

import { isoTime } from "./iso-times";

it.each([
  ["2020/1/1", "2020-01-01"],
  ["2020年1月", "2020-01-01"],
  ["2020-12", "2020-12-01"],
  ["2020年1月31日 8:05", "2020-01-31T08:05"],
  ["2020-01-31T08:05:00Z", "2020-01-31T08:05:00Z"],
  ["2020/1/31 8:05:00 +08:00", "2020-01-31T08:05:00+08:00"],
  ["31/12/2020", "31/12/2020"],
  ["2020/1/1 morning", "2020/1/1 morning"],
  [202001, 202001],
  [null, null],
])("writes %s as models read it", (cell, expected) => {
  expect(isoTime(cell)).toBe(expected);
});
