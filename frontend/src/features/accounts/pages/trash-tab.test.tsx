import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { answering } from "@/test/server";

import { TrashTab } from "./trash-tab";

const LIST = "/api/v1/organisations/o/trashed-projects";
const project = {
  id: "p",
  name: "Birds",
  trashed_at: "2026-11-01T00:00:00Z",
  num_samples: 1200,
  num_models: 1,
  num_bytes: 5_000_000,
};

it("says what a project in the trash still takes, and restores it", async () => {
  const made = answering({
    [`GET ${LIST}`]: { body: { results: [project], next: null } },
    "POST /api/v1/projects/p/restore": { body: project },
  });
  await show(<TrashTab />, {
    at: "/organisations/o/trash",
    path: "/organisations/:organisationId/trash",
  });
  expect(await screen.findByText("Birds")).toBeInTheDocument();
  expect(screen.getByText("1,200 samples, 1 model")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Restore" }));
  expect(made.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toContain(
    "POST /api/v1/projects/p/restore",
  );
});
