import { Select } from "antd";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { CurvesChart } from "@/components/charts/curves-chart";
import { Panel } from "@/components/ui/panel";

import { headingText, reportText } from "../report/report-text";
import type { CurvesSection } from "../report/sections";
import styles from "../version/version.module.css";

/** More lines than this cannot be told apart; the reader chooses which to see. */
const MAX_CURVES = 8;

/** Lines over a common axis. */
export function CurvesPanel({ section }: { section: CurvesSection }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number[]>(() =>
    section.curves.slice(0, MAX_CURVES).map((_, index) => index),
  );
  const title = headingText(t, section.key);
  const curves = useMemo(
    () =>
      section.curves.flatMap((curve, index) =>
        chosen.includes(index) ? [{ ...curve, name: reportText(t, curve.name) }] : [],
      ),
    [chosen, section, t],
  );
  return (
    <Panel>
      <div className={styles.stack}>
        {section.curves.length > MAX_CURVES && (
          <Select
            mode="multiple"
            maxCount={MAX_CURVES}
            maxTagCount="responsive"
            aria-label={t("models.sections.curves")}
            showSearch={{ optionFilterProp: "label" }}
            value={chosen}
            onChange={setChosen}
            options={section.curves.map(({ name }, value) => ({
              value,
              label: reportText(t, name),
            }))}
          />
        )}
        <CurvesChart
          title={title}
          xLabel={reportText(t, section.x_axis)}
          yLabel={reportText(t, section.y_axis)}
          curves={curves}
          diagonal={section.diagonal}
          points={section.points}
        />
      </div>
    </Panel>
  );
}
