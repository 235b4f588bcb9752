import { useTranslation } from "react-i18next";

import { BarChart } from "@/components/charts/bar-chart";
import { Panel } from "@/components/ui/panel";
import { formatPercent } from "@/i18n/format";

import type { Study } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { MIN_FOR_IMPORTANCES } from "./progress";
import styles from "./study.module.css";

const MAX_BARS = 9;

/** How much each parameter moves the score, once enough trials have told. */
export function ImportancePanel({ study }: { study: Study }) {
  const { t, i18n } = useTranslation();
  const texts = useParameterTexts();
  if (study.population !== null) {
    return (
      <Panel title={t("tuning.importance.title")}>
        <p className={styles.muted}>{t("tuning.importance.population")}</p>
      </Panel>
    );
  }
  const bars = Object.entries(study.importances)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_BARS)
    .map(([name, value]) => ({ name: texts.name(name), value }));
  if (bars.length === 0) {
    const missing = MIN_FOR_IMPORTANCES - study.counts.complete;
    return (
      <Panel title={t("tuning.importance.title")}>
        <p className={styles.muted}>
          {missing > 0
            ? t("tuning.importance.early", { count: MIN_FOR_IMPORTANCES, missing })
            : t("tuning.importance.soon")}
        </p>
      </Panel>
    );
  }
  return (
    <Panel>
      <BarChart
        lying
        title={t("tuning.importance.title")}
        bars={bars}
        nameLabel={t("tuning.space.parameter")}
        valueLabel={t("tuning.importance.share")}
        format={(value) => formatPercent(value, i18n.language, 0)}
      />
      <p className={styles.muted}>{t("tuning.importance.text")}</p>
    </Panel>
  );
}
