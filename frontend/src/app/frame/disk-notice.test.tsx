import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import { responding } from "@/test/server";
import { show } from "@/test/render";

import { DiskNotice } from "./disk-notice";

function health(isFull: boolean) {
  const disk = {
    is_full: isFull,
    free_bytes: 3 << 20,
    total_bytes: 1 << 30,
    reserve_bytes: 5 << 20,
  };
  return { "GET /api/v1/health": { body: { status: "degraded", disk } } };
}

describe("DiskNotice", () => {
  it("says what waits and leads to where room can be made", async () => {
    responding(health(true));
    await show(<DiskNotice />, {
      at: "/projects/p/data/d/browse",
      path: "/projects/:projectId/data/:datasetId/browse",
    });
    expect(await screen.findByRole("alert")).toHaveTextContent(/3 MB are left/);
    expect(screen.getByRole("link")).toHaveAttribute("href", "/projects/p/data/d/trash");
  });

  it("says nothing while there is room", async () => {
    const made = responding(health(false));
    await show(<DiskNotice />);
    await expect.poll(() => made.length).toBe(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
