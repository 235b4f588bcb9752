import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { Dataset } from "@/api/datasets";
import { needsNoLabel, useTaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Bytes, Count, Percent } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { CardsSkeleton } from "@/components/ui/skeletons";
import { Stat, Stats } from "@/components/ui/stat";

import { useStatistics } from "../api/use-statistics";
import { useThisDataset } from "../dataset-context";
import { AttributeBars } from "./attribute-bars";
import { Histogram } from "./histogram";
import { ShareBars } from "./share-bars";
import styles from "./statistics-tab.module.css";

/** What only images and videos have. */
const SIZES = ["widths", "heights", "aspects"] as const;
/** Is the data balanced, and of which sizes? Every bar of labels leads to its samples. */
export function StatisticsTab() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const statistics = useStatistics(dataset.id);
  const card = useTaskCard(dataset.task);
  if (dataset.num_samples === 0) {
    return (
      <EmptyState
        title={t("datasets.statistics.emptyTitle")}
        action={
          <Link to="../import">
            <Button type="primary" tabIndex={-1}>
              {t("datasets.action.import")}
            </Button>
          </Link>
        }
      />
    );
  }
  if (statistics.isPending) return <CardsSkeleton count={4} />;
  if (statistics.isError) {
    return <ErrorState error={statistics.error} onRetry={() => void statistics.refetch()} />;
  }
  const { labels, num_unlabelled: numUnlabelled, ...rest } = statistics.data;
  if (dataset.num_rows !== null) {
    return <TableStatistics dataset={dataset} numRows={dataset.num_rows} sizes={rest} />;
  }
  const sizes = labels.map((label) => label.num_samples);
  const hasLabels = labels.length > 0 || card === undefined || !needsNoLabel(card);
  const smallest = labels.find((label) => label.num_samples === Math.min(...sizes));
  return (
    <div className={styles.page}>
      <Panel>
        <Stats>
          <Stat
            label={t("datasets.statistics.labelled")}
            // Whole only when all are, as beside the bars of the lists.
            value={
              <Percent
                value={Math.floor((100 * dataset.num_labelled) / dataset.num_samples) / 100}
                digits={0}
              />
            }
            detail={t("datasets.list.labelledOf", {
              labelled: dataset.num_labelled,
              total: dataset.num_samples,
            })}
          />
          {hasLabels && (
            <Stat
              label={t("datasets.statistics.numLabels")}
              value={<Count value={labels.length} />}
            />
          )}
          {rest.num_negative > 0 && (
            <Stat
              label={t("datasets.negative")}
              value={<Count value={rest.num_negative} />}
              detail={t("datasets.statistics.negativeHint")}
            />
          )}
          {smallest !== undefined && (
            <Stat
              label={t("datasets.statistics.smallest")}
              value={<Count value={smallest.num_samples} />}
              detail={smallest.name}
              tone={smallest.num_samples < 10 ? "warn" : undefined}
            />
          )}
        </Stats>
      </Panel>
      {hasLabels && (
        <Panel title={t("datasets.statistics.balance")}>
          <ShareBars
            of={dataset.num_samples}
            rows={[
              ...labels.map(({ id, name, color, num_samples: count, num_regions: numRegions }) => ({
                key: id,
                name,
                color,
                count,
                numRegions,
                to: `../browse?label=${id}`,
              })),
              {
                key: "unlabelled",
                name: t("datasets.unlabelled"),
                color: "var(--line-strong)",
                count: numUnlabelled,
                to: "../browse?state=unlabelled",
              },
              ...(rest.num_negative > 0
                ? [
                    {
                      key: "negative",
                      name: t("datasets.negative"),
                      color: "var(--line-strong)",
                      count: rest.num_negative,
                      to: "../browse?state=negative",
                    },
                  ]
                : []),
            ]}
          />
        </Panel>
      )}
      <div className={styles.grid}>
        {SIZES.filter((size) => rest[size].length > 0).map((size) => (
          <Panel key={size} title={t(`datasets.statistics.${size}`)}>
            <Histogram bins={rest[size]} unit={size === "aspects" ? "ratio" : "pixels"} />
          </Panel>
        ))}
        {rest.durations.length > 0 && (
          <Panel title={t("datasets.statistics.durations")}>
            <Histogram bins={rest.durations} unit="seconds" />
          </Panel>
        )}
        {rest.lengths.length > 0 && (
          <Panel title={t("datasets.statistics.characters")}>
            <Histogram bins={rest.lengths} unit="count" />
          </Panel>
        )}
        <AttributeBars labels={labels} attributes={rest.attributes} />
        <Panel title={t("datasets.statistics.bytes")}>
          <Histogram bins={rest.bytes} unit="bytes" />
        </Panel>
        <Panel title={t("datasets.statistics.sources")}>
          <ShareBars
            rows={(["human", "import", "model"] as const).map((source) => ({
              key: source,
              name: t(`datasets.source.${source}`),
              count: rest.by_source[source],
              to: `../browse?source=${source}`,
            }))}
          />
        </Panel>
        <Panel title={t("datasets.statistics.authors")}>
          {rest.by_author.length === 0 ? (
            <p className={styles.muted}>{t("datasets.statistics.noAuthors")}</p>
          ) : (
            <ShareBars
              rows={rest.by_author.map(({ author, num }) => ({
                key: author?.id ?? "unknown",
                name: author?.name ?? t("datasets.statistics.unknownAuthor"),
                count: num,
              }))}
            />
          )}
        </Panel>
      </div>
    </div>
  );
}

interface TableStatisticsProps {
  dataset: Dataset;
  numRows: number;
  sizes: Record<"lengths" | "bytes", { low: number; high: number; num: number }[]>;
}

/** Of tables: how many rows there are, and how they lie in files. Their columns have a tab. */
function TableStatistics({ dataset, numRows, sizes }: TableStatisticsProps) {
  const { t } = useTranslation();
  const isSpread = dataset.num_samples > 1;
  return (
    <div className={styles.page}>
      <Panel>
        <Stats>
          <Stat label={t("datasets.statistics.numRows")} value={<Count value={numRows} />} />
          <Stat
            label={t("datasets.statistics.numTables")}
            value={<Count value={dataset.num_samples} />}
          />
          <Stat
            label={t("datasets.statistics.bytes")}
            value={<Bytes value={dataset.num_bytes} />}
          />
        </Stats>
      </Panel>
      <p className={styles.muted}>
        <Link to="../table">{t("datasets.statistics.toColumns")}</Link>
      </p>
      {isSpread && (
        <div className={styles.grid}>
          <Panel title={t("datasets.statistics.rows")}>
            <Histogram bins={sizes.lengths} unit="count" />
          </Panel>
          <Panel title={t("datasets.statistics.bytes")}>
            <Histogram bins={sizes.bytes} unit="bytes" />
          </Panel>
        </div>
      )}
    </div>
  );
}
