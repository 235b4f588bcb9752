import type { PredictionFormat } from "../types";

/** Where the predictions of a batch are downloaded. */
export function predictionsUrl(batchId: string, format: PredictionFormat): string {
  return `/api/v1/batch-predictions/${batchId}/predictions?form=${format}`;
}
