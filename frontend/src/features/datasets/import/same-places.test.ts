import { expect, it } from "vitest";

import { samePlaces } from "./same-places";

it("says what holds of many files once, and keeps the order", () => {
  const said = (place: string, text: string) => ({ place, text });
  expect(samePlaces([said("a", "no image"), said("b", "cut"), said("c", "no image")])).toEqual([
    { text: "no image", places: ["a", "c"] },
    { text: "cut", places: ["b"] },
  ]);
});
