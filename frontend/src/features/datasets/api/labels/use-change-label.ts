import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys, type Label } from "@/api/datasets";

interface Change {
  id: string;
  name?: string;
  color?: string;
  position?: number;
}

/** The list after a change; moving a label shifts those between. */
export function applyChange(labels: readonly Label[], { id, ...change }: Change): Label[] {
  const changed = labels.map((label) => (label.id === id ? { ...label, ...change } : label));
  if (change.position === undefined) return changed;
  const moved = changed.filter((label) => label.id === id);
  const rest = changed.filter((label) => label.id !== id);
  return rest
    .toSpliced(change.position, 0, ...moved)
    .map((label, position) => ({ ...label, position }));
}

/** Rename, recolour or move a label; shown at once, put back if the server refuses. */
export function useChangeLabel(datasetId: string) {
  const client = useQueryClient();
  const key = datasetKeys.labels(datasetId);
  return useMutation({
    mutationFn: ({ id, ...change }: Change) =>
      send(
        api.PATCH("/api/v1/datasets/{dataset_id}/labels/{label_id}", {
          params: { path: { dataset_id: datasetId, label_id: id } },
          body: change,
        }),
      ),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<{ results: Label[] }>(key);
      if (before) client.setQueryData(key, { results: applyChange(before.results, change) });
      return { before };
    },
    onError: (_error, _change, context) => client.setQueryData(key, context?.before),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: key });
      void client.invalidateQueries({ queryKey: datasetKeys.statistics(datasetId) });
    },
  });
}
