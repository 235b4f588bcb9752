import { useInfiniteQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import { nextCursor } from "@/api/pages";

export function useApiKeys() {
  return useInfiniteQuery({
    queryKey: ["api-keys"],
    queryFn: ({ pageParam }) =>
      send(api.GET("/api/v1/api-keys", { params: { query: { cursor: pageParam } } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: nextCursor,
  });
}
