import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { InPlacePanel } from "./in-place-panel";

const places = { folders: [], buckets: [], web: true, below: [] };

async function shown(hasAnnotations: boolean) {
  const requests = responding({
    "GET /api/v1/datasets/d1/import-places": { body: places },
    "POST /api/v1/datasets/d1/imports": { status: 201, body: { id: "i1" } },
    "POST /api/v1/imports/i1/sources": { status: 202, body: { id: "a1" } },
  });
  await show(
    <InPlacePanel
      datasetId="d1"
      formats={["loose_files"]}
      hasAnnotations={hasAnnotations}
      onStarted={() => undefined}
      onPreview={() => undefined}
    />,
  );
  return requests;
}

it("asks what becomes of annotations that are there, and says so to the server", async () => {
  const requests = await shown(true);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("radio", { name: "get these annotations instead" }));
  await user.click(screen.getByRole("textbox"));
  await user.paste("https://example.com/a.png");
  await user.click(screen.getByRole("button", { name: "Take in" }));
  await waitFor(() => expect(requests.some(({ url }) => url.endsWith("/sources"))).toBe(true));
  const opened = requests.find(({ url }) => url.endsWith("/imports"));
  expect(await opened?.json()).toMatchObject({ existing: "replace" });
});

it("asks nothing where nothing is annotated", async () => {
  await shown(false);
  expect(await screen.findByRole("textbox")).toBeInTheDocument();
  expect(screen.queryByRole("radio")).not.toBeInTheDocument();
});
