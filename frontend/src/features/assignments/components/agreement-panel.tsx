import { Table } from "antd";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated/schema";
import { Percent } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Stat, Stats } from "@/components/ui/stat";

import styles from "./assignments.module.css";

type Statistics = components["schemas"]["AssignmentStatistics"];

/** How alike people answer: all together, and each two of them. */
export function AgreementPanel({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation();
  const { agreement, kappa, num_compared: num, pairs } = statistics;
  if (agreement === null) return null;
  return (
    <Panel title={t("assignments.agreement.title")}>
      <div className={styles.stack}>
        <Stats>
          <Stat
            label={t("assignments.agreement.mean")}
            value={<Percent value={agreement} />}
            detail={t("assignments.agreement.over", { count: num })}
          />
          {kappa !== null && (
            <Stat
              label={t("assignments.agreement.fleiss")}
              value={kappa.toFixed(2)}
              detail={t("assignments.agreement.beyondChance")}
            />
          )}
        </Stats>
        <ScrollArea label={t("assignments.agreement.pairs")}>
          <Table
            size="small"
            pagination={false}
            rowKey={({ one, other }) => `${one.id} ${other.id}`}
            dataSource={pairs}
            columns={[
              {
                title: t("assignments.agreement.pairs"),
                render: (_, { one, other }) => `${one.name} · ${other.name}`,
              },
              {
                title: t("assignments.agreement.samples"),
                align: "end",
                dataIndex: "num_samples",
              },
              {
                title: t("assignments.agreement.mean"),
                align: "end",
                render: (_, pair) => <Percent value={pair.agreement} />,
              },
              ...(kappa === null
                ? []
                : [
                    {
                      title: t("assignments.agreement.cohen"),
                      align: "end" as const,
                      render: (_: unknown, pair: (typeof pairs)[number]) =>
                        pair.kappa?.toFixed(2) ?? "–",
                    },
                  ]),
            ]}
          />
        </ScrollArea>
      </div>
    </Panel>
  );
}
