import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding } from "@/test/server";

import { NewRunPage } from "./new-run-page";

const PROJECT = "7d0f5a6e-6a0b-4b8e-8a53-0c2b7a4e1f10";
const VERSION = "1c9a2f58-95d1-4a8c-8f57-5f7d0b0e2a21";
const RUN = "e2b1c5d4-3f60-4c7a-9b8d-2a1f0e9d8c7b";

const list = (results: unknown[]) => ({ body: { next: null, previous: null, results } });
const count = (total: number) => ({ total, labels: {} });

const tabular = {
  key: "tabular.prediction",
  media: "table",
  prediction: "rows",
  held_out_share: 0.1,
  metrics: [{ name: "accuracy", unit: "share", higher_is_better: true }],
  backbones: [
    {
      key: "lightgbm",
      tier: "fast",
      parameters_millions: 0.02,
      input_size: null,
      weights: null,
      weights_available: false,
      weights_allowed: true,
      licence: "MIT",
      shape: null,
    },
  ],
  options_schema: {
    properties: {
      target: {
        type: "string",
        default: "auto",
        group: "data",
        column: { kinds: ["number", "category"], auto: "last", apart: true, role: "target" },
      },
      folds: { type: "integer", default: 5, group: "schedule" },
    },
  },
};

const version = {
  id: VERSION,
  dataset_id: "d",
  dataset_name: "Screws",
  project_id: PROJECT,
  number: 2,
  state: "ready",
  labels: [{ name: "good", color: "#000000" }],
  counts: { train: count(80), validation: count(10), test: count(10) },
  num_samples: 100,
  num_rows: null,
};

const freezing = {
  id: "j1",
  kind: "freeze_version",
  title: "Screws · 2",
  state: "queued",
  phase: "",
  done: 0,
  total: 0,
  waiting: null,
  error: null,
};

const catalog = {
  tasks: [
    {
      key: "image.classification",
      backbones: [
        {
          key: "small_cnn",
          tier: "fast",
          parameters_millions: 0.3,
          input_size: 32,
          weights: null,
          weights_available: false,
          weights_allowed: true,
          licence: "MIT",
          shape: null,
        },
      ],
      options_schema: { properties: {} },
    },
  ],
  targets: [{ key: "cloud_api", runtime: "onnxruntime", max_parameters_millions: null }],
  pretrained_available: false,
};

function server(
  versions: unknown[],
  findings: unknown[],
  datasets: unknown[] = [],
  task: { key: string } | undefined = catalog.tasks[0],
  more: Parameters<typeof responding>[0] = {},
) {
  return responding({
    ...more,
    "GET /api/v1/datasets": list(datasets),
    "POST /api/v1/datasets/d/versions": () => {
      versions.unshift({ ...version, state: "building", job: freezing });
      return { status: 202, body: { id: VERSION } };
    },
    "GET /api/v1/catalog": { body: { ...catalog, tasks: [task] } },
    [`GET /api/v1/projects/${PROJECT}`]: {
      body: { id: PROJECT, task: task?.key, role: "developer" },
    },
    "GET /api/v1/dataset-versions": list(versions),
    "GET /api/v1/model-versions": list([]),
    "POST /api/v1/training-runs/check": { body: { findings } },
    "POST /api/v1/training-runs/estimate": {
      body: {
        backbones: [
          {
            key: "small_cnn",
            tier: "fast",
            seconds: 90,
            most_seconds: 90,
            size_mb: 1.2,
            basis: "measured",
            is_usual: true,
          },
        ],
      },
    },
    "POST /api/v1/training-runs": { status: 202, body: { id: RUN } },
  });
}

const place = { at: `/projects/${PROJECT}/train/new`, path: "/projects/:projectId/*" };

it("sends to the data first when nothing is frozen", async () => {
  server([], []);
  await show(<NewRunPage />, place);
  const link = await screen.findByRole("link", { name: /Go to the data/ });
  expect(link).toHaveAttribute("href", `/projects/${PROJECT}/data`);
});

