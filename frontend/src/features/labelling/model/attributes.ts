import type { components } from "@/api/generated/schema";
import type { Label } from "@/api/datasets";

import type { AttributeValue, Region } from "./annotations";

/** What the regions of a label can be described by. */
export type AttributeDefinition = components["schemas"]["AttributeDefinition"];
type Attributes = Readonly<Record<string, AttributeValue>>;

/** The attributes that regions of a label have; those of regions without one are the dataset's. */
export function definitionsOf(
  labels: readonly Label[],
  labelId: string | null,
  ofNoLabel: readonly AttributeDefinition[] = [],
): readonly AttributeDefinition[] {
  if (labelId === null) return ofNoLabel;
  return labels.find(({ id }) => id === labelId)?.attributes ?? [];
}

/** A region with an attribute set, or taken away by `null`. */
export function withAttribute(region: Region, name: string, value: AttributeValue | null): Region {
  return withAttributes(region, changed(region.attributes ?? {}, name, value));
}

export function changed(
  attributes: Attributes,
  name: string,
  value: AttributeValue | null,
): Attributes {
  const rest = Object.entries(attributes).filter(([one]) => one !== name);
  return Object.fromEntries(value === null ? rest : [...rest, [name, value]]);
}

/** A region under another label keeps the attributes that this one has as well. */
export function relabelled(region: Region, labelId: string, labels: readonly Label[]): Region {
  const known = definitionsOf(labels, labelId);
  const kept = Object.entries(region.attributes ?? {}).filter(([name, value]) =>
    known.some((definition) => definition.name === name && takes(definition, value)),
  );
  return { ...withAttributes(region, Object.fromEntries(kept)), labelId };
}

export function takes({ kind, values }: AttributeDefinition, value: AttributeValue): boolean {
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "number") return typeof value === "number";
  return typeof value === "string" && (kind === "text" || values.includes(value));
}

export function withAttributes(region: Region, attributes: Attributes): Region {
  if (Object.keys(attributes).length > 0) return { ...region, attributes };
  const bare = { ...region };
  delete (bare as { attributes?: Attributes }).attributes;
  return bare;
}
