import { CheckCircleOutlined, ExclamationCircleOutlined, StopOutlined } from "@ant-design/icons";
import { Spin } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { ErrorState } from "@/components/ui/error-state";
import { Panel } from "@/components/ui/panel";
import { codedText } from "@/i18n/problem-text";

import type { useDataCheck } from "../api/use-data-check";
import type { Finding } from "../types";
import styles from "./new-run.module.css";

interface CheckPanelProps {
  check: ReturnType<typeof useDataCheck>;
  projectId: string;
}

/** What is wrong with the data, what to do about it, and the samples it is about. */
export function CheckPanel({ check, projectId }: CheckPanelProps) {
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
          {byCode(check.data.findings).map(([first, ...others]) => (
            <FindingLine key={first.code} finding={first} others={others} projectId={projectId} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const MAX_THUMBNAILS = 6;

/** Put findings of one kind together, such as one for each label, in the order they came. */
function byCode(findings: readonly Finding[]): [Finding, ...Finding[]][] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const group = groups.get(finding.code);
    if (group === undefined) groups.set(finding.code, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

interface FindingLineProps {
  finding: Finding;
  /** More of the same kind, folded away. */
  others: Finding[];
  projectId: string;
}

function FindingLine({ finding, others, projectId }: FindingLineProps) {
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
        <div>{codedText(t, finding.code, finding.params, finding.message)}</div>
        {finding.sample_ids.length > 0 && (
          <div className={styles.thumbnails}>
            {finding.sample_ids.slice(0, MAX_THUMBNAILS).map((sampleId) => (
              <Link key={sampleId} to={`/projects/${projectId}/samples/${sampleId}`}>
                <img
                  src={`/api/v1/samples/${sampleId}/image?size=160`}
                  alt={t("training.new.check.sample")}
                  loading="lazy"
                />
              </Link>
            ))}
            <span className={styles.muted}>
              {t("training.new.check.samples", { count: finding.num_samples })}
            </span>
          </div>
        )}
        {others.length > 0 && (
          <details>
            <summary>{t("training.new.check.others", { count: others.length })}</summary>
            <ul>
              {others.map((other, index) => (
                <li key={index}>{codedText(t, other.code, other.params, other.message)}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}
