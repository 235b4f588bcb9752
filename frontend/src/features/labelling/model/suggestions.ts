import type { components } from "@/api/generated/schema";

import { NOTHING, type Annotations, type Region, type Said } from "./annotations";

type Schemas = components["schemas"];

export type Suggestion = Schemas["Suggestion"];

/** A mark that a model suggests; `score` is how sure it is. */
export interface SuggestedRegion extends Region {
  readonly score: number;
}

/** What of a suggestion is worth looking at: sure enough, and not said yet. */
export interface Offer {
  readonly labelIds: readonly string[];
  readonly regions: readonly SuggestedRegion[];
  readonly texts: readonly string[];
  readonly value: number | null;
}

export const NO_OFFER: Offer = { labelIds: [], regions: [], texts: [], value: null };

/** Marks below the threshold, and those that were accepted before, are left out. */
export function offerOf(suggestion: Suggestion, threshold: number, said: Said): Offer {
  const { labels, regions, texts, value } = suggestion.state;
  const known = new Set(said?.regions.map(({ id }) => id));
  const given = new Set(said?.labelIds);
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
    texts: (said?.texts.length ?? 0) === 0 ? texts : [],
    value: said?.value == null ? value : null,
  };
}

export function isEmpty({ labelIds, regions, texts, value }: Offer): boolean {
  return labelIds.length + regions.length + texts.length === 0 && value === null;
}

/** What is said once all that is offered is accepted, with the relations between its marks. */
export function withOffer(
  said: Said,
  offer: Offer,
  suggestion: Suggestion,
  hasManyLabels: boolean,
): Annotations {
  const base = said ?? NOTHING;
  const regions = [...base.regions, ...offer.regions.map(withoutScore)];
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
      ? [...base.labelIds, ...offer.labelIds]
      : offer.labelIds.length > 0
        ? offer.labelIds.slice(0, 1)
        : base.labelIds,
    regions,
    relations: [...base.relations, ...relations],
    texts: offer.texts.length > 0 ? offer.texts : base.texts,
    value: offer.value ?? base.value,
  };
}

/** What is said once one mark of an offer is accepted. */
export function withOne(said: Said, region: SuggestedRegion): Annotations {
  const base = said ?? NOTHING;
  return { ...base, regions: [...base.regions, withoutScore(region)] };
}

/** The mark before or after the one that is chosen, going round. */
export function stepMark(offer: Offer, chosen: string | null, by: 1 | -1): string | null {
  const { regions } = offer;
  if (regions.length === 0) return null;
  const at = regions.findIndex(({ id }) => id === chosen);
  const next =
    at < 0 ? (by > 0 ? 0 : regions.length - 1) : (at + by + regions.length) % regions.length;
  return regions[next]?.id ?? null;
}

function withoutScore({ id, labelId, geometry, text, attributes }: SuggestedRegion): Region {
  return { id, labelId, geometry, text, ...(attributes && { attributes }) };
}
