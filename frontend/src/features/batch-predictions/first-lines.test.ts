import { expect, it } from "vitest";

import { firstLines } from "./first-lines";

it("leaves out a line that breaks off", () => {
  const text = '{"id":"1","input":"a.png","results":[]}\n{"id":"2","inp';
  expect(firstLines(text)).toEqual([{ id: "1", input: "a.png", results: [] }]);
});

it("shows no more than a screen holds", () => {
  const line = '{"id":"1","input":"a.png","results":[]}\n';
  expect(firstLines(line.repeat(300))).toHaveLength(20);
});
