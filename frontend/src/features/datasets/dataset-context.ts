import { useOutletContext } from "react-router";

import type { Dataset } from "@/api/datasets";

/** The dataset whose tab this is; the page around it has loaded it. */
export function useThisDataset(): Dataset {
  return useOutletContext<Dataset>();
}
