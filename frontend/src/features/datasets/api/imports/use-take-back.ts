import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { datasetKeys, type Dataset, type Label } from "@/api/datasets";
import { isFinished } from "@/api/jobs";
import type { Job } from "@/api/types";

import { closeImport } from "./import-requests";

const POLL_MS = 500;

/** The labels that a dataset has now. */
export async function labelsOf(datasetId: string): Promise<readonly Label[]> {
  const params = { path: { dataset_id: datasetId } };
  const { results } = await send(api.GET("/api/v1/datasets/{dataset_id}/labels", { params }));
  return results;
}

/**
 * Take back an import into a dataset that was empty: its samples go to the trash, and the labels
 * that it made go, too.
 */
export function useTakeBack({ id, project_id }: Dataset) {
  const client = useQueryClient();
  const params = { path: { dataset_id: id } };
  return useMutation({
    mutationFn: async (session: { importId: string; labelsBefore: ReadonlySet<string> }) => {
      await closeImport(session.importId);
      const { job } = await send(
        api.POST("/api/v1/datasets/{dataset_id}/trash", { params, body: { filter: {} } }),
      );
      if (job !== null) await endOf(job);
      for (const { id: label } of await labelsOf(id)) {
        if (session.labelsBefore.has(label)) continue;
        await send(
          api.DELETE("/api/v1/datasets/{dataset_id}/labels/{label_id}", {
            params: { path: { dataset_id: id, label_id: label } },
          }),
        );
      }
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: datasetKeys.one(id) }),
        client.invalidateQueries({ queryKey: datasetKeys.ofProject(project_id) }),
        client.invalidateQueries({ queryKey: ["projects", project_id] }),
      ]),
  });
}

async function endOf(job: Job): Promise<void> {
  let now = job;
  while (!isFinished(now)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    now = await send(api.GET("/api/v1/jobs/{job_id}", { params: { path: { job_id: job.id } } }));
  }
}
