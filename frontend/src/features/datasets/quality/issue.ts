import type { Finding } from "../api/quality/quality-keys";

/** What is wrong with a label or region, where it is not simply another label. */
export function issueOf(
  kind: Finding["kind"],
): "missing" | "superfluous" | "misplaced" | undefined {
  switch (kind) {
    case "label_missing":
    case "region_missing":
      return "missing";
    case "label_superfluous":
      return "superfluous";
    case "region_misplaced":
      return "misplaced";
    default:
      return undefined;
  }
}
