import type { components } from "@/api/generated/schema";

import { NOTHING, type Annotations, type Region, type MaybeAnnotations } from "./annotations";

type Schemas = components["schemas"];

export type Suggestion = Schemas["Suggestion"];

/** An annotation that a model suggests; `score` is how sure it is. */
export interface SuggestedRegion extends Region {
  readonly score: number;
}

/** What of a suggestion is worth looking at: sure enough, and not said yet. */
export interface Proposal {
  readonly labelIds: readonly string[];
  readonly regions: readonly SuggestedRegion[];
  readonly texts: readonly string[];
  readonly value: number | null;
}

export const NO_PROPOSAL: Proposal = { labelIds: [], regions: [], texts: [], value: null };

/** Annotations below the threshold, and those that were accepted before, are left out. */
export function proposalOf(
  suggestion: Suggestion,
  threshold: number,
  annotations: MaybeAnnotations,
): Proposal {
  const { labels, regions, texts, value } = suggestion.state;
  const known = new Set(annotations?.regions.map(({ id }) => id));
  const given = new Set(annotations?.labelIds);
  return {
    labelIds: labels.filter(({ id }) => !given.has(id)).map(({ id }) => id),
    regions: regions
      .filter(({ id, score }) => score >= threshold && !known.has(id))
      .map(({ id, label_id: labelId, geometry, text, score, attributes }) => ({
        id,
        labelId,
        geometry,
        text,
        score,
        ...(Object.keys(attributes).length > 0 && { attributes }),
      })),
    texts: (annotations?.texts.length ?? 0) === 0 ? texts : [],
    value: annotations?.value == null ? value : null,
  };
}

export function isEmpty({ labelIds, regions, texts, value }: Proposal): boolean {
  return labelIds.length + regions.length + texts.length === 0 && value === null;
}

/** What is said once all that is proposed is accepted, with the relations between its annotations. */
export function withProposal(
  annotations: MaybeAnnotations,
  proposal: Proposal,
  suggestion: Suggestion,
  hasManyLabels: boolean,
): Annotations {
  const base = annotations ?? NOTHING;
  const regions = [...base.regions, ...proposal.regions.map(withoutScore)];
  const keys = new Set(regions.map(({ id }) => id));
  const relations = suggestion.state.relations
    .filter(({ subject, object }) => keys.has(subject) && keys.has(object))
    .map(({ label_id: labelId, subject, object }) => ({ labelId, subject, object }))
    .filter(
      (one) =>
        !base.relations.some(
          (other) =>
            other.labelId === one.labelId &&
            other.subject === one.subject &&
            other.object === one.object,
        ),
    );
  return {
    labelIds: hasManyLabels
      ? [...base.labelIds, ...proposal.labelIds]
      : proposal.labelIds.length > 0
        ? proposal.labelIds.slice(0, 1)
        : base.labelIds,
    regions,
    relations: [...base.relations, ...relations],
    texts: proposal.texts.length > 0 ? proposal.texts : base.texts,
    value: proposal.value ?? base.value,
  };
}

/** What is said once one annotation of an proposal is accepted. */
export function withOne(annotations: MaybeAnnotations, region: SuggestedRegion): Annotations {
  const base = annotations ?? NOTHING;
  return { ...base, regions: [...base.regions, withoutScore(region)] };
}

/** The annotation before or after the one that is chosen, going round. */
export function stepAnnotation(
  proposal: Proposal,
  chosen: string | null,
  by: 1 | -1,
): string | null {
  const { regions } = proposal;
  if (regions.length === 0) return null;
  const at = regions.findIndex(({ id }) => id === chosen);
  const next =
    at < 0 ? (by > 0 ? 0 : regions.length - 1) : (at + by + regions.length) % regions.length;
  return regions[next]?.id ?? null;
}

function withoutScore({ id, labelId, geometry, text, attributes }: SuggestedRegion): Region {
  return { id, labelId, geometry, text, ...(attributes && { attributes }) };
}
