import { InboxOutlined } from "@ant-design/icons";
import { Spin, Upload } from "antd";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { formatDuration } from "@/i18n/format";

import { usePredict, type PredictInput } from "../api/use-predict";
import type { ClassificationReport } from "../report/report";
import { ScoreBars } from "./score-bars";
import styles from "./version.module.css";

const MAX_CHOICES = 12;

/** Drop an image or take a held-out sample, and see what the model says. */
export function TryPanel({
  versionId,
  report,
}: {
  versionId: string;
  report: ClassificationReport;
}) {
  const { t, i18n } = useTranslation();
  const predict = usePredict(versionId);
  const [shown, setShown] = useState<{ url: string; sampleId?: string; file?: File }>();
  useEffect(() => {
    const url = shown?.file === undefined ? undefined : shown.url;
    return () => {
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [shown]);
  const samples = [...report.examples, ...report.mistakes].slice(0, MAX_CHOICES);
  const ask = (input: PredictInput, url: string) => {
    setShown("image" in input ? { url, file: input.image } : { url, sampleId: input.sampleId });
    predict.mutate(input);
  };
  return (
    <Panel title={t("models.try.title")}>
      <div className={styles.try}>
        <div className={styles.stack}>
          <Upload.Dragger
            accept="image/*"
            showUploadList={false}
            beforeUpload={(file) => {
              ask({ image: file }, URL.createObjectURL(file));
              return false;
            }}
          >
            {shown === undefined ? (
              <p>
                <InboxOutlined aria-hidden /> {t("models.try.drop")}
              </p>
            ) : (
              <img src={shown.url} alt={t("models.try.tried")} className={styles.tried} />
            )}
          </Upload.Dragger>
          {samples.length > 0 && (
            <>
              <p className={styles.muted}>{t("models.try.samples")}</p>
              <div className={styles.choices}>
                {samples.map((sample) => {
                  const url = `/api/v1/samples/${sample.sample_id}/image?size=320`;
                  return (
                    <button
                      key={sample.sample_id}
                      type="button"
                      className={styles.choice}
                      aria-pressed={shown?.sampleId === sample.sample_id}
                      onClick={() => ask({ sampleId: sample.sample_id }, url)}
                    >
                      <img src={url} alt={sample.name} loading="lazy" />
                    </button>
                  );
                })}
              </div>
            </>
          )}
        </div>
        <div aria-live="polite">
          {predict.isPending ? (
            <Spin description={t("models.try.busy")} />
          ) : predict.isError ? (
            <ErrorState error={predict.error} />
          ) : predict.data === undefined ? (
            <EmptyState title={t("models.try.empty")} />
          ) : (
            <div className={styles.stack}>
              {predict.data.results.length === 0 ? (
                <p>{t("models.try.nothing")}</p>
              ) : (
                <ScoreBars results={predict.data.results} />
              )}
              <p className={styles.muted}>
                {t("models.try.latency", {
                  time: formatDuration(predict.data.latency_ms / 1000, i18n.language),
                })}
              </p>
            </div>
          )}
        </div>
      </div>
    </Panel>
  );
}
