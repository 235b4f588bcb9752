import { Button, Table } from "antd";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated/schema";
import { Count, Duration, Percent } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { ScrollArea } from "@/components/ui/scroll-area";
import { Term } from "@/components/ui/term";

type Statistics = components["schemas"]["AssignmentStatistics"];
type Row = Statistics["annotators"][number];

interface Props {
  assignmentId: string;
  statistics: Statistics;
}

/** Each annotator's speed and quality, to read here or to download. */
export function AnnotatorsPanel({ assignmentId, statistics }: Props) {
  const { t } = useTranslation();
  const share = (value: number | null, of: number) =>
    value === null ? (
      "–"
    ) : (
      <>
        <Percent value={value} digits={0} /> <small>({of})</small>
      </>
    );
  const hasKnown = statistics.annotators.some((one) => one.num_honeypots > 0);
  return (
    <Panel
      flush
      title={t("assignments.annotators.title")}
      extra={
        <a href={`/api/v1/assignments/${assignmentId}/annotators.csv`} download>
          <Button size="small" tabIndex={-1}>
            {t("assignments.annotators.csv")}
          </Button>
        </a>
      }
    >
      <ScrollArea label={t("assignments.annotators.title")}>
        <Table<Row>
          size="small"
          pagination={false}
          rowKey={({ person }) => person.id}
          dataSource={statistics.annotators}
          columns={[
            { title: t("assignments.annotators.person"), render: (_, { person }) => person.name },
            {
              title: t("assignments.annotators.handedIn"),
              align: "end",
              render: (_, { num_handed_in: num }) => <Count value={num} />,
            },
            {
              title: t("assignments.annotators.median"),
              align: "end",
              render: (_, { median_seconds: seconds }) =>
                seconds === null ? "–" : <Duration seconds={Math.round(seconds)} />,
            },
            {
              title: t("assignments.annotators.accepted"),
              align: "end",
              render: (_, one) =>
                share(
                  one.num_decided > 0 ? one.num_accepted / one.num_decided : null,
                  one.num_decided,
                ),
            },
            {
              title: t("assignments.annotators.returns"),
              align: "end",
              render: (_, { num_returns: num }) => <Count value={num} />,
            },
            {
              title: <Term name="agreement">{t("assignments.annotators.agreement")}</Term>,
              align: "end",
              render: (_, one) => share(one.mean_agreement, one.num_decided),
            },
            ...(hasKnown
              ? [
                  {
                    title: t("assignments.annotators.known"),
                    align: "end" as const,
                    render: (_: unknown, one: Row) => share(one.honeypot_score, one.num_honeypots),
                  },
                ]
              : []),
          ]}
        />
      </ScrollArea>
    </Panel>
  );
}
