import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { problem, responding } from "@/test/server";

import { NewProjectPage } from "./new-project-page";

const organisation = { id: "o1", name: "Workshop" };
const session = { user: { id: "u1" }, memberships: [{ organisation, role: "developer" }] };
const task = (key: string, modality: string, supports_multi_label: boolean) => ({
  key,
  modality,
  supports_multi_label,
});
const catalog = {
  tasks: [
    task("image.classification", "image", true),
    task("image.object_detection", "image", false),
  ],
};

function server(dataset: { status: number; body: unknown }) {
  return responding({
    "GET /api/v1/session": { body: session },
    "GET /api/v1/catalog": { body: catalog },
    "POST /api/v1/projects": { status: 201, body: { id: "p1", name: "Screws" } },
    "POST /api/v1/datasets": dataset,
  });
}

async function filled(dataset = { status: 201, body: { id: "d1", project_id: "p1" } as unknown }) {
  const requests = server(dataset);
  const { router } = await show(<NewProjectPage />, { at: "/projects/new" });
  const user = userEvent.setup();
  expect(await screen.findByRole("textbox", { name: "Name" })).toHaveFocus();
  await user.keyboard("Screws");
  const create = () => user.click(screen.getByRole("button", { name: "Create project" }));
  const sent = async () =>
    (await requests.find(({ url }) => url.endsWith("/datasets"))?.json()) as unknown;
  return { user, router, create, sent };
}

it("makes a dataset of its name with a project, and goes on to its files", async () => {
  const { user, router, create, sent } = await filled();
  await user.click(screen.getByRole("radio", { name: /^Several labels per sample/ }));
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/p1/data/d1/import"));
  expect(await sent()).toEqual({ project_id: "p1", name: "Screws", multi_label: true });
});

it("asks how many labels a sample can have only where the task leaves it open", async () => {
  const { user, router, create, sent } = await filled();
  await user.click(screen.getByRole("radio", { name: /^Object detection/ }));
  expect(screen.queryByRole("radio", { name: /^Several labels/ })).not.toBeInTheDocument();
  await create();
  await waitFor(() => expect(router.state.location.pathname).toContain("/d1/import"));
  expect(await sent()).toMatchObject({ multi_label: false });
});

it("makes an empty project for who wants none", async () => {
  const { user, router, create, sent } = await filled();
  await user.click(screen.getByRole("checkbox", { name: /^Begin with a dataset/ }));
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/p1/data"));
  expect(await sent()).toBeUndefined();
});

it("keeps the project when its dataset could not be made, and says why", async () => {
  const { router, create } = await filled({ status: 503, body: problem("disk_full") });
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe("/projects/p1/data"));
  expect(await screen.findByText(/disk/i)).toBeInTheDocument();
});
