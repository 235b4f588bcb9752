import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding, problem } from "@/test/server";

import { studyOf } from "../test-data";
import { NewStudyPage } from "./new-study-page";

const PROJECT = "project";
const place = {
  at: `/projects/${PROJECT}/search/new?version=v&backbone=small_cnn&options=${encodeURIComponent('{"epochs":4}')}`,
  path: "/projects/:projectId/*",
};
const list = (results: unknown[]) => ({ body: { next: null, previous: null, results } });

const sampler = (key: string, isForBoth: boolean, numbers: object = {}) => ({
  key,
  options_schema: { properties: { kind: { const: key, type: "string" }, ...numbers } },
  learns_from_scratch: key !== "pbt",
  leads_populations: key === "pbt" || isForBoth,
});
const SAMPLERS = [
  sampler("sfde", true),
  sampler("random", false),
  sampler("pbt", false, { explore_probability: { type: "number", minimum: 0, maximum: 1 } }),
];

function server(others: Parameters<typeof responding>[0] = {}) {
  return responding({
    "GET /api/v1/catalog": {
      body: {
        tasks: [
          {
            key: "image.classification",
            primary_metric: "accuracy",
            primary_unit: "share",
            higher_is_better: true,
            backbones: [
              { key: "small_cnn", tier: "fast", parameters_millions: 1, weights_available: false },
            ],
          },
        ],
        targets: [{ key: "cloud_api", max_parameters_millions: null }],
        samplers: SAMPLERS,
      },
    },
    [`GET /api/v1/projects/${PROJECT}`]: {
      body: { id: PROJECT, task: "image.classification", role: "developer" },
    },
    "GET /api/v1/dataset-versions": list([
      { id: "v", number: 2, state: "ready", dataset_name: "Screws", num_samples: 100 },
    ]),
    "GET /api/v1/studies": list([]),
    "GET /api/v1/studies/searchable": {
      body: {
        task: "image.classification",
        space: {
          parameters: [
            { name: "learning_rate", range: { kind: "float", low: 1e-5, high: 0.1, log: true } },
            { name: "mixup", range: { kind: "float", low: 0, high: 0.4, log: false } },
          ],
        },
        suggested: ["learning_rate"],
        defaults: { learning_rate: null, mixup: 0 },
        primary_metric: "accuracy",
        direction: "maximize",
        supports_data_fraction: true,
        supports_population: true,
        fixed_in_population: [],
      },
    },
    "POST /api/v1/training-runs/estimate": {
      body: {
        backbones: [
          {
            key: "small_cnn",
            tier: "fast",
            seconds: 60,
            most_seconds: 60,
            size_mb: 1,
            basis: "measured",
          },
        ],
      },
    },
    "POST /api/v1/studies": { status: 202, body: studyOf({ id: "made" }) },
    ...others,
  });
}

it("begins with the network that the first tier stands for with this data", async () => {
  const estimate = { seconds: 60, most_seconds: 60, size_mb: 1, basis: "measured", tier: "fast" };
  const requests = server({
    "GET /api/v1/catalog": {
      body: {
        targets: [{ key: "cloud_api", runtime: "onnxruntime", max_parameters_millions: null }],
        samplers: [],
        tasks: [
          {
            key: "image.classification",
            media: "image",
            backbones: ["small_cnn", "photo_cnn"].map((key) => ({
              key,
              tier: "fast",
              parameters_millions: 1,
              weights_available: false,
              weights_allowed: true,
            })),
            options_schema: { properties: {} },
          },
        ],
      },
    },
    "POST /api/v1/training-runs/estimate": {
      body: {
        backbones: ["small_cnn", "photo_cnn"].map((key) => ({
          ...estimate,
          key,
          is_usual: key === "photo_cnn",
        })),
      },
    },
  });
  await show(<NewStudyPage />, { ...place, at: place.at.split("?")[0] ?? place.at });
  await waitFor(() =>
    expect(requests.some(({ url }) => url.includes("backbone=photo_cnn"))).toBe(true),
  );
});

it("starts what the form says, with what the training form had", async () => {
  const requests = server();
  const { router } = await show(<NewStudyPage />, place);
  expect(await screen.findByText("≈ 10 min")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: /^Random/ }));
  await userEvent.click(screen.getByRole("button", { name: "Start search" }));
  await waitFor(() => expect(router.state.location.pathname).toContain("/search/made"));
  const sent = requests.find(({ method, url }) => method === "POST" && url.endsWith("/studies"));
  expect(await sent?.json()).toMatchObject({
    dataset_version_ids: ["v"],
    backbone: "small_cnn",
    options: { epochs: 4 },
    sampler: { kind: "random" },
    max_trials: 20,
    num_parallel: 2,
    space: { parameters: [{ name: "learning_rate", range: { low: 1e-5, high: 0.1, log: true } }] },
  });
});

