import type { TFunction } from "i18next";
import { expect, it } from "vitest";

import { optionRows } from "./option-rows";

const TEXTS: Record<string, string> = {
  "check.on": "On",
  "check.off": "Off",
  "check.agreed.target_guessed": "the last column is the target",
  "check.agreed.other": "a point of the data check",
};
const t = ((key: string, options?: { defaultValue: string }) =>
  TEXTS[key] ?? options?.defaultValue ?? key) as unknown as TFunction;

it("writes switches and what was agreed to in words, and lists in one row", () => {
  const options = {
    accepted: ["target_guessed", "unknown_code"],
    left_out: ["a", "b"],
    network: { depth: 3, pretrained: false },
    calibration: true,
  };
  expect(optionRows(options, t)).toEqual([
    ["accepted", "the last column is the target · a point of the data check"],
    ["left_out", "a, b"],
    ["network.depth", "3"],
    ["network.pretrained", "Off"],
    ["calibration", "On"],
  ]);
});
