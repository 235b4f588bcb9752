import { Select } from "antd";
import { useTranslation } from "react-i18next";

import { useLabels, type Dataset } from "@/api/datasets";
import type { SampleFilters } from "@/api/sample-filters";

import { useStatistics } from "../../api/use-statistics";
import styles from "./filter-rail.module.css";

interface Props {
  dataset: Dataset;
  filters: SampleFilters;
  onChange: (change: Partial<SampleFilters>) => void;
}

/** How regions are described: label, attribute and value; each choice narrows further. */
export function AttributeFilter({ dataset, filters, onChange }: Props) {
  const { t } = useTranslation();
  const labels = useLabels(dataset.id);
  const statistics = useStatistics(dataset.id);
  const counted = statistics.data?.attributes ?? [];
  if (counted.length === 0 && filters.attributes.length === 0) return null;
  const groups = counted.map(({ label_id: labelId, name, kind, num_samples: num, values }) => {
    const label = labels.data?.find(({ id }) => id === labelId)?.name;
    const asked = `${labelId ?? "none"}:${name}`;
    const shown = `${label ?? t("datasets.attributes.noLabel")} · ${name}`;
    const shownValue = (value: string) =>
      kind === "flag" && (value === "true" || value === "false")
        ? t(`labelling.attributes.${value}`)
        : value;
    return {
      label: shown,
      title: shown,
      options: [
        { value: asked, label: `${shown}: ${t("datasets.attributes.any")} (${num})` },
        ...values.map((one) => ({
          value: `${asked}=${one.value}`,
          label: `${shown}: ${shownValue(one.value)} (${one.num_samples})`,
        })),
      ],
    };
  });
  return (
    <section>
      <h3>{t("datasets.attributes.filter")}</h3>
      <Select
        mode="multiple"
        allowClear
        className={styles.select}
        aria-label={t("datasets.attributes.filter")}
        placeholder={t("datasets.attributes.anyOf")}
        value={[...filters.attributes]}
        onChange={(attributes: string[]) => onChange({ attributes })}
        options={groups}
      />
    </section>
  );
}