it("marks a range that is wrong and does not start", async () => {
  server();
  await show(<NewStudyPage />, place);
  const low = await screen.findByRole("spinbutton", { name: "Learning rate: from" });
  await userEvent.clear(low);
  await userEvent.type(low, "3{Enter}");
  expect(await screen.findByText("The first number must be the smaller one.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Start search" })).toBeDisabled();
});

it("shows beside its range what the server says of it", async () => {
  server({
    "POST /api/v1/studies": {
      status: 422,
      body: problem("invalid", {
        errors: [
          {
            pointer: "/space/parameters/0/range",
            code: "never_heard_of",
            detail: "The task refuses learning_rate = 0.1.",
          },
        ],
      }),
    },
  });
  await show(<NewStudyPage />, place);
  await userEvent.click(await screen.findByRole("button", { name: "Start search" }));
  expect(await screen.findByText("The task refuses learning_rate = 0.1.")).toBeInTheDocument();
});

it("starts a population with members times rounds trials, and offers only what can lead one", async () => {
  const requests = server();
  const { router } = await show(<NewStudyPage />, place);
  fireEvent.click(await screen.findByLabelText(/^Goes on from a better one/));
  expect(screen.queryByLabelText(/^Random/)).not.toBeInTheDocument();
  expect(screen.queryByLabelText(/^Median rule/)).not.toBeInTheDocument();
  fireEvent.click(screen.getByLabelText(/^PBT/));
  fireEvent.change(screen.getByLabelText("Members"), { target: { value: "4" } });
  expect(screen.getByLabelText("Rounds")).toHaveValue("10");
  fireEvent.click(screen.getByText("Start search"));
  await waitFor(() => expect(router.state.location.pathname).toContain("/search/made"));
  const sent = requests.find(({ method, url }) => method === "POST" && url.endsWith("/studies"));
  expect(await sent?.json()).toMatchObject({
    population: { size: 4, interval: 2, quantile: 0.25 },
    sampler: { kind: "pbt" },
    pruner: { kind: "none" },
    max_trials: 40,
  });
});

it("goes back to trials that learn from scratch with what suits those", async () => {
  server();
  await show(<NewStudyPage />, place);
  fireEvent.click(await screen.findByLabelText(/^Goes on from a better one/));
  expect(screen.getByLabelText("Trials at most")).toHaveValue("80");
  fireEvent.click(screen.getByLabelText(/^Learns from scratch/));
  expect(screen.getByLabelText(/^Random/)).toBeInTheDocument();
  expect(screen.getByLabelText("Trials at most")).toHaveValue("20");
});

it("waits for the agreements that a training would wait for", async () => {
  const finding = {
    code: "target_guessed",
    params: { column: "price", columns: "size, price" },
    message: "",
    blocking: false,
    confirm: true,
    num_samples: 0,
    sample_ids: [],
  };
  const requests = server({
    "GET /api/v1/catalog": {
      body: {
        tasks: [
          {
            key: "tabular.prediction",
            media: "table",
            primary_metric: "explained",
            primary_unit: "share",
            higher_is_better: true,
            backbones: [
              { key: "small_cnn", tier: "fast", parameters_millions: 1, weights_available: false },
            ],
          },
        ],
        targets: [{ key: "cloud_api", max_parameters_millions: null }],
        samplers: SAMPLERS,
      },
    },
    [`GET /api/v1/projects/${PROJECT}`]: {
      body: { id: PROJECT, task: "tabular.prediction", role: "developer" },
    },
    "POST /api/v1/training-runs/check": { body: { findings: [finding] } },
  });
  await show(<NewStudyPage />, place);
  const agree = await screen.findByRole("checkbox", { name: "Yes, predict this column" });
  expect(screen.getByRole("button", { name: "Start search" })).toBeDisabled();
  fireEvent.click(agree);
  fireEvent.click(screen.getByText("Start search"));
  await waitFor(() => expect(requests.some(({ url }) => url.endsWith("/studies"))).toBe(true));
  const sent = requests.find(({ method, url }) => method === "POST" && url.endsWith("/studies"));
  expect(await sent?.json()).toMatchObject({ options: { accepted: ["target_guessed"] } });
});
