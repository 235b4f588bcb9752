import type { components } from "@/api/generated/schema";

import type { DeploymentRevision } from "../types";

type Share = components["schemas"]["RevisionShareRequest"];

/** Shares that are wanted, in percent, by the number of a revision. */
export type Shares = Readonly<Record<number, number>>;

export const FULL = 100;

/** Whether a revision gets calls, should get some, or gets copies of them. */
export function isUsed({ weight, routed_weight, is_shadow }: DeploymentRevision): boolean {
  return weight > 0 || routed_weight > 0 || is_shadow;
}

/** Whether a revision neither gets calls nor runs any more. */
export function isPast(revision: DeploymentRevision): boolean {
  return !isUsed(revision) && revision.state !== "running";
}

/** Whether a revision is on its way to the share that it should get. */
export function isMoving(revision: DeploymentRevision): boolean {
  const isStarting = isUsed(revision) && revision.state === "starting";
  return revision.weight !== revision.routed_weight || isStarting;
}

/** Whether a revision may be given a share of the calls beside others. */
export function mayShare(revision: DeploymentRevision): boolean {
  return !revision.is_shadow && !isPast(revision);
}

export function totalOf(shares: Shares): number {
  return hundredths(Object.values(shares).reduce((sum, share) => sum + share, 0));
}

/** The wanted shares with two decimals; the largest takes what rounding left over. */
export function wantedShares(revisions: readonly DeploymentRevision[]): Shares {
  const shared = revisions.filter(mayShare);
  const shares = Object.fromEntries(
    shared.map(({ number, weight }) => [number, hundredths(weight)]),
  );
  const largest = shared.toSorted((one, other) => other.weight - one.weight)[0];
  if (largest === undefined) return shares;
  const left = FULL - totalOf(shares);
  return { ...shares, [largest.number]: hundredths((shares[largest.number] ?? 0) + left) };
}

/** Ask for shares; shadows stay, but for those that are to go. */
export function trafficOf(
  revisions: readonly DeploymentRevision[],
  shares: Shares,
  leaving?: number,
): Share[] {
  const shadows = revisions.filter(
    ({ number, is_shadow }) => is_shadow && number !== leaving && !shares[number],
  );
  return [
    ...Object.entries(shares)
      .filter(([, weight]) => weight > 0)
      .map(([number, weight]) => ({ number: Number(number), weight, is_shadow: false })),
    ...shadows.map(({ number }) => ({ number, weight: 0, is_shadow: true })),
  ];
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
