import type { TFunction } from "i18next";
import { expect, it } from "vitest";

import { optionRows } from "./option-rows";

const TEXTS: Record<string, string> = { "check.agree.target_guessed": "Yes, predict this column" };
const t = ((key: string, { defaultValue }: { defaultValue: string }) =>
  TEXTS[key] ?? defaultValue) as unknown as TFunction;

it("names what was agreed to in words and lists in one row", () => {
  const options = {
    accepted: ["target_guessed", "unknown_code"],
    left_out: ["a", "b"],
    network: { depth: 3 },
  };
  expect(optionRows(options, t)).toEqual([
    ["accepted", "Yes, predict this column · unknown_code"],
    ["left_out", "a, b"],
    ["network.depth", "3"],
  ]);
});
