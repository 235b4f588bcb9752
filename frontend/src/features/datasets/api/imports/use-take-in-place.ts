import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

import type { DatasetFormat } from "../../upload/formats";
import type { GivenMapping } from "./use-column-preview";
import type { GivenReading } from "./use-table-preview";
import { openImport, type Existing } from "./import-requests";

export type ImportPlace = components["schemas"]["ImportPlaceRequest"];

interface TakenInPlace {
  place: ImportPlace;
  format: DatasetFormat;
  existing: Existing;
  reading?: GivenReading;
  mapping?: GivenMapping;
}

/** Have a worker take files in where they are; answers the id of the import. */
export function useTakeInPlace(datasetId: string) {
  return useMutation({
    mutationFn: async ({ place, format, ...how }: TakenInPlace) => {
      const importId = await openImport(datasetId, format, how);
      await send(
        api.POST("/api/v1/imports/{import_id}/sources", {
          params: { path: { import_id: importId } },
          body: { place },
        }),
      );
      return importId;
    },
  });
}
