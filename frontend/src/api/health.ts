import { useQuery } from "@tanstack/react-query";

import { api, send } from "./client";

const EVERY_MS = 60_000;

/** How the installation is, asked once a minute: above all whether its disk is full. */
export function useHealth() {
  return useQuery({
    queryKey: ["health"],
    queryFn: () => send(api.GET("/api/v1/health")),
    refetchInterval: EVERY_MS,
    staleTime: EVERY_MS,
    retry: false,
  });
}
