import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

import type { DatasetFormat } from "../../upload/formats";
import { hasColumns, type TableHead } from "../../upload/tables-in-plan";
import type { GivenReading } from "./use-table-preview";

export type ColumnPreview = components["schemas"]["ColumnPreview"];
export type PreviewedRole = ColumnPreview["roles"][number];
/** Which columns people say are what, and the roles that none has; the rest is guessed. */
export type GivenMapping = NonNullable<components["schemas"]["Import"]["mapping"]>;

/** Files that somebody is about to bring in: in a drop, or in a folder of the server. */
export interface TableSource {
  /** What names them in the query cache. */
  readonly key: string | number;
  /** The first table of a format, `null` where there is none that can be shown. */
  readonly firstTable: (format: DatasetFormat) => Promise<TableHead | null>;
}

export interface PreviewedTable {
  readonly name: string;
  readonly numTables: number;
  readonly preview: ColumnPreview;
}

/** Which columns of the first table at hand are what; `null` where there is none to be shown. */
export function useColumnPreview(
  datasetId: string,
  source: TableSource,
  format: DatasetFormat | undefined,
  reading: GivenReading,
  mapping: GivenMapping,
) {
  return useQuery({
    queryKey: ["datasets", datasetId, "column-preview", format, source.key, reading, mapping],
    queryFn: async ({ signal }): Promise<PreviewedTable | null> => {
      const table = hasColumns(format) ? await source.firstTable(format) : null;
      if (table === null || format === undefined) return null;
      const form = new FormData();
      form.append("file", table.head, table.name);
      form.append("format", format);
      form.append("is_whole", String(table.isWhole));
      form.append("reading", JSON.stringify(reading));
      form.append("mapping", JSON.stringify(mapping));
      const preview = await send(
        api.POST("/api/v1/datasets/{dataset_id}/column-preview", {
          params: { path: { dataset_id: datasetId } },
          body: { file: "", format, is_whole: "true" },
          bodySerializer: () => form,
          signal,
        }),
      );
      return { name: table.name, numTables: table.numTables, preview };
    },
    enabled: hasColumns(format),
    // The columns of another format have other roles.
    placeholderData: (before, query) => (query?.queryKey[3] === format ? before : undefined),
    staleTime: Infinity,
    retry: false,
  });
}
