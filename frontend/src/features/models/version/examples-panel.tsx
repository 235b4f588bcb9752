import { useTranslation } from "react-i18next";

import type { Media } from "@/components/media/source";
import { EmptyState } from "@/components/ui/empty-state";
import { Panel } from "@/components/ui/panel";
import { Term } from "@/components/ui/term";
import { formatPercent } from "@/i18n/format";

import type { ClassificationReport } from "../report/report";
import { HeatSample } from "./heat-sample";
import styles from "./version.module.css";

interface ExamplesPanelProps {
  report: ClassificationReport;
  versionId: string;
  media: Media;
  sampleLink: (sampleId: string) => string;
}

/** Where the model looks when it decides. */
export function ExamplesPanel({ report, versionId, media, sampleLink }: ExamplesPanelProps) {
  const { t, i18n } = useTranslation();
  return (
    <Panel title={<Term name="heatmap">{t("models.examples.title")}</Term>}>
      {report.examples.length === 0 ? (
        <EmptyState title={t("models.examples.none")} />
      ) : (
        <ul className={styles.samples}>
          {report.examples.map((example) => (
            <HeatSample
              key={example.sample_id}
              sampleId={example.sample_id}
              versionId={versionId}
              media={media}
              name={example.name}
              heatmap={example.heatmap}
              showHeat
              to={sampleLink(example.sample_id)}
            >
              <span>
                {t("models.examples.line", {
                  label: example.label,
                  predicted: example.predicted,
                  score: formatPercent(example.score, i18n.language, 0),
                })}
              </span>
            </HeatSample>
          ))}
        </ul>
      )}
    </Panel>
  );
}