const dataset = { id: "d", project_id: PROJECT, name: "Screws", num_labelled: 100 };

it("freezes a dataset without a version itself, waits for it, and says what it froze", async () => {
  const versions: unknown[] = [];
  const requests = server(versions, [], [dataset, { ...dataset, id: "e", num_labelled: 0 }]);
  const { client } = await show(<NewRunPage />, place);
  const freeze = await screen.findByRole("button", { name: /^Freeze “Screws” \(100 labelled\)/ });
  await userEvent.setup().click(freeze);
  expect(await screen.findByText("Freezing “Screws” as v2")).toBeInTheDocument();
  const ordered = requests.find(({ url }) => url.endsWith("/datasets/d/versions"));
  expect(await ordered?.json()).toEqual({});
  versions[0] = version;
  await client.invalidateQueries({ queryKey: ["dataset-versions"] });
  expect(await screen.findByText("“Screws” was frozen as v2")).toBeInTheDocument();
  expect(
    screen.getByText(/learn from: 80, to choose by: 10, to evaluate on: 10/),
  ).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Divide it otherwise" })).toHaveAttribute(
    "href",
    `/projects/${PROJECT}/data/d/versions?freeze=1`,
  );
});

it("says why the version that it waits for could not be made", async () => {
  const error = { code: "nothing_to_train_on", params: {}, message: "" };
  const failed = { ...version, state: "failed", job: { ...freezing, state: "failed", error } };
  server([failed], []);
  await show(<NewRunPage />, { ...place, at: `${place.at}?version=${VERSION}` });
  expect(await screen.findByRole("alert")).toHaveTextContent(/./);
  expect(screen.getByRole("link", { name: "Divide it otherwise" })).toBeInTheDocument();
});

it("takes the newest version, shows the expected time, and starts what the form says", async () => {
  const requests = server([version], []);
  const { router } = await show(<NewRunPage />, place);
  expect(await screen.findByText("Trained from scratch")).toBeInTheDocument();
  expect(await screen.findByText(/1 min 30 sec/)).toBeInTheDocument();
  const start = screen.getByRole("button", { name: "Start" });
  await waitFor(() => expect(start).toBeEnabled());
  await userEvent.setup().click(start);
  await waitFor(() => expect(router.state.location.pathname).toContain(`/train/${RUN}`));
  const sent = requests.find(({ url }) => url.endsWith("/api/v1/training-runs"));
  expect(await sent?.json()).toMatchObject({
    project_id: PROJECT,
    dataset_version_ids: [VERSION],
    backbone: "small_cnn",
    pretrained: false,
  });
});

it("starts from the weights that come with Easel unless random ones are chosen", async () => {
  const [task] = catalog.tasks;
  const backbones = task?.backbones.map((backbone) => ({
    ...backbone,
    weights: "easel/photo_cnn",
    weights_available: true,
    weights_allowed: true,
  }));
  const requests = server([version], [], [], {
    ...task,
    key: "image.classification",
    backbones,
  } as never);
  await show(<NewRunPage />, place);
  expect(await screen.findByText("Starts from Easel’s own weights")).toBeInTheDocument();
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox", { name: "Start from" }));
  await user.click(await screen.findByTitle("From scratch"));
  expect(screen.queryByText("Starts from Easel’s own weights")).not.toBeInTheDocument();
  const start = screen.getByRole("button", { name: "Start" });
  await waitFor(() => expect(start).toBeEnabled());
  await user.click(start);
  await waitFor(() =>
    expect(requests.some(({ url }) => url.endsWith("/api/v1/training-runs"))).toBe(true),
  );
  const sent = requests.find(({ url }) => url.endsWith("/api/v1/training-runs"));
  expect(await sent?.json()).toMatchObject({ pretrained: false });
});

