import { expect, it } from "vitest";

import type { TaskCard } from "@/api/task-card";
import { messages } from "@/i18n/en-pages";

import { metricUnit, SHARES } from "./metric-unit";

const NUMBERS = [
  "loss",
  "learning_rate",
  "pearson",
  "spearman",
  "log_loss",
  "brier",
  "rmse",
  "mae",
  "median_error",
  "bias",
  "mase",
  "mse_scaled",
  "best_loss",
  "identity_switches",
  "fragmentations",
];

it("knows the unit of every metric that has a name", () => {
  const names = Object.keys(messages.metrics ?? {});
  expect(names.filter((name) => !SHARES.has(name))).toEqual(NUMBERS);
  expect([...SHARES].filter((name) => !names.includes(name))).toEqual([]);
});

it("believes a task's card, and takes what nobody knows for a number", () => {
  const card = { metrics: [{ name: "recall", unit: "number" }] } as TaskCard;
  expect(metricUnit("recall", card)).toBe("number");
  expect(metricUnit("recall", undefined)).toBe("share");
  expect(metricUnit("my_reward", undefined)).toBe("number");
});
