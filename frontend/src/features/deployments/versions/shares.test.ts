import { expect, it } from "vitest";

import type { DeploymentRevision } from "../types";
import { isMoving, isPast, totalOf, trafficOf, wantedShares } from "./shares";

const first: DeploymentRevision = {
  number: 1,
  model_version: { id: "m1", number: 1, model_name: "Digits" },
  replicas: 1,
  weight: 100,
  routed_weight: 100,
  is_shadow: false,
  state: "running",
  error: null,
  withdrawn_reason: "",
  created_by: null,
  created_at: "2030-01-02T00:00:00Z",
};
const revision = (number: number, weight: number, changes: Partial<DeploymentRevision> = {}) => ({
  ...first,
  number,
  weight,
  routed_weight: weight,
  ...changes,
});

it("rounds wanted shares so that they still add up to 100", () => {
  const third = 100 / 3;
  const shares = wantedShares([revision(3, third), revision(2, third), revision(1, third)]);
  expect(Object.values(shares).sort()).toEqual([33.33, 33.33, 33.34]);
  expect(totalOf(shares)).toBe(100);
});

it("offers a share to revisions that run, and none to shadows and past ones", () => {
  const rows = [
    revision(4, 0, { is_shadow: true }),
    revision(3, 100),
    revision(2, 0),
    revision(1, 0, { state: "stopped" }),
  ];
  expect(wantedShares(rows)).toEqual({ 3: 100, 2: 0 });
  expect(rows.map(isPast)).toEqual([false, false, false, true]);
});

it("keeps shadows unless they are stopped or promoted", () => {
  const rows = [
    revision(3, 0, { is_shadow: true }),
    revision(2, 0, { is_shadow: true }),
    revision(1, 100),
  ];
  const shadow = (number: number) => ({ number, weight: 0, is_shadow: true });
  const all = (number: number) => ({ number, weight: 100, is_shadow: false });
  expect(trafficOf(rows, { 1: 100 })).toEqual([all(1), shadow(3), shadow(2)]);
  expect(trafficOf(rows, { 1: 100 }, 2)).toEqual([all(1), shadow(3)]);
  expect(trafficOf(rows, { 2: 100 })).toEqual([all(2), shadow(3)]);
});

it("knows which revisions are on their way", () => {
  expect(isMoving(revision(1, 100))).toBe(false);
  expect(isMoving(revision(1, 90, { routed_weight: 100 }))).toBe(true);
  expect(isMoving(revision(2, 0, { is_shadow: true, state: "starting" }))).toBe(true);
  expect(isMoving(revision(2, 0, { state: "starting" }))).toBe(false);
});
