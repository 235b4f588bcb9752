import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import type { Dataset } from "@/api/datasets";
import type { TaskCard } from "@/api/task-card";
import { builtInJob, readingServer } from "@/test/built-in";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { SuggestMenu } from "./suggest-menu";

const dataset = { id: "d1", project_id: "p1", num_samples: 20, num_labelled: 0 } as Dataset;
const card = {
  key: "ocr.text_recognition",
  media: "image",
  works_untrained: true,
  annotation_card: { is_classification: false, suggested_from: "words" },
} as unknown as TaskCard;
const USE = "Use the built-in model";

const SUGGESTIONS = "/api/v1/datasets/d1/suggestions";

function server(given: Parameters<typeof readingServer>[0] = {}, end?: object) {
  return responding({
    ...readingServer(given),
    [`GET ${SUGGESTIONS}`]: { body: { run: null, acceptance: null, num_open: 0, labels: [] } },
    [`POST ${SUGGESTIONS}`]: { status: 202, body: {} },
    ...(end !== undefined && {
      "GET /api/v1/jobs/j1/stream": { text: `event: state\ndata: ${JSON.stringify(end)}\n\n` },
    }),
  });
}

const asked = (requests: Request[]) =>
  requests.filter(({ method, url }) => method === "POST" && url.endsWith(SUGGESTIONS));

const menu = (shown: Partial<TaskCard> = {}) => (
  <SuggestMenu
    card={{ ...card, ...shown }}
    dataset={dataset}
    labels={[]}
    numLabelled={0}
    mayLabel
    order="came"
    onOrder={() => undefined}
  />
);

const DONE = { ...builtInJob, state: "succeeded", result: { model_version_id: "v1" } };

beforeEach(() => localStorage.clear());

it("adds the built-in model with one click, and asks it once it is there", async () => {
  const requests = server({}, DONE);
  await show(menu());
  await userEvent.click(await screen.findByRole("button", { name: USE }));
  await waitFor(() => expect(asked(requests)).toHaveLength(1));
  expect(await asked(requests)[0]?.json()).toEqual({
    method: "model",
    model_version_id: "v1",
    makes_labels: true,
    unlabelled: true,
  });
});

it("asks for nothing when a model comes that somebody else asked for", async () => {
  const requests = server({ jobs: [builtInJob] }, DONE);
  const { client } = await show(menu());
  expect(await screen.findByText("Suggestions without training")).toBeVisible();
  await waitFor(() => expect(client.getQueryData(["jobs", "one", "j1"])).toEqual(DONE));
  expect(asked(requests)).toHaveLength(0);
});

it.each([
  ["there is a model", { models: [{ id: "m" }] }, {}],
  ["the task has no such model", {}, { works_untrained: false }],
  ["the person may not add it", { role: "annotator" }, {}],
])("offers nothing where %s", async (_, given, shown) => {
  const requests = server(given);
  await show(menu(shown));
  await waitFor(() => expect(requests.length).toBeGreaterThanOrEqual(3));
  expect(screen.queryByRole("button", { name: USE })).not.toBeInTheDocument();
});

it("offers the model in the form, too, where it was put off", async () => {
  server();
  await show(menu());
  await userEvent.click(await screen.findByRole("button", { name: "Not now" }));
  await userEvent.click(screen.getByRole("button", { name: /Suggestions$/ }));
  const drawer = await screen.findByRole("dialog");
  expect(await within(drawer).findByRole("button", { name: USE })).toBeVisible();
});

it("tells an annotator who can add the model", async () => {
  server({ role: "annotator" });
  await show(menu());
  await userEvent.click(await screen.findByRole("button", { name: /Suggestions$/ }));
  expect(await screen.findByText(/A developer of the project can add/)).toBeVisible();
});

it("goes on while what it says of that is hidden", async () => {
  server({ jobs: [builtInJob] });
  const { unmount } = await show(menu());
  await userEvent.click(await screen.findByRole("button", { name: "Hide" }));
  unmount();
  await show(menu());
  expect(await screen.findByRole("img", { name: "loading" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Hide" })).not.toBeInTheDocument();
});
