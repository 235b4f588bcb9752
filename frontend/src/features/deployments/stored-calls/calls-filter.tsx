import { Select } from "antd";
import { useTranslation } from "react-i18next";

import type { StoredCallFilter } from "../api/use-stored-calls";
import type { StoredCallsSummary } from "../types";
import styles from "./stored-calls.module.css";

interface CallsFilterProps {
  summary: StoredCallsSummary | undefined;
  filter: StoredCallFilter;
  onChange: (part: StoredCallFilter) => void;
}

const STATES = ["waiting", "added", "answered"] as const;
const ORDERINGS = ["-called_at", "top_score"] as const;

/** Which calls are shown, and in which order. */
export function CallsFilter({ summary, filter, onChange }: CallsFilterProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.row} role="search">
      <Select
        aria-label={t("calls.filter.state")}
        allowClear
        placeholder={t("calls.filter.state")}
        popupMatchSelectWidth={false}
        value={filter.state}
        onChange={(state?: StoredCallFilter["state"]) => onChange({ state })}
        options={STATES.map((value) => ({ value, label: t(`calls.state.${value}`) }))}
      />
      <Select
        aria-label={t("calls.filter.reason")}
        allowClear
        placeholder={t("calls.filter.reason")}
        popupMatchSelectWidth={false}
        value={filter.reason}
        onChange={(reason?: StoredCallFilter["reason"]) => onChange({ reason })}
        options={summary?.reasons.map(({ name, num }) => ({
          value: name,
          label: `${t(`calls.reason.${name}`)} (${num})`,
        }))}
      />
      <Select
        aria-label={t("calls.filter.label")}
        allowClear
        showSearch
        placeholder={t("calls.filter.label")}
        popupMatchSelectWidth={false}
        value={filter.label}
        onChange={(label?: string) => onChange({ label })}
        options={summary?.labels.map(({ name, num }) => ({
          value: name,
          label: `${name} (${num})`,
        }))}
      />
      <Select
        aria-label={t("calls.filter.ordering")}
        popupMatchSelectWidth={false}
        value={filter.ordering ?? "-called_at"}
        onChange={(ordering: StoredCallFilter["ordering"]) => onChange({ ordering })}
        options={ORDERINGS.map((value) => ({
          value,
          label: t(value === "top_score" ? "calls.filter.unsure" : "calls.filter.newest"),
        }))}
      />
    </div>
  );
}
