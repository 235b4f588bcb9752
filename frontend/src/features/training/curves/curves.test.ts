import { describe, expect, it } from "vitest";

import { metricNames, withMeasurements, type Series } from "./series";
import { thin, type Point } from "./thinning";

const points = (values: number[]): Point[] => values.map((value, step) => [step, step / 10, value]);

describe("thin", () => {
  it("keeps a single spike, the ends and the order", () => {
    const values = Array.from({ length: 1000 }, (_, step) => (step === 617 ? 99 : step / 1000));
    const kept = thin(points(values), 50);
    expect(kept.length).toBeLessThanOrEqual(50);
    expect(kept[0]?.[0]).toBe(0);
    expect(kept[kept.length - 1]?.[0]).toBe(999);
    expect(kept.some(([, , value]) => value === 99)).toBe(true);
    const steps = kept.map(([step]) => step);
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
  });
});

describe("withMeasurements", () => {
  const known: Series[] = [{ split: "train", metric: "loss", points: [[10, 1, 0.9]] }];

  it("adds a point and a curve that was not there before", () => {
    const next = withMeasurements(known, [
      { step: 20, epoch: 2, split: "train", values: { loss: 0.5 } },
      { step: 20, epoch: 2, split: "validation", values: { accuracy: 0.8 } },
    ]);
    expect(next[0]?.points).toEqual([
      [10, 1, 0.9],
      [20, 2, 0.5],
    ]);
    expect(next[1]).toMatchObject({ split: "validation", metric: "accuracy" });
  });

  it("replaces a step that a resumed run measured again", () => {
    const next = withMeasurements(known, [
      { step: 10, epoch: 1, split: "train", values: { loss: 0.7 } },
    ]);
    expect(next[0]?.points).toEqual([[10, 1, 0.7]]);
  });

  it("names the loss first", () => {
    const curves = ["accuracy", "loss"].map((metric) => ({
      split: "train" as const,
      metric,
      points: [],
    }));
    expect(metricNames(curves)).toEqual(["loss", "accuracy"]);
  });
});
