import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, send } from "./client";
import type { components } from "./generated/schema";

export type Found = components["schemas"]["Found"];

/** Of fewer characters nothing is looked for. */
const MIN_CHARACTERS = 2;

/** What an organisation has by a part of its name: projects, datasets, models, endpoints, samples. */
export function useSearch(organisationId: string | undefined, text: string) {
  const wanted = text.trim();
  const isEnough = organisationId !== undefined && [...wanted].length >= MIN_CHARACTERS;
  return useQuery({
    queryKey: ["search", organisationId, wanted],
    queryFn: () =>
      send(
        api.GET("/api/v1/search", {
          params: { query: { organisation: organisationId ?? "", text: wanted } },
        }),
      ),
    enabled: isEnough,
    staleTime: 10_000,
    select: (answer) => (isEnough ? answer.results : []),
    placeholderData: isEnough ? keepPreviousData : undefined,
  });
}

/** The page of something that was found. */
export function foundPath({
  kind,
  id,
  project_id: projectId,
  dataset_id: datasetId,
}: Found): string {
  const project = `/projects/${projectId}`;
  switch (kind) {
    case "project":
      return project;
    case "dataset":
      return `${project}/data/${id}`;
    case "model_version":
      return `${project}/models/${id}`;
    case "deployment":
      return `${project}/deploy/${id}`;
    case "sample":
      return `${project}/data/${datasetId}/browse?sample=${id}`;
  }
}
