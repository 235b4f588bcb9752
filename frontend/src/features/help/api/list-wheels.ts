import { useQuery } from "@tanstack/react-query";

import { api, send } from "@/api/client";

export function useWheels() {
  return useQuery({
    queryKey: ["wheels"],
    queryFn: () => send(api.GET("/api/v1/wheels")),
  });
}
