import { expect, it } from "vitest";

import { planUpload } from "../upload/plan";
import { captureName } from "./captured";

it("names captures so that they sort by time and are taken for samples", () => {
  const first = captureName("image", new Date("2026-11-21T17:45:01.250Z"));
  const second = captureName("image", new Date("2026-11-21T17:45:01.900Z"));
  expect(first).toBe("camera-20261121-174501-250.jpg");
  expect(first < second).toBe(true);
  const files = [first, second].map((name) => ({ file: new File([], name), path: name }));
  expect(planUpload(files, "image").samples).toHaveLength(2);
  const audio = captureName("audio", new Date(0));
  expect(planUpload([{ file: new File([], audio), path: audio }], "audio").samples).toHaveLength(1);
});
