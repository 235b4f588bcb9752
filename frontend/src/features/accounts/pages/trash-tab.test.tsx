import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { TrashTab } from "./trash-tab";

const LIST = "/api/v1/organisations/o/trashed-projects";
const project = {
  id: "p",
  name: "Birds",
  trashed_at: "2026-11-01T00:00:00Z",
  num_samples: 1200,
  num_models: 1,
  num_bytes: 5_000_000,
  purge_started_at: null,
  job: null,
};
const owner = { id: "o", name: "Engines", role: "owner" };
const preview = {
  name: "Birds",
  num_samples: 1210,
  num_versions: 2,
  num_runs: 3,
  num_models: 1,
  num_deployments: 0,
  num_bytes: 4_000_000,
  num_bytes_shared: 1_000_000,
};
const place = { at: "/organisations/o/trash", path: "/organisations/:organisationId/trash" };

it("says what a project in the trash still takes, and restores it", async () => {
  const made = responding({
    [`GET ${LIST}`]: { body: { results: [project], next: null } },
    "GET /api/v1/organisations/o": { body: owner },
    "POST /api/v1/projects/p/restore": { body: project },
  });
  await show(<TrashTab />, place);
  expect(await screen.findByText("Birds")).toBeInTheDocument();
  expect(screen.getByText("1,200 samples, 1 model")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Restore" }));
  expect(made.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toContain(
    "POST /api/v1/projects/p/restore",
  );
});

it("deletes a project for good once its name is typed, saying before what that frees", async () => {
  const made = responding({
    [`GET ${LIST}`]: { body: { results: [project], next: null } },
    "GET /api/v1/organisations/o": { body: owner },
    "GET /api/v1/projects/p/purge": { body: preview },
    "POST /api/v1/projects/p/purge": { status: 202, body: {} },
  });
  await show(<TrashTab />, place);
  await userEvent.click(await screen.findByRole("button", { name: "Delete for good" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("This frees 4 MB. What goes:")).toBeInTheDocument();
  expect(dialog.getByText("1,210 samples with all their annotations")).toBeInTheDocument();
  expect(dialog.getByText(/^1 MB stay/)).toBeInTheDocument();
  const button = dialog.getByRole("button", { name: "Delete for good" });
  expect(button).toBeDisabled();
  await userEvent.type(dialog.getByRole("textbox"), "Birds");
  await userEvent.click(button);
  await waitFor(() =>
    expect(made.filter(({ method }) => method === "POST").map(({ url }) => url)).toHaveLength(1),
  );
  expect(made.find(({ method }) => method === "POST")?.url).toMatch(/projects\/p\/purge$/);
});

it("offers deleting for good to owners alone", async () => {
  responding({
    [`GET ${LIST}`]: { body: { results: [project], next: null } },
    "GET /api/v1/organisations/o": { body: { ...owner, role: "admin" } },
  });
  await show(<TrashTab />, place);
  expect(await screen.findByRole("button", { name: "Restore" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Delete for good" })).not.toBeInTheDocument();
});
