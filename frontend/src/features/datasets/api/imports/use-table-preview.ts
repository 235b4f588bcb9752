import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

export type TablePreview = components["schemas"]["TablePreview"];
/** What people say of how a table is read; what they leave out is guessed. */
export type WholeReading = NonNullable<components["schemas"]["SampleReadingRequest"]["reading"]>;
export type GivenReading = Partial<WholeReading>;

const HEAD_BYTES = 2 ** 20;
const MAX_WHOLE_BYTES = 2 ** 26;
/** Files that can only be understood whole. */
const IS_WHOLE = /\.(xlsx|parquet)$/i;

/** Whether the beginning of a file shows how it is read. */
export function canPreview({ name, size }: File): boolean {
  return !IS_WHOLE.test(name) || size <= MAX_WHOLE_BYTES;
}

/** How a file that was not sent yet would be read. */
export function useFilePreview(datasetId: string, file: File | undefined, reading: GivenReading) {
  return useQuery({
    queryKey: ["datasets", datasetId, "table-preview", file?.name, file?.lastModified, reading],
    queryFn: ({ signal }) => {
      const form = new FormData();
      const isWhole = file === undefined || IS_WHOLE.test(file.name) || file.size <= HEAD_BYTES;
      if (file !== undefined)
        form.append("file", isWhole ? file : file.slice(0, HEAD_BYTES), file.name);
      form.append("reading", JSON.stringify(reading));
      form.append("is_whole", String(isWhole));
      return send(
        api.POST("/api/v1/datasets/{dataset_id}/table-preview", {
          params: { path: { dataset_id: datasetId } },
          body: { file: "", is_whole: "true" },
          bodySerializer: () => form,
          signal,
        }),
      );
    },
    enabled: file !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** How the file that a table was made of would be read. */
export function useSamplePreview(datasetId: string, sampleId: string, reading: GivenReading) {
  return useQuery({
    queryKey: ["datasets", datasetId, "table", "look", sampleId, reading],
    queryFn: ({ signal }) =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/table/preview", {
          params: { path: { dataset_id: datasetId } },
          body: { sample: sampleId, reading: reading as WholeReading },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Read the file of a table in another way; frozen versions keep what they have. */
export function useReadAgain(datasetId: string, sampleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reading: GivenReading) =>
      send(
        api.PUT("/api/v1/datasets/{dataset_id}/table/preview", {
          params: { path: { dataset_id: datasetId } },
          body: { sample: sampleId, reading: reading as WholeReading },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["datasets", datasetId] }),
  });
}
