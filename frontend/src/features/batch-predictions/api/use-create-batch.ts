import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import type { NewBatchPrediction } from "../types";
import { portions } from "./portions";

interface Order {
  body: NewBatchPrediction;
  /** To send first; none for other sources. */
  files: readonly File[];
  /** Told how many files were sent. */
  onSent: (num: number) => void;
}

/** Start a batch prediction: of files, once they were sent. */
export function useCreateBatch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, files, onSent }: Order) => {
      const batch = await send(api.POST("/api/v1/batch-predictions", { body }));
      if (files.length === 0) return batch;
      const path = { batch_id: batch.id };
      let sent = 0;
      for (const some of portions(files)) {
        await sendFiles(batch.id, some);
        sent += some.length;
        onSent(sent);
      }
      return send(api.POST("/api/v1/batch-predictions/{batch_id}/start", { params: { path } }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["batch-predictions"] }),
  });
}

function sendFiles(batchId: string, files: readonly File[]) {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.webkitRelativePath || file.name);
  return send(
    api.POST("/api/v1/batch-predictions/{batch_id}/files", {
      params: { path: { batch_id: batchId } },
      body: { files: [] },
      bodySerializer: () => form,
    }),
  );
}
