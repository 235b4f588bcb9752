import type { UploadPlan } from "./plan";

const keys = new WeakMap<UploadPlan, number>();
let numPlans = 0;

/** What names a drop in the query cache: it is looked at once, however often a page is drawn. */
export function planKey(plan: UploadPlan): number {
  const known = keys.get(plan);
  if (known !== undefined) return known;
  numPlans += 1;
  keys.set(plan, numPlans);
  return numPlans;
}
