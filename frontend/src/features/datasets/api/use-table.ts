import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";
import { Problem } from "@/api/problem";

type Schemas = components["schemas"];

export type Table = Schemas["Table"];
export type TableColumn = Schemas["TableColumn"];
export type ColumnStatistics = Schemas["ColumnStatistics"];
export type GivenColumn = Schemas["GivenColumnRequest"];

const keys = {
  table: (datasetId: string) => ["datasets", datasetId, "table"],
  rows: (datasetId: string) => ["datasets", datasetId, "table", "rows"],
  statistics: (datasetId: string) => ["datasets", datasetId, "table", "statistics"],
};

/** The columns of the latest table, what people said of them, and its first rows. */
export function useTable(datasetId: string) {
  return useQuery({
    queryKey: keys.table(datasetId),
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/table", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
    retry: false,
  });
}

/** Rows from a place on; those shown stay until the next are there. */
export function useTableRows(datasetId: string, offset: number, limit: number, enabled: boolean) {
  return useQuery({
    queryKey: [...keys.rows(datasetId), offset, limit],
    queryFn: () =>
      send(
        api.GET("/api/v1/datasets/{dataset_id}/table/rows", {
          params: { path: { dataset_id: datasetId }, query: { offset, limit } },
        }),
      ),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** All columns over all rows; `null` while a worker has to read the table first. */
export function useTableStatistics(datasetId: string) {
  return useQuery({
    queryKey: keys.statistics(datasetId),
    queryFn: async () => {
      try {
        return await send(
          api.GET("/api/v1/datasets/{dataset_id}/table/statistics", {
            params: { path: { dataset_id: datasetId } },
          }),
        );
      } catch (error) {
        if (error instanceof Problem && error.code === "table_not_read") return null;
        throw error;
      }
    },
    retry: false,
  });
}

/** Have a worker read a large table. */
export function useReadTable(datasetId: string) {
  return useMutation({
    mutationFn: () =>
      send(
        api.POST("/api/v1/datasets/{dataset_id}/table/reading", {
          params: { path: { dataset_id: datasetId } },
        }),
      ),
  });
}

/** Say what columns hold and what part they have in training; seen at once, and kept. */
export function useDescribeColumns(datasetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (columns: GivenColumn[]) =>
      send(
        api.PATCH("/api/v1/datasets/{dataset_id}/columns", {
          params: { path: { dataset_id: datasetId } },
          body: { columns },
        }),
      ),
    onSuccess: (table) => {
      client.setQueryData(keys.table(datasetId), table);
      void client.invalidateQueries({ queryKey: ["dataset-versions"] });
    },
  });
}
