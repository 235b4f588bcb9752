import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";

import type { Dataset } from "@/api/datasets";
import { show } from "@/test/render";
import { problem, responding } from "@/test/server";

import { FirstSuggestions } from "./first-suggestions";

const dataset = { id: "d1", project_id: "p1", num_samples: 200 } as Dataset;
const OFFER = "A quick classifier can learn from them in seconds and suggest the rest.";

function server(models: readonly object[] = []) {
  return responding({
    "GET /api/v1/model-versions": { body: { count: models.length, next: null, results: models } },
    "POST /api/v1/datasets/d1/suggestions": { status: 202, body: {} },
  });
}

function menu(numLabelled: number, isOffered = true) {
  return (
    <FirstSuggestions dataset={dataset} numLabelled={numLabelled} isOffered={isOffered}>
      <button type="button">Suggestions</button>
    </FirstSuggestions>
  );
}

beforeEach(() => localStorage.clear());

it("has the rest suggested with one click once ten samples are labelled", async () => {
  const requests = server();
  await show(menu(10));
  await userEvent.click(await screen.findByRole("button", { name: "Suggest the rest" }));
  await waitFor(() => expect(requests.some(({ method }) => method === "POST")).toBe(true));
  expect(screen.getByText("10 samples are labelled")).toBeInTheDocument();
});

it.each([
  ["few are labelled", menu(9), []],
  ["all are labelled", menu(200), []],
  ["suggestions were asked for", menu(10, false), []],
  ["there is a model", menu(10), [{ id: "m" }]],
])("offers nothing where %s", async (_, content, models) => {
  const requests = server(models);
  await show(content);
  if (models.length > 0) await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByText(OFFER)).not.toBeInTheDocument();
});

it("does not come back after it was put off", async () => {
  server();
  const { unmount } = await show(menu(10));
  await userEvent.click(await screen.findByRole("button", { name: "Not now" }));
  unmount();
  await show(menu(11));
  expect(screen.queryByText(OFFER)).not.toBeInTheDocument();
});

it("says why suggestions could not be asked for", async () => {
  responding({
    "GET /api/v1/model-versions": { body: { count: 0, next: null, results: [] } },
    "POST /api/v1/datasets/d1/suggestions": { status: 409, body: problem("nothing_to_learn_from") },
  });
  await show(menu(10));
  await userEvent.click(await screen.findByRole("button", { name: "Suggest the rest" }));
  expect(await screen.findByText(/No sample has a label yet/)).toBeInTheDocument();
});
