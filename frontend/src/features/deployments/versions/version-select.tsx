import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { useModelVersionChoice } from "@/api/model-versions";
import { useProject } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { metricText } from "@/components/metrics/metric";
import { metricKind } from "@/components/metrics/use-metric-kind";

import styles from "./versions.module.css";

interface VersionSelectProps {
  /** Where a label names it; it names itself otherwise. */
  id?: string;
  projectId: string;
  /** Ids of model versions that are not offered. */
  without: readonly string[];
  value: string | undefined;
  onChange: (id: string) => void;
}

/** Choose a model version of the project, by its name, number and metric. */
export function VersionSelect(props: VersionSelectProps) {
  const { id, projectId, without, value, onChange } = props;
  const { t, i18n } = useTranslation();
  const card = useTaskCard(useProject(projectId).data?.task);
  const versions = useModelVersionChoice(projectId);
  return (
    <Select
      id={id}
      aria-label={id === undefined ? t("deployments.revisions.choose") : undefined}
      placeholder={t("deployments.revisions.choose")}
      className={styles.select}
      loading={versions.isPending}
      value={value}
      onChange={onChange}
      options={(versions.data?.results ?? [])
        .filter((version) => !without.includes(version.id))
        .map((version) => ({
          value: version.id,
          label: `${version.model_name} v${version.number} · ${metricText(version.metric, metricKind(card, version.primary_metric).unit, i18n.language)}`,
        }))}
    />
  );
}
