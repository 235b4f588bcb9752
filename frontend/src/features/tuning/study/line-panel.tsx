import { Table } from "antd";
import { useTranslation } from "react-i18next";

import { Panel } from "@/components/ui/panel";

import type { Ancestor, Study } from "../types";
import { useParameterTexts } from "../use-parameter-texts";
import { useScore } from "../use-score";
import { roundOf } from "./rounds";
import styles from "./study.module.css";

interface LinePanelProps {
  study: Study;
  /** The first of all first, the trial itself last. */
  line: readonly Ancestor[];
  onOpen: (number: number) => void;
}

/** The trials that a trial goes on from: its settings, round by round. */
export function LinePanel({ study, line, onOpen }: LinePanelProps) {
  const { t } = useTranslation();
  const texts = useParameterTexts();
  const score = useScore(study);
  return (
    <Panel flush title={t("tuning.line.title")}>
      <p className={`${styles.muted} ${styles.filters}`}>{t("tuning.line.text")}</p>
      <Table<Ancestor>
        rowKey="number"
        size="small"
        dataSource={[...line]}
        pagination={false}
        scroll={{ x: "max-content" }}
        columns={[
          { title: t("tuning.line.round"), render: (_, { number }) => roundOf(study, number) },
          {
            title: t("tuning.trials.number"),
            render: (_, { number }) => (
              <button
                type="button"
                className={styles.link}
                aria-label={t("tuning.trials.open", { number })}
                onClick={() => onOpen(number)}
              >
                {number}
              </button>
            ),
          },
          {
            title: score.name,
            align: "right",
            render: (_, one) => (one.score === null ? "–" : score.text(one.score)),
          },
          ...study.space.parameters.map(({ name }) => ({
            title: texts.name(name),
            align: "right" as const,
            render: (_: unknown, { settings }: Ancestor) =>
              name in settings ? texts.value(name, settings[name]) : t("tuning.trial.asDefault"),
          })),
        ]}
      />
    </Panel>
  );
}
