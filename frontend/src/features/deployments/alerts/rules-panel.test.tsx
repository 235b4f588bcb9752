import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { RulesPanel } from "./rules-panel";

const RULE = { condition: "error_rate", is_on: true, limit: 0.1, unit: "share", hold_minutes: 5 };

it.each([
  ["for those who may silence", "owner", null, 1],
  ["never empty for others", "viewer", null, 0],
  ["for others where something is silent", "viewer", "2026-12-01T00:00:00Z", 1],
])("has a column of silences %s", async (_, role, until, times) => {
  responding({
    "GET /api/v1/projects/p1": { body: { id: "p1", role } },
    "GET /api/v1/deployments/d1/alert-rules": {
      body: { silent_until: null, rules: [{ ...RULE, silent_until: until }] },
    },
  });
  const place = { at: "/projects/p1", path: "/projects/:projectId" };
  await show(<RulesPanel deploymentId="d1" />, place);
  expect(await screen.findByRole("columnheader", { name: "State" })).toBeInTheDocument();
  expect(screen.queryAllByRole("columnheader", { name: "Silence" })).toHaveLength(times);
});
