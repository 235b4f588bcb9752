import type { TFunction } from "i18next";

/**
 * What a metric is called: every number that a task measures has its name in `metrics.json`.
 * A script of somebody's own may measure any other, which is called what it calls it.
 */
export function metricName(t: TFunction, metric: string): string {
  return t(`metrics.${metric}.name`, { defaultValue: metric });
}
