import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { show } from "@/test/render";

import { RulesPanel } from "./rules-panel";

const may = vi.hoisted(() => ({ manage: false }));
vi.mock("@/api/project", () => ({ useMay: () => may.manage }));
vi.mock("./silence-menu", () => ({ SilenceMenu: () => null }));
const rule = vi.hoisted(() => ({
  condition: "error_rate",
  is_on: true,
  limit: 0.1,
  unit: "share",
  hold_minutes: 5,
  silent_until: null as string | null,
}));
vi.mock("../api/use-alert-rules", () => ({
  useAlertRules: () => ({ data: { silent_until: null, rules: [rule] } }),
}));

it.each([
  ["for those who may silence", true, null, 1],
  ["never empty for others", false, null, 0],
  ["for others where something is silent", false, "2026-12-01T00:00:00Z", 1],
])("has a column of silences %s", async (_, manages, until, times) => {
  may.manage = manages;
  rule.silent_until = until;
  await show(<RulesPanel deploymentId="d1" />);
  expect(screen.getByRole("columnheader", { name: "State" })).toBeInTheDocument();
  expect(screen.queryAllByRole("columnheader", { name: "Silence" })).toHaveLength(times);
});
