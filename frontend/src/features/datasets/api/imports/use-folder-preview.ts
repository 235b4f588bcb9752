import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

import type { DatasetFormat } from "../../upload/formats";
import { looseHead, tableAmong } from "../../upload/tables-in-plan";
import type { TableSource } from "./use-column-preview";
import type { ServerFolder } from "./use-import-places";

const MAX_TABLE_BYTES = 2 ** 26;

/** What lies in a folder of the server, and the formats that it may be in, with reasons. */
export function useFolderPreview(datasetId: string, { folder, path }: ServerFolder) {
  return useQuery({
    queryKey: ["import-places", datasetId, folder, path, "look"],
    queryFn: ({ signal }) =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/import-places/preview", {
          params: { path: { dataset_id: datasetId }, query: { folder, path } },
          signal,
        }),
      ),
    // People put files there meanwhile.
    gcTime: 0,
    retry: false,
  });
}

export type FolderPreview = NonNullable<ReturnType<typeof useFolderPreview>["data"]>;

/** The tables of a folder of the server, as far as previews need them. */
export function tablesOf(
  datasetId: string,
  place: ServerFolder,
  preview: FolderPreview | undefined,
) {
  const small = (preview?.tables ?? []).filter(({ num_bytes: size }) => size <= MAX_TABLE_BYTES);
  const source: TableSource = {
    key: `${place.folder}:${place.path}`,
    firstTable: async (format: DatasetFormat) => {
      const found = tableAmong(small, ({ name }) => name, format);
      if (found === null) return null;
      const file = await beginningOf(datasetId, place, found.table.name);
      return looseHead({ file, path: found.table.name }, found.numTables);
    },
  };
  return { first: tableAmong(small, ({ name }) => name, "table"), source };
}

/** The beginning of one table of a folder, as a file. */
export function useFolderTable(datasetId: string, place: ServerFolder, name: string | undefined) {
  return useQuery({
    queryKey: ["import-places", datasetId, place.folder, place.path, "table", name],
    queryFn: () => beginningOf(datasetId, place, name ?? ""),
    enabled: name !== undefined,
    gcTime: 0,
    retry: false,
  });
}

async function beginningOf(
  datasetId: string,
  { folder, path }: ServerFolder,
  name: string,
): Promise<File> {
  const content = await send(
    api.GET("/api/v1/datasets/{dataset_id}/import-places/beginning", {
      params: { path: { dataset_id: datasetId }, query: { folder, path, name } },
      parseAs: "blob",
    }),
  );
  return new File([content as unknown as Blob], name);
}
