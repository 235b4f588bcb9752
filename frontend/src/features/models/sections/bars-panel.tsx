import { Button } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { BarChart } from "@/components/charts/bar-chart";
import { Panel } from "@/components/ui/panel";

import { featureText } from "../report/feature-text";
import { cellText, headingText, reportText } from "../report/report-text";
import type { BarsSection } from "../report/sections";
import styles from "../version/version.module.css";

const FIRST_SHOWN = 15;
/** Charts whose names are columns of the user's data. */
const OF_USER = new Set(["error_by_target", "importance_permutation", "importance_shap"]);

/** Named values, the largest first. */
export function BarsPanel({ section }: { section: BarsSection }) {
  const { t, i18n } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const { key, names, values, unit } = section;
  const bars = useMemo(
    () =>
      names
        .map((name, index) => ({
          name: OF_USER.has(key) ? featureText(t, name) : reportText(t, name),
          value: values[index] ?? 0,
        }))
        .sort((one, other) => other.value - one.value)
        .slice(0, showsAll ? undefined : FIRST_SHOWN),
    [key, names, values, showsAll, t],
  );
  const title = headingText(t, key);
  return (
    <Panel>
      <div className={styles.stack}>
        <BarChart
          lying
          title={title}
          bars={bars}
          valueLabel={reportText(t, section.axis)}
          detail={reportText(t, section.axis)}
          format={(value) => cellText(value, unit, i18n.language)}
        />
        {names.length > FIRST_SHOWN && (
          <Button size="small" onClick={() => setShowsAll(!showsAll)}>
            {showsAll
              ? t("models.sections.fewer")
              : t("models.sections.all", { count: names.length })}
          </Button>
        )}
      </div>
    </Panel>
  );
}
