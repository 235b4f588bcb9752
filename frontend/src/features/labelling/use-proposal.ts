import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";

import type { Dataset } from "@/api/datasets";

import { prefetchSuggestion, useRejectSuggestions, useSuggestion } from "./api/use-suggestions";
import type { MaybeAnnotations } from "./model/annotations";
import { isEmpty, NO_PROPOSAL, proposalOf, stepAnnotation } from "./model/suggestions";

/**
 * What a model offers for the sample that is worked on, and which of its annotations is looked at.
 *
 * The threshold is the model's own until the person moves it, and then theirs for the session.
 */
export function useProposal(
  dataset: Dataset,
  sampleId: string | undefined,
  annotations: MaybeAnnotations,
  nextIds: readonly string[],
) {
  const client = useQueryClient();
  const { data: suggestion } = useSuggestion(sampleId);
  const reject = useRejectSuggestions(dataset.id);
  const [moved, setThreshold] = useState<number | null>(null);
  const [looked, setLooked] = useState<string | null>(null);
  const next = nextIds.join(" ");
  useEffect(() => {
    for (const id of next.split(" ").filter(Boolean)) prefetchSuggestion(client, id);
  }, [client, next]);
  const threshold = moved ?? suggestion?.threshold ?? 0.5;
  const isOpen = suggestion != null && !suggestion.is_rejected;
  const proposal = useMemo(
    () => (isOpen ? proposalOf(suggestion, threshold, annotations) : NO_PROPOSAL),
    [isOpen, suggestion, threshold, annotations],
  );
  const chosen = proposal.regions.find(({ id }) => id === looked) ?? null;
  return {
    suggestion: suggestion ?? null,
    proposal,
    isOpen: isOpen && !isEmpty(proposal),
    threshold,
    setThreshold,
    chosen,
    choose: setLooked,
    step: (by: 1 | -1) => setLooked(stepAnnotation(proposal, chosen?.id ?? null, by)),
    setRejected: (isRejected: boolean) => {
      if (sampleId !== undefined) reject.mutate({ sampleIds: [sampleId], isRejected });
    },
  };
}

export type ProposalState = ReturnType<typeof useProposal>;
