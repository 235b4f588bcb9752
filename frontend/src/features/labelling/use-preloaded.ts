import { useEffect } from "react";

import { sampleImageUrl, type Sample } from "@/api/datasets";

/** Fetch the next images while the person looks at this one, so that they appear at once. */
export function usePreloaded(samples: readonly Sample[]): void {
  const ids = samples.map((sample) => sample.id).join(" ");
  useEffect(() => {
    for (const id of ids.split(" ").filter(Boolean)) new Image().src = sampleImageUrl(id);
  }, [ids]);
}
