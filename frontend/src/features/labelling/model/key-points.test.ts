import { expect, it } from "vitest";

import type { Region } from "./annotations";
import {
  joined,
  namesInUse,
  nextName,
  renamedPoint,
  toggledPoint,
  withoutPoint,
  withPoint,
} from "./key-points";

const box = { kind: "box" as const, left: 0, top: 0, width: 9, height: 9 };
const eye = { name: "eye", x: 1, y: 2, isVisible: true };
const cat: Region = { id: "a", labelId: "cat", geometry: box, text: null, points: [eye] };

it("the next point has the first name that is free, and then numbers", () => {
  expect(nextName(["eye", "ear"], [eye])).toBe("ear");
  expect(nextName(["eye"], [eye])).toBe("2");
  expect(nextName([], [{ ...eye, name: "2" }])).toBe("3");
});

it("names are those of annotations with the same label, each once", () => {
  const dog: Region = { ...cat, id: "b", labelId: "dog", points: [{ ...eye, name: "nose" }] };
  expect(namesInUse([cat, dog, cat], "cat")).toEqual(["eye"]);
  expect(joined(["tail", "eye"], ["eye", "ear"])).toEqual(["tail", "eye", "ear"]);
});

it("a point of the same name moves, and no two get one name", () => {
  const moved = withPoint(cat, { ...eye, x: 5 });
  expect(moved.points).toEqual([{ ...eye, x: 5 }]);
  const two = withPoint(cat, { ...eye, name: "ear" });
  expect(renamedPoint(two, "ear", "eye")).toBe(two);
  expect(renamedPoint(two, "ear", " paw ").points?.[1]?.name).toBe("paw");
  expect(withoutPoint(two, "eye").points).toHaveLength(1);
  expect(toggledPoint(two, "ear").points?.map(({ isVisible }) => isVisible)).toEqual([true, false]);
});
