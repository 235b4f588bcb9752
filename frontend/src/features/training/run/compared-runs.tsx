import { Select } from "antd";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { useAddressParts } from "@/components/ui/use-address";

import { runMetrics } from "../api/use-run-metrics";
import { useTrainingRuns } from "../api/use-training-runs";
import { runTitle } from "../run-title";
import type { TrainingRun } from "../types";

const MAX_COMPARED = 4;

/** What runs measured that people look at beside a run; the address keeps which. */
export function useComparedRuns({ project_id }: TrainingRun) {
  const ids = useComparedIds();
  const listed = useListedRuns(project_id);
  const metrics = useQueries({ queries: ids.map((id) => runMetrics(id)) });
  return metrics.map(({ data }, index) => ({
    name: `#${listed.find(({ id }) => id === ids[index])?.number ?? "?"}`,
    data,
  }));
}

/** Choose the runs that are shown beside a run. */
export function CompareRuns({ run, size }: { run: TrainingRun; size?: "small" }) {
  const { t } = useTranslation();
  const [, change] = useAddressParts();
  const listed = useListedRuns(run.project_id);
  return (
    <Select
      mode="multiple"
      size={size}
      aria-label={t("training.run.compare")}
      placeholder={t("training.run.compare")}
      style={{ minWidth: 220 }}
      maxCount={MAX_COMPARED}
      value={useComparedIds()}
      onChange={(ids: string[]) => change({ compare: ids })}
      options={listed
        .filter(({ id }) => id !== run.id)
        .map((item) => ({ value: item.id, label: runTitle(item) }))}
    />
  );
}

function useComparedIds(): string[] {
  const [query] = useAddressParts();
  return query.getAll("compare").slice(0, MAX_COMPARED);
}

function useListedRuns(projectId: string): TrainingRun[] {
  return (useTrainingRuns(projectId).data?.pages ?? []).flatMap(({ results }) => results);
}
