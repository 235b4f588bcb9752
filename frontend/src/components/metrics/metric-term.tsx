import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Explained } from "@/components/ui/term";

import { metricName } from "./metric-name";

interface MetricTermProps {
  /** A key of `metrics.json`, such as `map_50`. */
  name: string;
  /** What it is called here; its own name when absent. */
  children?: ReactNode;
}

/** A metric by its name, which explains itself where there is more to say of it. */
export function MetricTerm({ name, children }: MetricTermProps) {
  const { t } = useTranslation();
  const meaning = t(`metrics.${name}.meaning`, { defaultValue: "" });
  const text = children ?? metricName(t, name);
  return meaning === "" ? <>{text}</> : <Explained meaning={meaning}>{text}</Explained>;
}
