import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { responding } from "@/test/server";
import { show } from "@/test/render";

import type { Candidate, TrainingRun } from "../types";
import { LeaderboardPanel } from "./leaderboard-panel";
import { NOTHING_HEARD, withEvents } from "./live";
import { latestOf, ranked } from "./standings";
import { SummaryPanel } from "./summary-panel";

const RUN = "e2b1c5d4-3f60-4c7a-9b8d-2a1f0e9d8c7b";

function candidate(name: string, value: number, more: Partial<Candidate> = {}): Candidate {
  return {
    name,
    metric: "accuracy",
    value,
    low: value - 0.04,
    high: value + 0.03,
    loss: 1 - value,
    seconds: 12,
    weight: null,
    ...more,
  };
}

const run = {
  id: RUN,
  project_id: "p",
  number: 4,
  name: "run",
  task: "tabular.prediction",
  model_version_id: null,
  job: { state: "running" },
} as TrainingRun;

function server(candidates: Candidate[], series: unknown[] = []) {
  responding({
    [`GET /api/v1/training-runs/${RUN}/metrics`]: { body: { series, candidates } },
    "GET /api/v1/training-runs": { body: { next: null, previous: null, results: [] } },
    "GET /api/v1/catalog": {
      body: {
        tasks: [
          {
            key: "tabular.prediction",
            metrics: [
              { name: "accuracy", unit: "share", higher_is_better: true },
              { name: "mae", unit: "number", higher_is_better: false },
            ],
          },
        ],
      },
    },
  });
}

it("ranks the models of a run by score, each with interval, time and share", async () => {
  server([candidate("linear", 0.81), candidate("lightgbm-1", 0.87, { weight: 0.7 })]);
  const live = [candidate("random_forest", 0.84), candidate("linear", 0.81, { weight: 0.3 })];
  await show(<LeaderboardPanel run={run} candidates={live} />);
  const board = await screen.findByRole("region", { name: "Leaderboard" });
  const [, ...rows] = await within(board).findAllByRole("row");
  const texts = rows.map((row) => row.textContent).filter((text) => text !== "");
  expect(texts).toHaveLength(3);
  expect(texts[0]).toMatch(/^Boosted trees \(LightGBM\) #1Best87%83% – 90%0\.1370%12 sec$/);
  expect(texts[1]).toContain("Random forest84%");
  expect(texts[2]).toContain("Linear model81%");
  expect(texts[2]).toContain("30%");
});

it("names the models that were taken in place of the backbone that was asked for", async () => {
  const asked = {
    ...run,
    backbone: "lightgbm",
    tier: "fast",
    dataset_versions: [],
    options: {},
    created_at: "2026-11-27T10:00:00Z",
  } as unknown as TrainingRun;
  const blend = candidate("blend", 0.9);
  server([blend, candidate("lightgbm-1", 0.8, { weight: 0 })]);
  const live = [candidate("linear", 0.9, { weight: 1 })];
  await show(<SummaryPanel run={asked} candidates={live} />, { language: "zh-CN" });
  expect(await screen.findByText("线性模型")).toBeInTheDocument();
  expect(screen.getByText("采用的模型")).toBeInTheDocument();
  expect(screen.queryByText(/LightGBM/)).not.toBeInTheDocument();
});

it("puts the smallest error of values first", () => {
  const of = (name: string, value: number) => ({ ...candidate(name, value), run: "#1" });
  const error = { unit: "number", higherIsBetter: false } as const;
  expect(ranked([of("a", 3), of("b", 1)], error).map(({ name }) => name)).toEqual(["b", "a"]);
});

it("hears of models while they are tried, the latest of each name", () => {
  const heard = [candidate("linear", 0.8), candidate("linear", 0.8, { weight: 0.5 })];
  const live = withEvents(
    NOTHING_HEARD,
    heard.map((data) => ({ id: "1", kind: "candidate", data })),
  );
  expect(latestOf(live.candidates)).toEqual([heard[1]]);
});

it("says where the models of an earlier run are listed", async () => {
  server([], [{ split: "validation", metric: "loss", points: [[1, 1, 0.5]] }]);
  const earlier = { ...run, model_version_id: "m", job: { state: "succeeded" } } as TrainingRun;
  await show(<LeaderboardPanel run={earlier} candidates={[]} />);
  expect(await screen.findByText(/listed in its report/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Open the model" })).toHaveAttribute(
    "href",
    "/projects/p/models/m",
  );
});
