import { Button, Segmented } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isPredictionKind } from "@/components/predictions/documents";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";

import { headingText, reportText } from "../report/report-text";
import type { CasesSection } from "../report/sections";
import styles from "../version/version.module.css";
import { CaseView } from "./case-view";
import type { SectionContext } from "./section-view";
import own from "./cases.module.css";

const FIRST_SHOWN = 4;
const ALL = "";

/** Samples to look at, the worst first: what is true beside what the model said. */
export function CasesPanel({ section, ...context }: SectionContext & { section: CasesSection }) {
  const { t } = useTranslation();
  const [error, setError] = useState(ALL);
  const [numShown, setNumShown] = useState(FIRST_SHOWN);
  const { cases, num_cases: numCases, prediction } = section;
  if (!isPredictionKind(prediction)) {
    return (
      <Panel title={headingText(t, section.key)}>{t("models.sections.unknownPrediction")}</Panel>
    );
  }
  const errors = [...new Set(cases.flatMap((item) => item.error ?? []))];
  const shown = cases.filter((item) => error === ALL || item.error === error);
  return (
    <Panel
      title={headingText(t, section.key)}
      extra={
        <span className={styles.muted}>
          {numCases === 0
            ? cases.length > 0 && t("models.sections.noneWrong")
            : t(`models.sections.${errors.length > 0 ? "wrong" : "cases"}`, { count: numCases })}
        </span>
      }
    >
      <div className={styles.stack}>
        {errors.length > 1 && (
          <Segmented
            className={own.filter}
            aria-label={t("models.sections.errors")}
            value={error}
            onChange={(value) => {
              setError(value);
              setNumShown(FIRST_SHOWN);
            }}
            options={[
              { value: ALL, label: t("models.sections.anyError") },
              ...errors.map((value) => ({ value, label: reportText(t, value) })),
            ]}
          />
        )}
        {shown.length === 0 ? (
          <EmptyState title={t("models.errors.none")} />
        ) : (
          <ul className={own.cases}>
            {shown.slice(0, numShown).map((item, index) => (
              <CaseView
                key={`${item.sample_id} ${index}`}
                item={item}
                prediction={prediction}
                {...context}
              />
            ))}
          </ul>
        )}
        {shown.length > numShown && (
          <Button size="small" onClick={() => setNumShown(numShown * 2)}>
            {t("models.errors.more")}
          </Button>
        )}
        {numCases > cases.length && (
          <p className={styles.muted}>
            {t("models.sections.listed", { listed: cases.length, total: numCases })}
          </p>
        )}
      </div>
    </Panel>
  );
}
