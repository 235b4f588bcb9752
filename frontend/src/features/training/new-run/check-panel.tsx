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
  /** Where the samples of the data live; ids are added to it. */
  samplesLink: (sampleIds: string[]) => string;
}

/** What is wrong with the data, what to do about it, and the samples it is about. */
export function CheckPanel({ check, samplesLink }: CheckPanelProps) {
  const { t } = useTranslation();
  return (
    <Panel title={t("training.new.check.title")}>
      {check.isError ? (
        <ErrorState error={check.error} onRetry={() => void check.refetch()} />
      ) : check.data === undefined ? (
        check.isFetching ? (
          <p className={styles.muted}>
            <Spin size="small" /> {t("training.new.check.busy")}
          </p>
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
          {check.data.findings.map((finding, index) => (
            <FindingLine key={index} finding={finding} samplesLink={samplesLink} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function FindingLine(props: { finding: Finding; samplesLink: (sampleIds: string[]) => string }) {
  const { finding, samplesLink } = props;
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
      <div>
        <div>{codedText(t, finding.code, finding.params, finding.message)}</div>
        {finding.sample_ids.length > 0 && (
          <Link to={samplesLink(finding.sample_ids)}>
            {t("training.new.check.samples", { count: finding.num_samples })}
          </Link>
        )}
      </div>
    </li>
  );
}
