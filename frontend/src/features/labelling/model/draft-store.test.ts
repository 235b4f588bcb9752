import { expect, it } from "vitest";

import { currentWrite } from "./draft-store";

const WRITE = { sampleId: "a", revision: 3 };
const PLACE = { itemId: "b", isDone: true };

it("reads work that a browser kept under its earlier names", () => {
  expect(currentWrite({ ...WRITE, said: ["cat"], beside: PLACE })).toEqual({
    ...WRITE,
    annotations: ["cat"],
    workPlace: PLACE,
  });
});

it("reads work that a browser keeps now as it is", () => {
  const kept = { ...WRITE, annotations: ["cat"], workPlace: PLACE };
  expect(currentWrite(kept)).toEqual(kept);
});
