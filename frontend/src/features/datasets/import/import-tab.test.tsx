import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Dataset } from "@/api/datasets";
import { show } from "@/test/render";
import { responding } from "@/test/server";

import { endSession } from "../upload/upload-sessions";
import { ImportTab } from "./import-tab";

vi.mock("../dataset-context", () => ({ useThisDataset: () => dataset }));

const guess = (format: string, score: number) => ({
  format,
  score,
  code: "class_folders",
  params: { num: 2, folders: 2 },
  message: "",
});
const ONLY = [guess("image_folder", 0.6), guess("loose_files", 0.1)];
const EITHER = [guess("csv_labels", 0.95), guess("image_folder", 0.6)];
const catalog = {
  tasks: [
    {
      key: "image.classification",
      media: "image",
      annotation: "classes",
      formats: ["loose_files", "image_folder", "csv_labels"],
      annotation_card: { is_classification: true },
    },
  ],
};
const EMPTY = {
  id: "d1",
  project_id: "p1",
  task: "image.classification",
  num_samples: 0,
  num_rows: null,
  num_labelled: 0,
  num_trashed: 0,
} as unknown as Dataset;
let dataset = EMPTY;

function server(guesses: unknown[], labels = [{ id: "l1" }]) {
  const arrived = { body: { outcomes: [outcome("cat/a.png"), outcome("dog/b.png")] } };
  const found = { ...RESULT, num_added: 2, num_labelled: 2 };
  return responding({
    "GET /api/v1/catalog": { body: catalog },
    "GET /api/v1/projects/p1": { body: { id: "p1", role: "developer" } },
    "GET /api/v1/datasets/d1/import-places": {
      body: { folders: [], buckets: [], web: false, below: [] },
    },
    "GET /api/v1/datasets/d1/datumaro-formats": { body: { version: "", imports: [] } },
    "GET /api/v1/datasets/d1/labels": { body: { results: labels } },
    "POST /api/v1/datasets/d1/imports/detect": { body: { guesses } },
    "POST /api/v1/datasets/d1/imports": { status: 201, body: { id: "i1" } },
    "POST /api/v1/imports/i1/references": arrived,
    "POST /api/v1/imports/i1/files": arrived,
    "POST /api/v1/imports/i1/close": { body: found },
    "GET /api/v1/imports/i1/problems": { body: { next: null, results: [] } },
    "POST /api/v1/datasets/d1/trash": { body: { num_trashed: 2, job: null } },
    "DELETE /api/v1/datasets/d1/labels/l2": { status: 204 },
  });
}

const outcome = (name: string) => ({
  name,
  outcome: "added",
  code: null,
  params: {},
  message: null,
});
const RESULT = {
  id: "i1",
  num_duplicate: 0,
  num_rejected: 0,
  annotations: {
    num_given: 0,
    num_taken: 0,
    num_regions: 0,
    num_same: 0,
    num_merged: 0,
    num_replaced: 0,
    num_negative: 0,
    left_out: [],
  },
};

async function dropped(guesses: unknown[]) {
  const labels = [{ id: "l1" }];
  const requests = server(guesses, labels);
  await show(<ImportTab />, {
    at: "/projects/p1/data/d1/import",
    path: "/projects/:projectId/data/:datasetId/import",
  });
  const user = userEvent.setup();
  const input = await screen.findByLabelText("Choose files", { selector: "input" });
  const file = (folder: string, name: string) =>
    Object.defineProperty(new File([name], name), "webkitRelativePath", {
      value: `pets/${folder}/${name}`,
    });
  fireEvent.change(input, { target: { files: [file("cat", "a.png"), file("dog", "b.png")] } });
  const opened = () =>
    requests.filter(({ method, url }) => method === "POST" && url.endsWith("/imports"));
  return { user, requests, opened, labels };
}

/** The page waits for somebody to start. */
async function asked() {
  const start = await screen.findByText("Start uploading");
  await waitFor(() => expect(start.closest("button")).toBeEnabled());
}

// jsdom reads no bytes of a file: as on a page without WebCrypto, all files are sent.
beforeEach(() => void vi.stubGlobal("crypto", { randomUUID: () => "1" }));
afterEach(() => {
  endSession("d1");
  dataset = EMPTY;
});

it("begins by itself with files that can be but one thing, and says what it took them for", async () => {
  const { opened } = await dropped(ONLY);
  expect(await screen.findByText("Taken for: A folder per class")).toBeInTheDocument();
  expect(await opened()[0]?.json()).toMatchObject({ format: "image_folder", existing: "keep" });
  expect(await screen.findByText("Import finished")).toBeInTheDocument();
});

it("takes such an import back, with the labels that it made, and asks then", async () => {
  const { user, requests, opened, labels } = await dropped(ONLY);
  const back = await screen.findByText("Take back and choose");
  labels.push({ id: "l2" });
  await user.click(back);
  const start = await screen.findByText("Start uploading");
  const deleted = requests.filter(({ method }) => method === "DELETE");
  expect(deleted.map(({ url }) => new URL(url).pathname)).toEqual([
    "/api/v1/datasets/d1/labels/l2",
  ]);
  await user.click(screen.getByRole("radio", { name: /^No labels yet/ }));
  await user.click(start);
  await waitFor(() => expect(opened()).toHaveLength(2));
  expect(await opened()[1]?.json()).toMatchObject({ format: "loose_files", existing: "replace" });
});

it("asks where another format is possible", async () => {
  const { opened } = await dropped(EITHER);
  await asked();
  expect(opened()).toHaveLength(0);
});

it("asks where the dataset holds something already", async () => {
  dataset = { ...EMPTY, num_samples: 3 };
  const { opened } = await dropped(ONLY);
  await asked();
  expect(opened()).toHaveLength(0);
});
