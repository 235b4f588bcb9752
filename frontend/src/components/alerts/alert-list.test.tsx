import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Alert } from "@/api/alerts";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { AlertList } from "./alert-list";

const alert: Alert = {
  id: "a1",
  condition: "failing",
  state: "firing",
  unit: "share",
  value: 0.31,
  limit: 0.05,
  detail: "",
  deployment_id: "e1",
  deployment_name: "Reader",
  project_id: "p1",
  project_name: "Post",
  fired_at: "2026-01-01T00:00:00Z",
  resolved_at: null,
  events: [{ state: "firing", at: "2026-01-01T00:00:00Z", person: null, notified_at: null }],
};

describe("AlertList", () => {
  it("says what was measured, leads to the endpoint, and acknowledges", async () => {
    const requests = responding({
      "POST /api/v1/alerts/a1/acknowledge": { body: { ...alert, state: "acknowledged" } },
    });
    await show(<AlertList alerts={[alert]} mayAcknowledge namesEndpoint />);
    expect(await screen.findByText("31%, the limit is 5%")).toBeInTheDocument();
    expect(screen.getByText("Reader")).toHaveAttribute("href", "/projects/p1/deploy/e1?tab=alerts");
    await userEvent.click(screen.getByText("Acknowledge", { selector: "button span" }));
    await expect.poll(() => requests.length).toBe(1);
  });

  it("offers nothing to who may not, and tells that a silence held a notice back", async () => {
    await show(<AlertList alerts={[alert]} mayAcknowledge={false} namesEndpoint={false} />);
    expect(screen.queryByText("Acknowledge")).toBeNull();
    expect(screen.queryByText("Reader")).toBeNull();
    await userEvent.click(await screen.findByRole("button", { name: /expand/i }));
    expect(await screen.findByText(/it was silenced/)).toBeInTheDocument();
  });
});
