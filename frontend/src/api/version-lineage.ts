import { queryOptions } from "@tanstack/react-query";

import { api, send } from "./client";
import type { components } from "./generated/schema";

export type VersionLineage = components["schemas"]["VersionLineage"];
export type VersionMerge = components["schemas"]["VersionMerge"];

/** Where a frozen version came from, and what was made of it. */
export function versionLineage(versionId: string) {
  return queryOptions({
    queryKey: ["dataset-versions", "lineage", versionId],
    queryFn: () =>
      send(
        api.GET("/api/v1/dataset-versions/{version_id}/lineage", {
          params: { path: { version_id: versionId } },
        }),
      ),
  });
}
