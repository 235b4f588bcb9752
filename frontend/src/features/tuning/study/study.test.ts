import { describe, expect, it } from "vitest";

import type { Study } from "../types";
import { trialOf } from "../test-data";
import { axesOf, brushed, goodness } from "./axes";
import { bestByNumber, baselineOf, shareUsed, withTrials } from "./progress";
import { brushesOf, brushesText, placeOf, ticksOf, valueAt } from "./scale";
import { optionsOf } from "./training-form";

const log = { kind: "float", low: 1e-4, high: 1, log: true } as const;
const names = { kind: "choices", values: ["a", "b", "c"] } as const;

describe("places on an axis", () => {
  it("go by the size of numbers where the range does", () => {
    expect(placeOf(log, 0.01)).toBeCloseTo(0.5);
    expect(valueAt(log, 0.5)).toBeCloseTo(0.01);
  });

  it("stand apart for choices, and are none for what takes no part", () => {
    expect(placeOf({ ...names, values: [...names.values] }, "b")).toBe(0.5);
    expect(placeOf(log, undefined)).toBeUndefined();
  });

  it("are marked by powers of ten", () => {
    expect(ticksOf(log).map(({ value }) => value)).toEqual([1e-4, 1e-3, 0.01, 0.1, 1]);
  });

  it("are written to an address and read again", () => {
    const brushes = { "augmentation.scale": { from: 0.25, to: 0.5 }, score: { from: 0.9, to: 1 } };
    expect(brushesOf(brushesText(brushes) ?? "")).toEqual(brushes);
    expect(brushesOf("score:0.9:0.1,nonsense")).toEqual({});
  });
});

describe("trials", () => {
  const trials = [
    trialOf(0, { score: 0.5, settings: { rate: 0.01 } }),
    trialOf(1, { score: 0.2, state: "pruned", settings: { rate: 1 } }),
    trialOf(2, { score: 0.9, settings: { rate: 0.001 } }),
    trialOf(3, { score: null, state: "failed", settings: { rate: 0.001 } }),
  ];
  const study = { space: { parameters: [{ name: "rate", range: log }] } } as Pick<Study, "space">;

  it("are narrowed to those that lie in every chosen part", () => {
    const axes = axesOf(study, trials);
    expect(axes.map(({ name }) => name)).toEqual(["rate", "score"]);
    const left = brushed(trials, axes, { rate: { from: 0, to: 0.6 }, score: { from: 0.4, to: 1 } });
    expect(left.map(({ number }) => number)).toEqual([0, 2]);
  });

  it("have a best until each of them, which those that were stopped do not change", () => {
    expect(
      bestByNumber(trials, { direction: "maximize", latency_limit_ms: null }).map(
        ({ score }) => score,
      ),
    ).toEqual([0.5, 0.5, 0.9, 0.9]);
    expect(
      bestByNumber(trials, { direction: "minimize", latency_limit_ms: null }).map(
        ({ score }) => score,
      ),
    ).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it("are ranked from worst to best in the study's direction", () => {
    expect(goodness(trials, "maximize").get(2)).toBe(1);
    expect(goodness(trials, "minimize").get(2)).toBe(0);
    expect(goodness(trials, "maximize").has(3)).toBe(false);
  });

  it("begin with the default settings, unless they are another study's", () => {
    expect(baselineOf(trials)?.score).toBe(0.5);
    const copy = trialOf(0, { copied_from: { study_id: "x", number: 0 } });
    expect(baselineOf([copy])).toBeUndefined();
  });

  it("are replaced by newer ones only", () => {
    const newer = trialOf(1, { revision: 5, state: "complete" });
    const older = trialOf(2, { revision: 0, state: "running" });
    const next = withTrials(trials, [newer, older, trialOf(4, {})]);
    expect(next.map(({ state }) => state)).toEqual([
      "complete",
      "complete",
      "complete",
      "failed",
      "complete",
    ]);
  });

  it("use up the nearer of two limits", () => {
    const counts = {
      queued: 0,
      running: 1,
      complete: 3,
      pruned: 1,
      failed: 1,
      cancelled: 0,
      copied: 0,
    };
    const limits = { counts, max_trials: 10, max_minutes: 10, seconds_used: 480 };
    expect(shareUsed(limits)).toBe(0.8);
    expect(shareUsed({ ...limits, max_minutes: null })).toBe(0.5);
  });
});

it("settings take their places among the options, the network aside", () => {
  const options = optionsOf(
    { options: { epochs: 4, augmentation: { scale: 0.1, noise: 0.2 } } },
    { settings: { backbone: "x", "augmentation.scale": 0.3, learning_rate: 0.01 } },
  );
  expect(options).toEqual({
    epochs: 4,
    learning_rate: 0.01,
    augmentation: { scale: 0.3, noise: 0.2 },
  });
});
