import { describe, expect, it } from "vitest";

import { NOTHING_HEARD, withEvents } from "./live";
import { phaseStates } from "./phases";

const event = (kind: string, data: unknown) => ({ id: "1", kind, data });

describe("withEvents", () => {
  it("keeps measurements and warnings, and only the newest resources", () => {
    const live = withEvents(NOTHING_HEARD, [
      event("metric", { step: 1, epoch: 0.1, split: "train", values: { loss: 2 } }),
      event("resources", { cpu_percent: 50, memory_bytes: 1 }),
      event("resources", { cpu_percent: 90, memory_bytes: 2 }),
      event("warning", { code: "few_samples", params: {}, message: "Few." }),
      event("checkpoint", { step: 1, best: true }),
      event("log", { message: "Epoch 1 of 3" }),
    ]);
    expect(live.measurements).toHaveLength(1);
    expect(live.resources?.cpu_percent).toBe(90);
    expect(live.warnings[0]?.code).toBe("few_samples");
    expect(live.numCheckpoints).toBe(1);
    expect(live.messages).toEqual(["Epoch 1 of 3"]);
  });

  it("changes nothing for events about the job itself", () => {
    expect(withEvents(NOTHING_HEARD, [event("progress", {}), event("state", {})])).toBe(
      NOTHING_HEARD,
    );
  });
});

describe("phaseStates", () => {
  it("shows where a run is", () => {
    expect(phaseStates({ state: "running", phase: "train" })).toMatchObject({
      check: "done",
      train: "current",
      export: "waiting",
    });
  });

  it("shows where a run broke off", () => {
    expect(phaseStates({ state: "failed", phase: "train" })).toMatchObject({
      prepare: "done",
      train: "broken",
      evaluate: "waiting",
    });
  });

  it("tells a run that was stopped from one that failed", () => {
    expect(phaseStates({ state: "cancelled", phase: "train" }).train).toBe("stopped");
  });

  it("marks nothing done while waiting and everything done at the end", () => {
    expect(phaseStates({ state: "queued", phase: "" }).check).toBe("waiting");
    expect(phaseStates({ state: "succeeded", phase: "verify" }).verify).toBe("done");
  });
});
