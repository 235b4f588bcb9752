import { describe, expect, it } from "vitest";

import { compareReports } from "./comparison";
import { confusedPairs, headlineEstimate, mistakesOfCell } from "./report";
import { reportFixture } from "./report-fixture";
import { bestCommonThreshold, macroScoresAt, scoresAt } from "./thresholds";

const report = reportFixture();
const cat = report.classes[0]?.curve ?? [];

describe("scoresAt", () => {
  it("takes what was measured at the next higher threshold", () => {
    expect(scoresAt(cat, 0.25)).toEqual({ precision: 1, recall: 0.75, f1: 0.857 });
    expect(scoresAt(cat, 0.4)).toEqual({ precision: 1, recall: 0.75, f1: 0.857 });
  });

  it("finds nothing above the highest score", () => {
    expect(scoresAt(cat, 0.95)).toEqual({ precision: 1, recall: 0, f1: 0 });
  });

  it("does not depend on the order of the points", () => {
    expect(scoresAt([...cat].reverse(), 0.25)).toEqual(scoresAt(cat, 0.25));
  });
});

describe("macroScoresAt", () => {
  it("uses each class's own threshold where there is one", () => {
    const recommended = report.classes.map((one) => [one.label, one.recommended_threshold]);
    const { f1 } = macroScoresAt(report.classes, Object.fromEntries(recommended), 0.5);
    expect(f1).toBeCloseTo((0.857 + 0.8) / 2, 6);
  });

  it("leaves out a class without samples", () => {
    const empty = {
      ...report.classes[0],
      label: "fox",
      num_samples: 0,
    } as (typeof report.classes)[0];
    expect(macroScoresAt([...report.classes, empty], {}, 0.4)).toEqual(
      macroScoresAt(report.classes, {}, 0.4),
    );
  });

  it("finds the common threshold with the best mean", () => {
    const best = bestCommonThreshold(report.classes);
    expect(best).toBeGreaterThan(0.2);
    expect(best).toBeLessThanOrEqual(0.4);
  });

  it("agrees with the classes where many thresholds are as good", () => {
    const sure = { threshold: 0.98, precision: 1, recall: 1, f1: 1 };
    const unsure = { threshold: 0.02, precision: 0.5, recall: 1, f1: 0.667 };
    const classes = report.classes.map((one) => ({
      ...one,
      recommended_threshold: 0.5,
      curve: [unsure, sure],
    }));
    expect(bestCommonThreshold(classes)).toBe(0.5);
    const higher = classes.map((one) => ({ ...one, recommended_threshold: 0.6 }));
    expect(bestCommonThreshold(higher)).toBe(0.6);
  });
});

describe("the confusion matrix", () => {
  it("lists confused pairs and opens their samples", () => {
    expect(confusedPairs(report)).toEqual([{ actual: "cat", predicted: "dog", count: 1 }]);
    expect(mistakesOfCell(report, "cat", "dog").map(({ name }) => name)).toEqual(["cat_4.png"]);
    expect(mistakesOfCell(report, "dog", null)).toEqual([]);
  });
});

describe("compareReports", () => {
  const other = reportFixture({
    accuracy: { value: 0.3, low: 0.1, high: 0.4, num_samples: 9 },
    num_samples: 9,
    labels: ["cat", "fox"],
    classes: [{ ...(report.classes[0] as (typeof report.classes)[0]), f1: 0.3 }],
  });

  it("gives the change of each metric and of the classes that both know", () => {
    const comparison = compareReports(report, other);
    expect(comparison?.metrics[0]?.change).toBeCloseTo(5 / 6 - 0.3, 9);
    expect(comparison?.classes).toMatchObject([
      { key: "cat", ours: 0.857, theirs: 0.3, change: 0.857 - 0.3 },
    ]);
  });

  it("says when the sets differ and when the difference is beyond chance", () => {
    expect(compareReports(report, other)).toMatchObject({
      isCertain: true,
      isLikeForLike: false,
      onlyOurs: ["dog"],
    });
    expect(compareReports(report, report)).toMatchObject({ isCertain: false, isLikeForLike: true });
  });

  it("names the primary metric in the headline", () => {
    expect(headlineEstimate(report).metric).toBe("accuracy");
    expect(headlineEstimate(reportFixture({ primary_metric: "macro_f1" })).metric).toBe("macro_f1");
  });
});
