import { CheckCircleOutlined, ExclamationCircleOutlined, StopOutlined } from "@ant-design/icons";
import { Spin } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { useDataCheck } from "@/api/data-check";
import { Agreement } from "@/components/check/agreement";
import { SampleThumbnail } from "@/components/media/sample-thumbnail";
import type { Options } from "@/components/options/values";
import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { codedText } from "@/i18n/problem-text";

import type { Finding } from "../types";
import styles from "./new-run.module.css";

interface CheckPanelProps {
  check: ReturnType<typeof useDataCheck>;
  projectId: string;
  options: Options;
  onChange: (options: Options) => void;
}

/** What is wrong with the data, what to do about it, and the samples it is about. */
export function CheckPanel({ check, projectId, options, onChange }: CheckPanelProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t("training.new.check.title")}>
      {check.isError ? (
        <ErrorState error={check.error} onRetry={() => void check.refetch()} />
      ) : check.data === undefined ? (
        check.isFetching ? (
          <div className={styles.inline}>
            <Spin size="small" /> {t("training.new.check.busy")}
          </div>
        ) : (
          <p className={styles.muted}>{t("training.new.check.chooseFirst")}</p>
        )
      ) : check.data.findings.length === 0 ? (
        <p className={styles.inline}>
          <CheckCircleOutlined className={styles.fine} aria-hidden />
          {t("training.new.check.fine")}
        </p>
      ) : (
        <ul className={styles.findings}>
          {check.data.findings.map((finding) => (
            <FindingLine
              key={finding.code + finding.message}
              finding={finding}
              {...{ projectId, options, onChange }}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const MAX_THUMBNAILS = 6;

interface FindingLineProps {
  finding: Finding;
  projectId: string;
  options: Options;
  onChange: (options: Options) => void;
}

function FindingLine({ finding, projectId, options, onChange }: FindingLineProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.finding}>
      {finding.blocking ? (
        <StopOutlined className={styles.blocking} aria-label={t("training.new.check.blocking")} />
      ) : (
        <ExclamationCircleOutlined
          className={styles.advice}
          aria-label={t("training.new.check.advice")}
        />
      )}
      <div className={styles.stack}>
        <div className={styles.findingText}>
          {codedText(t, finding.code, finding.params, finding.message)}
        </div>
        {finding.confirm && <Agreement code={finding.code} {...{ options, onChange }} />}
        {finding.sample_ids.length > 0 && (
          <div className={styles.thumbnails}>
            {finding.sample_ids.slice(0, MAX_THUMBNAILS).map((sampleId) => (
              <Link key={sampleId} to={`/projects/${projectId}/samples/${sampleId}`}>
                <SampleThumbnail sampleId={sampleId} alt={t("training.new.check.sample")} />
              </Link>
            ))}
            <span className={styles.muted}>
              {t("training.new.check.samples", { count: finding.num_samples })}
            </span>
          </div>
        )}
      </div>
    </li>
  );
}
