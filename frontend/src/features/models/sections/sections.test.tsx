import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { responding, problem } from "@/test/server";
import { show } from "@/test/render";

import { compareReports } from "../report/comparison";
import type { SectionedReport } from "../report/report";
import { reportFixture } from "../report/report-fixture";
import type { ModelVersion } from "../types";
import { SectionedHeadline } from "./sectioned-headline";
import { SectionedPanels } from "./sectioned-panels";

const { runtime, training } = reportFixture();
const report: SectionedReport = {
  kind: "sections",
  schema_version: 1,
  split: "test",
  num_samples: 72,
  primary_metric: "rmse",
  metrics: [
    { name: "rmse", value: 2.1, low: 2, high: 2.2, unit: "number", higher_is_better: false },
    { name: "r2", value: 0.55, low: null, high: null, unit: "share", higher_is_better: true },
  ],
  baseline: {
    name: "linear",
    value: 2.4,
    low: null,
    high: null,
    unit: "number",
    higher_is_better: false,
  },
  own_metrics: [],
  labels: [],
  sections: [
    { kind: "note", key: "smape_near_zero", params: {} },
    {
      kind: "table",
      key: "by_label",
      columns: ["label", "recall"],
      units: ["text", "share"],
      rows: [
        ["small", 0.5],
        ["forecast", null],
      ],
    },
    {
      kind: "table",
      key: "by_place",
      columns: ["place", "pixels"],
      units: ["text", "count"],
      rows: [["border", 40]],
    },
    {
      kind: "table",
      key: "candidates",
      columns: ["candidate", "weight", "training_time"],
      units: ["text", "share", "milliseconds"],
      rows: [
        ["blend", null, 3000],
        ["lightgbm-1", 1, 3000],
      ],
    },
    {
      kind: "matrix",
      key: "confusion",
      rows: ["cat"],
      columns: ["cat", "background"],
      cells: [[3, 1]],
    },
    {
      kind: "cases",
      key: "mistakes",
      prediction: "labels",
      num_cases: 9,
      cases: [caseOf("one", "missed"), caseOf("two", "false_positive")],
    },
  ],
  runtime,
  training,
};

function caseOf(name: string, error: string) {
  return {
    sample_id: `0b7d3c9e-${name}`,
    name,
    error,
    truth: ["cat"],
    predicted: [{ name: "dog", score: 0.7 }],
    score: 0.7,
    image: null,
    sample_image: null,
    attributions: [],
  };
}

const version = {
  dataset_versions: [{ dataset_name: "Cells", number: 2 }],
  from_scratch: true,
  size_bytes: 1000,
} as ModelVersion;

it("the headline says metric, interval, split, and that the simple method is beaten", async () => {
  await show(<SectionedHeadline version={version} report={report} />);
  const sentence = screen.getByText(/measured on 72 test samples/);
  expect(sentence).toHaveTextContent("Typical error (RMSE) 2.1");
  expect(sentence).toHaveTextContent("2 – 2.2");
  expect(sentence).toHaveTextContent("The simple method to beat reaches 2.4.");
  expect(sentence).toHaveTextContent("better than the simple method");
});

it("metrics of the user's own stand among the others, and say which way is better", async () => {
  const own = { name: "profit", value: 12.5, low: null, high: null, unit: "number" } as const;
  const withOwn = { ...report, own_metrics: [{ ...own, higher_is_better: true }] };
  await show(<SectionedHeadline version={version} report={withOwn} />);
  expect(screen.getByText("profit")).toBeVisible();
  expect(screen.getByText("12.5")).toBeVisible();
  expect(screen.getByText("your metric, higher is better")).toBeVisible();
});

it("sections are drawn by kind, and names of the user's data stay as they are", async () => {
  responding({
    "GET /api/v1/samples/0b7d3c9e-one": { status: 404, body: problem("sample_not_found") },
    "GET /api/v1/samples/0b7d3c9e-two": { status: 404, body: problem("sample_not_found") },
  });
  await show(
    <SectionedPanels report={report} versionId="v" media="image" sampleLink={(id) => `/s/${id}`} />,
  );
  expect(screen.getByText(/Values near zero/)).toBeInTheDocument();
  const table = screen.getByText("By label").closest("section");
  if (table === null) throw new Error("The table has no panel.");
  expect(within(table).getByText("forecast")).toBeInTheDocument();
  expect(within(table).getByText("–")).toBeInTheDocument();
  expect(screen.getByRole("cell", { name: "near a border" })).toBeInTheDocument();
  expect(screen.getByRole("cell", { name: "Blend of all with a weight" })).toBeInTheDocument();
  expect(screen.getByRole("cell", { name: "Boosted trees (LightGBM) #1" })).toBeInTheDocument();
  expect(screen.getByRole("columnheader", { name: "nothing there" })).toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "one" })).toHaveAttribute(
    "href",
    "/s/0b7d3c9e-one",
  );
  expect(screen.getByText("2 of 9 are listed.")).toBeInTheDocument();
  await userEvent.setup().click(screen.getByText("Found what is not there", { selector: "div" }));
  expect(screen.queryByRole("link", { name: "one" })).not.toBeInTheDocument();
  expect(await screen.findByRole("link", { name: "two" })).toBeInTheDocument();
});

it("two versions are compared by the metrics that both have", () => {
  const better = {
    ...report,
    metrics: [{ ...report.metrics[0], value: 1.5, low: 1.4, high: 1.6 }],
  } as SectionedReport;
  const comparison = compareReports(better, report);
  expect(comparison?.metrics).toMatchObject([{ key: "rmse", higherIsBetter: false }]);
  expect(comparison?.metrics[0]?.change).toBeCloseTo(-0.6);
  expect(comparison?.isCertain).toBe(true);
  expect(compareReports(report, reportFixture())).toBeNull();
});
