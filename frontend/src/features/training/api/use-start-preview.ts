import { useMutation } from "@tanstack/react-query";

import { api, send } from "@/api/client";
import type { components } from "@/api/generated/schema";

/** Ask for samples with random changes; answers with the job that makes them. */
export function useStartPreview() {
  return useMutation({
    mutationFn: (body: components["schemas"]["AugmentationPreviewCreateRequest"]) =>
      send(api.POST("/api/v1/augmentation-previews", { body })),
  });
}
