import type { Label } from "@/api/datasets";

import type { Region } from "./annotations";

/** A line of the list of layers: a label with how many marks it has, or one of these. */
export type LayerRow =
  | {
      readonly kind: "label";
      readonly id: string;
      readonly labelId: string | null;
      readonly name: string;
      readonly color: string;
      readonly num: number;
    }
  | {
      readonly kind: "mark";
      readonly id: string;
      readonly name: string;
      readonly color: string;
    };

const NO_COLOR = "#8a8d93";

/** Marks by label in the order of the labels; within one the topmost comes first. */
export function layerRows(
  regions: readonly Region[],
  labels: readonly Pick<Label, "id" | "name" | "color">[],
): LayerRow[] {
  const byLabel = new Map<string | null, { region: Region; number: number }[]>();
  regions.forEach((region, index) => {
    const marks = byLabel.get(region.labelId) ?? [];
    marks.push({ region, number: index + 1 });
    byLabel.set(region.labelId, marks);
  });
  const order = [...labels.map(({ id }) => id), null];
  return order.flatMap((labelId): LayerRow[] => {
    const marks = byLabel.get(labelId);
    if (marks === undefined) return [];
    const { name = "", color = NO_COLOR } = labels.find(({ id }) => id === labelId) ?? {};
    return [
      { kind: "label", id: `label ${labelId}`, labelId, name, color, num: marks.length },
      ...marks.toReversed().map(({ region, number }) => ({
        kind: "mark" as const,
        id: region.id,
        name: `${number} ${region.text || name}`.trim(),
        color,
      })),
    ];
  });
}
