import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

import { beginningsOf } from "../../upload/beginnings";
import type { UploadPlan } from "../../upload/plan";
import { planKey } from "../../upload/plan-key";

export type FormatGuess = components["schemas"]["FormatGuess"];

const UNCERTAIN = 0.5;
const NEARLY_AS_LIKELY = 0.06;

/** What is told of the format of files, while it is, or why it could not be. */
export interface DetectedFormats {
  readonly data: readonly FormatGuess[] | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/** The formats that files may be in, as the server tells them, the likeliest first, with reasons. */
export function useDetectedFormat(datasetId: string, plan: UploadPlan): DetectedFormats {
  return useQuery({
    queryKey: ["datasets", datasetId, "detected-format", planKey(plan)],
    queryFn: async ({ signal }) => {
      const { names, heads } = await beginningsOf(plan);
      const form = new FormData();
      form.append("names", JSON.stringify(names));
      for (const { name, head } of heads) form.append("files", head, name);
      const answer = await send(
        api.POST("/api/v1/datasets/{dataset_id}/imports/detect", {
          params: { path: { dataset_id: datasetId } },
          body: { names: "" },
          bodySerializer: () => form,
          signal,
        }),
      );
      return answer.guesses;
    },
    staleTime: Infinity,
    retry: 1,
  });
}

/** Whether a person should look: the likeliest format is a weak guess, or another is as likely. */
export function isUncertain([first, second]: readonly FormatGuess[]): boolean {
  if (first === undefined) return true;
  return (
    first.score < UNCERTAIN ||
    (second !== undefined && first.score - second.score < NEARLY_AS_LIKELY)
  );
}
