import { useState } from "react";

import { useBuiltInModel, useMayAddBuiltIn } from "@/api/built-in-model";
import type { Dataset } from "@/api/datasets";
import { useModelVersionChoice } from "@/api/model-versions";
import type { TaskCard } from "@/api/task-card";

import { useAskForSuggestions } from "./api/use-suggestions";

/**
 * Suggestions of the model that comes with Easel, for a project that has no model yet: once it is
 * there, whoever asked for it here gets its suggestions of the samples without labels.
 */
export function useBuiltInSuggestions(dataset: Dataset, card: TaskCard, hasLabels: boolean) {
  const mayAdd = useMayAddBuiltIn(dataset.project_id);
  const isWanted = card.works_untrained && mayAdd;
  const versions = useModelVersionChoice(dataset.project_id, isWanted);
  const ask = useAskForSuggestions(dataset.id);
  const [isAwaited, setAwaited] = useState(false);
  const model = useBuiltInModel(dataset.project_id, {
    isWanted,
    onAdded: (versionId) => {
      if (!isAwaited) return;
      setAwaited(false);
      ask.mutate({
        method: "model",
        model_version_id: versionId,
        makes_labels: !hasLabels,
        unlabelled: true,
      });
    },
  });
  const start = () => {
    setAwaited(true);
    model.start();
  };
  const isOffered = isWanted && versions.data?.results.length === 0;
  return { ...model, isOffered, start, error: model.error ?? ask.error };
}

export type BuiltInSuggestions = ReturnType<typeof useBuiltInSuggestions>;
