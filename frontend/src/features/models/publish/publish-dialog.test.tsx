import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { problem, responding } from "@/test/server";

import type { ModelVersion } from "../types";
import { PublishDialog } from "./publish-dialog";

const version = {
  id: "3f2a9c10-aaaa-4bbb-8ccc-000000000001",
  project_id: "p1",
  model_name: "Digits",
  number: 1,
} as ModelVersion;
const made = { key: { secret: "epk_new" } };

async function shown(access: { status: number; body: unknown }) {
  const requests = responding({
    "POST /api/v1/deployments": { status: 202, body: { id: "e1" } },
    "POST /api/v1/deployments/e1/access": access,
  });
  const view = await show(<PublishDialog version={version} open onClose={() => undefined} />);
  const user = userEvent.setup();
  const publish = async () => {
    await user.click(screen.getByRole("button", { name: "Publish" }));
    const { router } = view;
    await waitFor(() => expect(router.state.location.pathname).toBe("/projects/p1/deploy/e1"));
  };
  const asked = () => requests.filter(({ url }) => url.endsWith("/access"));
  return { ...view, user, publish, asked };
}

it("makes a key with the endpoint, and hands it to the endpoint's page", async () => {
  const { publish, asked, client } = await shown({ status: 201, body: made });
  await publish();
  expect(await asked()[0]?.json()).toEqual({ name: "Try it" });
  expect(client.getQueryData(["made-access", "e1"])).toEqual(made);
});

it("makes none for who wants none", async () => {
  const { user, publish, asked } = await shown({ status: 201, body: made });
  await user.click(screen.getByRole("checkbox", { name: "Make an API key, too" }));
  await publish();
  expect(asked()).toHaveLength(0);
});

it("shows the endpoint that is there when its key could not be made", async () => {
  const { publish, client } = await shown({ status: 503, body: problem("disk_full") });
  await publish();
  expect(client.getQueryData(["made-access", "e1"])).toBeUndefined();
});
