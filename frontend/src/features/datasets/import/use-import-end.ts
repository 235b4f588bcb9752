import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";

import { datasetKeys, type Dataset } from "@/api/datasets";
import type { components } from "@/api/generated/schema";

import { closeImport } from "../api/imports/import-requests";
import type { UploadSession } from "../upload/upload-sessions";
import type { UploadSnapshot } from "../upload/upload-items";

export type ImportResult = components["schemas"]["Import"];

/**
 * Close the import once every file has ended and every archive was unpacked, and learn from the
 * server what became of it: its counts are right even when an answer was lost on the way.
 */
export function useImportEnd(dataset: Dataset, session: UploadSession, upload: UploadSnapshot) {
  const client = useQueryClient();
  const [finishedJobs, setFinishedJobs] = useState<ReadonlySet<string>>(new Set());
  const [result, setResult] = useState<ImportResult | null>(null);
  const [error, setError] = useState<unknown>(null);
  const onArchiveFinished = useCallback(
    (jobId: string) => setFinishedJobs((old) => (old.has(jobId) ? old : new Set([...old, jobId]))),
    [],
  );
  const jobs = upload.items.flatMap(({ jobId }) => jobId ?? []);
  const isOver =
    upload.state === "done" &&
    upload.counts.failed === 0 &&
    jobs.every((jobId) => finishedJobs.has(jobId));
  const { id, project_id: projectId } = dataset;
  const { importId } = session;
  const close = useCallback(async () => {
    try {
      setResult(await closeImport(importId));
      setError(null);
    } catch (cause) {
      setError(cause);
    }
    void client.invalidateQueries({ queryKey: datasetKeys.one(id) });
    void client.invalidateQueries({ queryKey: datasetKeys.ofProject(projectId) });
    void client.invalidateQueries({ queryKey: ["projects", projectId] });
  }, [client, id, importId, projectId]);
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- set once the answer is here
    if (isOver) void close();
  }, [isOver, close]);
  return { result, error, retry: () => void close(), onArchiveFinished };
}
