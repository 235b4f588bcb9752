import { expect, it } from "vitest";

import { jobTime } from "./job-time";

const start = Date.parse("2026-11-23T10:00:00Z");
const job = {
  state: "running" as const,
  eta_seconds: 60 as number | null,
  eta_at: "2026-11-23T10:00:00Z" as string | null,
  phase_at: "2026-11-23T09:59:00Z",
  started_at: "2026-11-23T09:50:00Z",
};

it("counts down between two words of the job", () => {
  expect(jobTime(job, start)).toEqual({ kind: "left", seconds: 60 });
  expect(jobTime(job, start + 25_000)).toEqual({ kind: "left", seconds: 35 });
});

it("never goes below a second, and then says that it takes longer", () => {
  expect(jobTime(job, start + 61_000)).toEqual({ kind: "left", seconds: 1 });
  expect(jobTime(job, start + 90_000)).toEqual({ kind: "longer", seconds: 30 });
});

it("says since when it does what has no known length", () => {
  const unknown = { ...job, eta_seconds: null, eta_at: null };
  expect(jobTime(unknown, start)).toEqual({ kind: "since", seconds: 60 });
  expect(jobTime({ ...unknown, phase_at: null }, start)).toEqual({ kind: "since", seconds: 600 });
});

it("says nothing of a job that waits or has ended", () => {
  expect(jobTime({ ...job, state: "queued" }, start)).toBeUndefined();
  expect(jobTime({ ...job, state: "succeeded" }, start)).toBeUndefined();
});