it("says that the licence of weights is not allowed, and does not offer them", async () => {
  const [task] = catalog.tasks;
  const backbones = task?.backbones.map((backbone) => ({
    ...backbone,
    weights: "someone/weights",
    licence: "AGPL-3.0",
    weights_available: false,
    weights_allowed: false,
  }));
  server([version], [], [], { ...task, key: "image.classification", backbones } as never);
  await show(<NewRunPage />, place);
  expect(
    await screen.findByText(
      /The licence of the pretrained weights “someone\/weights”, AGPL-3.0, is not allowed/,
    ),
  ).toBeInTheDocument();
});

it("does not start over a finding that blocks, and says what to do", async () => {
  const finding = {
    code: "train_split_empty",
    params: {},
    message: "",
    blocking: true,
    num_samples: 0,
    sample_ids: [],
  };
  server([version], [finding]);
  await show(<NewRunPage />, place);
  expect(await screen.findByText(/Freeze a version with a larger/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Start" })).toBeDisabled();
});

const asked = (code: string, params: Record<string, unknown>) => ({
  code,
  params,
  message: "",
  blocking: false,
  confirm: true,
  num_samples: 0,
  sample_ids: [],
});

it("asks of a table what to predict before anything else, and counts its rows", async () => {
  const rows = (num_rows: number) => ({ ...count(num_rows > 0 ? 1 : 0), num_rows });
  const table = {
    ...version,
    dataset_name: "Flowers",
    labels: [],
    counts: { train: rows(149), validation: rows(0), test: rows(0) },
    num_samples: 1,
    num_rows: 149,
  };
  server([table], [], [], tabular, {
    [`GET /api/v1/dataset-versions/${VERSION}/table`]: {
      body: { num_rows: 149, num_rows_read: 149, columns: [], rows: [] },
    },
  });
  await show(<NewRunPage />, place);
  const meaning = await screen.findByRole("region", { name: "Target and columns" });
  const budget = screen.getByRole("region", { name: "Training budget" });
  expect(meaning.compareDocumentPosition(budget)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const data = screen.getByRole("region", { name: "Data" });
  expect(await within(data).findByText("Flowers v2 · 149 rows")).toBeInTheDocument();
  for (const text of ["149", "≈ 119", "≈ 15"]) {
    expect(within(data).getAllByText(text)).not.toHaveLength(0);
  }
  expect(within(data).queryByText(/label/)).not.toBeInTheDocument();
  expect(screen.queryByText("Trained from scratch")).not.toBeInTheDocument();
});

it("waits until each guess is agreed to, and says in the order what was", async () => {
  const requests = server(
    [version],
    [
      asked("target_guessed", { column: "price", columns: "size, price" }),
      asked("problem_guessed", { column: "price", problem: "regression", num_distinct: 40 }),
      asked("uneven_rows", { file: "a.csv", num: 2, expected: 3, lines: "4, 9", example: "1 | 2" }),
    ],
  );
  const { router } = await show(<NewRunPage />, place);
  expect(await screen.findByText(/the last column, “price”, would be/)).toBeInTheDocument();
  expect(screen.getByText(/would be taken for: A number/)).toBeInTheDocument();
  expect(screen.getByText(/in lines 4, 9. The first is: 1 \| 2/)).toBeInTheDocument();
  const user = userEvent.setup();
  const start = screen.getByRole("button", { name: "Start" });
  await user.click(screen.getByRole("checkbox", { name: "Yes, predict this column" }));
  await user.click(screen.getByRole("checkbox", { name: "Yes, take it for that" }));
  expect(start).toBeDisabled();
  await user.click(screen.getByRole("checkbox", { name: /^Learn from these rows/ }));
  await waitFor(() => expect(start).toBeEnabled());
  await user.click(start);
  await waitFor(() => expect(router.state.location.pathname).toContain(`/train/${RUN}`));
  const sent = requests.find(({ url }) => url.endsWith("/api/v1/training-runs"));
  expect(await sent?.json()).toMatchObject({
    options: { accepted: ["target_guessed", "problem_guessed", "uneven_rows"] },
  });
});
