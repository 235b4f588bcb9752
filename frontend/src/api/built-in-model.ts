import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";
import { useJobStream } from "./job-stream";
import { isFinished } from "./jobs";
import { useProject } from "./project";
import { atLeast } from "./session";
import { useTaskCard } from "./task-card";
import type { Job } from "./types";

/** Whether a model comes with Easel that does a project's task, and the caller may add it. */
export function useMayAddBuiltIn(projectId: string): boolean {
  const project = useProject(projectId).data;
  const card = useTaskCard(project?.task);
  return card?.works_untrained === true && atLeast(project?.role, "developer");
}

interface Options {
  /** Whether the model may be asked for here, and its progress is shown. */
  isWanted: boolean;
  /** Called when the model has become a version of the project while this was watched. */
  onAdded?: (modelVersionId: string) => void;
}

/** The model that comes with Easel: ask for it, and see how far it is, whoever asked. */
export function useBuiltInModel(projectId: string, { isWanted, onAdded }: Options) {
  const client = useQueryClient();
  const latest = useLatestJob(projectId, isWanted);
  const add = useMutation({
    mutationFn: () =>
      send(
        api.POST("/api/v1/projects/{project_id}/built-in-model", {
          params: { path: { project_id: projectId } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["jobs"] }),
  });
  const finish = async (job: Job) => {
    void client.invalidateQueries({ queryKey: ["projects"] });
    await client.invalidateQueries({ queryKey: ["model-versions"] });
    const versionId = job.result?.model_version_id;
    if (typeof versionId === "string") onAdded?.(versionId);
  };
  const { job, connection } = useJobStream(add.data ?? latest.data, {
    onFinished: (ended) => void finish(ended),
  });
  return {
    /** The job while it goes on, or has failed; what else has ended says nothing any more. */
    job: job != null && (!isFinished(job) || job.state === "failed") ? job : null,
    connection,
    isBusy: add.isPending || (job != null && !isFinished(job)),
    error: add.error,
    start: () => add.mutate(),
  };
}

export type BuiltInModel = ReturnType<typeof useBuiltInModel>;

function useLatestJob(projectId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ["jobs", "built-in", projectId],
    queryFn: () =>
      send(
        api.GET("/api/v1/jobs", {
          params: { query: { project: projectId, kind: "package_built_in", page_size: 1 } },
        }),
      ),
    select: ({ results }) => results[0],
    enabled: isWanted,
  });
}
