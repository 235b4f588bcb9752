import { expect, it } from "vitest";

import { samePlaces } from "./same-places";

it("says what holds of many files once, and keeps the order", () => {
  const note = (place: string, text: string) => ({ place, text });
  expect(samePlaces([note("a", "no image"), note("b", "cut"), note("c", "no image")])).toEqual([
    { text: "no image", places: ["a", "c"] },
    { text: "cut", places: ["b"] },
  ]);
});
