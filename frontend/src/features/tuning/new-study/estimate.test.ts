import { describe, expect, it } from "vitest";

import { expected } from "./estimate";

const known = {
  runSeconds: [60],
  dataFraction: 1,
  numParallel: 2,
  maxTrials: 11,
  maxMinutes: null,
};

describe("expected", () => {
  it("counts whole rounds of trials that run at once", () => {
    expect(expected(known)).toEqual({ trialSeconds: 60, seconds: 360, numTrials: 11 });
  });

  it("takes a part of the data for a part of the time", () => {
    expect(expected({ ...known, dataFraction: 0.5 }).seconds).toBe(180);
  });

  it("ends with the minutes, and says how many trials fit", () => {
    expect(expected({ ...known, maxMinutes: 3 })).toMatchObject({ seconds: 180, numTrials: 6 });
  });

  it("knows nothing where one of the networks was never timed", () => {
    const hope = expected({ ...known, runSeconds: [60, null] });
    expect(hope).toEqual({ trialSeconds: null, seconds: null, numTrials: 11 });
  });

  it("believes an earlier search before an estimate", () => {
    expect(expected({ ...known, earlier: 10 }).seconds).toBe(60);
  });
});
