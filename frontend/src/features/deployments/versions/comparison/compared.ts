import type { CallFigures, ComparedRevision, DeploymentRevision } from "../../types";

/** The numbers of two revisions: the one that is looked at, and the one that it is compared with. */
export type Pair = readonly [number, number];

const WRITTEN = /^([1-9]\d{0,8}),([1-9]\d{0,8})$/;

/** Two revisions out of an address, such as `2,1`; `null` when it names none. */
export function pairOf(text: string | null): Pair | null {
  const found = WRITTEN.exec(text ?? "");
  return found === null ? null : [Number(found[1]), Number(found[2])];
}

export const written = (pair: Pair) => pair.join(",");

/** The revision with most of the calls, but for one: what that one is compared with. */
export function mainBut(
  revisions: readonly DeploymentRevision[],
  number?: number,
): number | undefined {
  const others = revisions.filter((one) => one.number !== number);
  return others.toSorted(
    (one, other) => other.routed_weight - one.routed_weight || other.weight - one.weight,
  )[0]?.number;
}

/** One column of a comparison. */
export interface Column {
  readonly number: number;
  readonly figures: CallFigures;
  /** Whether these are copies of calls, whose answers nobody got. */
  readonly isShadow: boolean;
}

/** What is shown of a revision: its calls, or the copies that it got where it answered none. */
export function columnOf({ number, answered, copies }: ComparedRevision): Column {
  const isShadow = answered.num_calls === 0 && copies !== null;
  return { number, figures: isShadow ? copies : answered, isShadow };
}

/** A label, and which share of the calls with a label has it, in each column. */
export interface LabelRow {
  readonly label: string;
  readonly nums: readonly number[];
  readonly shares: readonly number[];
}

/** The labels of both, those of the largest share first. */
export function labelRows(columns: readonly Column[]): LabelRow[] {
  const totals = columns.map(({ figures }) =>
    Object.values(figures.labels).reduce((sum, num) => sum + num, 0),
  );
  const names = new Set(columns.flatMap(({ figures }) => Object.keys(figures.labels)));
  const rows = [...names].map((label) => {
    const nums = columns.map(({ figures }) => figures.labels[label] ?? 0);
    return { label, nums, shares: nums.map((num, index) => num / (totals[index] || 1)) };
  });
  const size = ({ shares }: LabelRow) => Math.max(...shares);
  return rows.toSorted((one, other) => size(other) - size(one));
}
