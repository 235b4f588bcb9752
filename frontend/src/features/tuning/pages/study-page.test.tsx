import axe from "axe-core";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { show } from "@/test/render";
import { responding, problem } from "@/test/server";

import { studyOf, trialOf } from "../test-data";
import type { StudyDetail, Trial } from "../types";
import { StudyPage } from "./study-page";

const PROJECT = "project";
const place = {
  at: `/projects/${PROJECT}/search/study`,
  path: "/projects/:projectId/search/:studyId",
};

const best = trialOf(1, {
  score: 0.9,
  is_best: true,
  has_package: true,
  settings: { learning_rate: 0.05 },
});
const failed = trialOf(2, {
  state: "failed",
  score: null,
  settings: { learning_rate: 0.09 },
  error: { code: "training_diverged", params: {}, message: "The loss is not a number." },
} as Partial<Trial>);
const TRIALS = [trialOf(0, { score: 0.8 }), best, failed];

function server(study: StudyDetail, others: Parameters<typeof responding>[0] = {}) {
  return responding({
    "GET /api/v1/studies/study": { body: study },
    "GET /api/v1/studies/study/trials": {
      body: { next: null, previous: null, results: TRIALS },
    },
    "GET /api/v1/studies/study/trials/2": { body: { ...failed, curve: [], line: [] } },
    [`GET /api/v1/projects/${PROJECT}`]: { body: { id: PROJECT, role: "developer" } },
    "GET /api/v1/catalog": {
      body: {
        tasks: [
          {
            key: "image.classification",
            primary_metric: "accuracy",
            primary_unit: "share",
            higher_is_better: true,
            backbones: [{ key: "small_cnn", tier: "fast" }],
          },
        ],
        targets: [],
      },
    },
    ...others,
  });
}

it("shows the best against the default settings, and says when importances come", async () => {
  server(studyOf({ best_trial: best }));
  const { container } = await show(<StudyPage />, place);
  expect(await screen.findByText("Finished: all trials have been made.")).toBeInTheDocument();
  expect((await screen.findAllByText("90%")).length).toBeGreaterThan(0);
  expect(screen.getAllByText("80%").length).toBeGreaterThan(0);
  expect(screen.getByText(/Comes after 8 complete trials; 6 to go/)).toBeInTheDocument();
  expect(screen.getByText(/1 trial failed/)).toBeInTheDocument();
  // Colours need a real browser; tests/end_to_end checks them.
  const { violations } = await axe.run(container, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

it("leaves data and backbone out of the settings of a search that a script runs", async () => {
  server(studyOf({ is_scripted: true, backbone: "", dataset_versions: [] }));
  await show(<StudyPage />, place);
  expect(await screen.findByText("Settings")).toBeInTheDocument();
  expect(screen.queryByText("Backbone")).not.toBeInTheDocument();
  expect(screen.queryByText("Data", { selector: "dt" })).not.toBeInTheDocument();
});

it("opens a failed trial and says why", async () => {
  server(studyOf({ best_trial: best }));
  const { router } = await show(<StudyPage />, place);
  await userEvent.click(await screen.findByRole("button", { name: "Open trial 2" }));
  const drawer = await screen.findByRole("dialog");
  expect(within(drawer).getByText("This trial failed")).toBeInTheDocument();
  expect(router.state.location.search).toBe("?trial=2");
});

it("narrows the table by keys on an axis, and back", async () => {
  server(studyOf({ best_trial: best }));
  await show(<StudyPage />, place);
  const handle = await screen.findByRole("slider", { name: "Accuracy: lowest chosen" });
  handle.focus();
  await userEvent.keyboard("{ArrowUp}");
  expect(await screen.findByText("1 of 3 trials")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(await screen.findByText("3 trials")).toBeInTheDocument();
});

it("makes the best trial's model a version and goes there", async () => {
  server(studyOf({ best_trial: best }), {
    "POST /api/v1/studies/study/trials/1/model-version": {
      status: 201,
      body: { model_version_id: "version" },
    },
  });
  const { router } = await show(<StudyPage />, place);
  await userEvent.click(await screen.findByRole("button", { name: "Make it a model version" }));
  await waitFor(() => expect(router.state.location.pathname).toContain("/models/version"));
});

it("says beside the fields why a search cannot be extended so", async () => {
  server(studyOf({ best_trial: best }), {
    "POST /api/v1/studies/study/extend": {
      status: 409,
      body: problem("study_used_up", { params: { limit: "trials" } }),
    },
  });
  await show(<StudyPage />, place);
  await userEvent.click(await screen.findByRole("button", { name: "Extend" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Extend" }));
  expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
});

it("shows the rounds of a population, and how its best model came about", async () => {
  const child = trialOf(3, {
    score: 0.95,
    is_best: true,
    has_package: true,
    parent_number: 1,
    settings: { learning_rate: 0.04 },
  });
  const line = [best, child].map(({ number, settings, score }) => ({ number, settings, score }));
  const population = { size: 2, interval: 3, quantile: 0.25 };
  server(studyOf({ best_trial: child, population, max_trials: 4 }), {
    "GET /api/v1/studies/study/trials": {
      body: { next: null, previous: null, results: [...TRIALS, child] },
    },
    "GET /api/v1/studies/study/trials/3": { body: { ...child, curve: [], line } },
  });
  await show(<StudyPage />, place);
  expect(await screen.findByText("2 of 2")).toBeInTheDocument();
  expect(screen.getByText("2 members, 3 epochs a trial; the worst 25% copy")).toBeInTheDocument();
  // Its settings were a schedule, and a fork would lack the weights.
  expect(await screen.findByText(/settings move while the model learns/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Train on all data" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Fork" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Open trial 3" }));
  const drawer = await screen.findByRole("dialog");
  expect(await within(drawer).findByText("How it came about")).toBeInTheDocument();
  expect(within(drawer).getByRole("button", { name: "Open trial 1" })).toBeInTheDocument();
});
