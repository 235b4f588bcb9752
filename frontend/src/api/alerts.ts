import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, send } from "./client";
import type { components } from "./generated/schema";
import { nextCursor } from "./pages";

type Schemas = components["schemas"];

export type Alert = Schemas["Alert"];
export type AlertEvent = Schemas["AlertEvent"];
export type AlertState = Schemas["AlertState"];
export type AlertUnit = Schemas["AlertUnit"];

export interface AlertFilter {
  organisation: string;
  project?: string;
  deployment?: string;
  state?: AlertState;
}

/** Conditions are evaluated once a minute. */
const COUNT_EVERY_MS = 30_000;
const LIST_EVERY_MS = 15_000;

/** How many alerts fire and are acknowledged by nobody. */
export function useAlertCount(organisationId: string | undefined, isAllowed: boolean) {
  return useQuery({
    queryKey: ["alerts", "count", organisationId],
    queryFn: () =>
      send(
        api.GET("/api/v1/alerts/count", {
          params: { query: { organisation: organisationId ?? "" } },
        }),
      ),
    enabled: organisationId !== undefined && isAllowed,
    refetchInterval: COUNT_EVERY_MS,
  });
}

/** Alerts, the last to fire first. */
export function useAlerts(filter: AlertFilter) {
  return useInfiniteQuery({
    queryKey: ["alerts", "list", filter],
    queryFn: ({ pageParam }) =>
      send(
        api.GET("/api/v1/alerts", {
          params: { query: { ...filter, cursor: pageParam, page_size: 50 } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
    refetchInterval: LIST_EVERY_MS,
  });
}

/** Let others see that one looks after an alert. */
export function useAcknowledge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (alertId: string) =>
      send(
        api.POST("/api/v1/alerts/{alert_id}/acknowledge", {
          params: { path: { alert_id: alertId } },
        }),
      ),
    // Also when somebody was faster: then the list says so.
    onSettled: () => client.invalidateQueries({ queryKey: ["alerts"] }),
  });
}
