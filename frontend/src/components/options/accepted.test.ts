import { expect, it } from "vitest";

import { agreementsAfter, isAccepted, withAgreement } from "./accepted";
import type { OptionField } from "./schema";

const FIELDS: OptionField[] = [
  {
    kind: "text",
    path: ["target"],
    group: "data",
    expert: false,
    automatic: true,
    fallback: "auto",
  },
  { kind: "switch", path: ["calibration"], group: "schedule", expert: false, fallback: true },
];

it("keeps an agreement only while the columns that it is about stay", () => {
  const agreed = withAgreement({}, "target_guessed", true);
  expect(agreed).toEqual({ accepted: ["target_guessed"] });
  const slower = agreementsAfter(agreed, { ...agreed, calibration: false }, FIELDS);
  expect(isAccepted(slower, "target_guessed")).toBe(true);
  const other = agreementsAfter(agreed, { ...agreed, target: "price" }, FIELDS);
  expect(other).toEqual({ target: "price" });
});

it("leaves nothing in the order when an agreement is taken back", () => {
  const agreed = withAgreement({ target: "price" }, "uneven_rows", true);
  expect(withAgreement(agreed, "uneven_rows", false)).toEqual({ target: "price" });
});
