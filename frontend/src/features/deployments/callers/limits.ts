import type { components } from "@/api/generated/schema";

/** How much may be called; `null` is not limited. */
export type Limits = components["schemas"]["LimitsSpec"];

export const NAMES = ["requests_per_second", "burst", "daily_quota", "total_quota"] as const;

export const UNLIMITED: Limits = {
  requests_per_second: null,
  burst: null,
  daily_quota: null,
  total_quota: null,
};

/** How many calls may come at once where nobody says it. */
export function usualBurst(requestsPerSecond: number): number {
  return Math.max(1, Math.ceil(requestsPerSecond));
}

/** A burst is only counted where calls a second are limited. */
export function withoutIdleBurst(limits: Limits): Limits {
  return limits.requests_per_second === null ? { ...limits, burst: null } : limits;
}

export function areSame(one: Limits, other: Limits): boolean {
  return NAMES.every((name) => one[name] === other[name]);
}
