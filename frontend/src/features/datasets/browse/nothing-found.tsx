import { Button } from "antd";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";

import { NO_FILTERS, type SampleFilters } from "@/api/sample-filters";

/** The filters let nothing through. */
export function NothingFound({ onChange }: { onChange: (change: Partial<SampleFilters>) => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t("datasets.browse.nothingTitle")}
      action={<Button onClick={() => onChange(NO_FILTERS)}>{t("datasets.filters.clear")}</Button>}
    >
      {t("datasets.browse.nothingText")}
    </EmptyState>
  );
}
