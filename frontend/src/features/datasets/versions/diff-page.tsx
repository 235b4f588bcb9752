import { Button, Select } from "antd";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import type { DatasetVersion } from "@/api/datasets";
import { useProjectId } from "@/api/project";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Count } from "@/components/ui/numbers";
import { Panel } from "@/components/ui/panel";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { Tabs } from "@/components/ui/tabs";
import { useAddressParts } from "@/components/ui/use-address";

import { useProjectVersions } from "../api/versions/use-project-versions";
import {
  DIFFERENCES,
  useVersionDiff,
  type Difference,
  type VersionDiff,
} from "../api/versions/use-version-diff";
import { useThisDataset } from "../dataset-context";
import { DifferentSamples } from "./different-samples";
import styles from "./versions-tab.module.css";

/** What differs between two versions: how many samples in each way, and which. */
export function DiffPage() {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const { versionId = "" } = useParams();
  const projectId = useProjectId();
  const [params, change] = useAddressParts();
  const versions = useProjectVersions(projectId);
  const ready = versions.data?.filter(({ state }) => state === "ready") ?? [];
  const version = ready.find(({ id }) => id === versionId);
  const base = ready.find(({ id }) => id === (params.get("base") ?? previousOf(version, ready)));
  const diff = useVersionDiff(versionId, base?.id);
  const kind = DIFFERENCES.find((name) => name === params.get("kind"));
  if (versions.isPending) return <RowsSkeleton />;
  if (version === undefined) {
    return (
      <EmptyState title={t("lineage.diff.missing")}>{t("lineage.diff.missingText")}</EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h2>{t("lineage.diff.title", { name: nameOf(version, dataset.id) })}</h2>
        <Link to="../versions">
          <Button tabIndex={-1}>{t("lineage.diff.back")}</Button>
        </Link>
      </div>
      <label className={styles.base}>
        <span>{t("lineage.diff.base")}</span>
        <Select
          className={styles.baseSelect}
          aria-label={t("lineage.diff.base")}
          value={base?.id}
          placeholder={t("lineage.diff.choose")}
          onChange={(id: string) => change({ base: id })}
          options={ready
            .filter(({ id }) => id !== versionId)
            .map((other) => ({ value: other.id, label: nameOf(other, dataset.id) }))}
        />
      </label>
      {base === undefined && (
        <EmptyState title={t("lineage.diff.nothing")}>{t("lineage.diff.nothingText")}</EmptyState>
      )}
      {base !== undefined && diff.isPending && <RowsSkeleton />}
      {diff.isError && <ErrorState error={diff.error} onRetry={() => void diff.refetch()} />}
      {base !== undefined && diff.data !== undefined && (
        <Differences
          diff={diff.data}
          version={version}
          base={base}
          kind={kind ?? firstOf(diff.data)}
          onKind={(next) => change({ kind: next })}
        />
      )}
    </div>
  );
}

interface DifferencesProps {
  diff: VersionDiff;
  version: DatasetVersion;
  base: DatasetVersion;
  kind: Difference;
  onKind: (kind: Difference) => void;
}

function Differences({ diff, version, base, kind, onKind }: DifferencesProps) {
  const { t } = useTranslation();
  const dataset = useThisDataset();
  const isSame = DIFFERENCES.every((name) => diff[`num_${name}`] === 0);
  if (isSame) {
    return <EmptyState title={t("lineage.diff.same")}>{t("lineage.diff.sameText")}</EmptyState>;
  }
  return (
    <>
      <p className={styles.muted}>{t("lineage.diff.common", { count: diff.num_common })}</p>
      {diff.labels.length > 0 && (
        <Panel title={t("lineage.diff.labels")}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("datasets.statistics.name")}</th>
                <th scope="col">{nameOf(base, dataset.id)}</th>
                <th scope="col">{nameOf(version, dataset.id)}</th>
              </tr>
            </thead>
            <tbody>
              {diff.labels.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{before === null ? "—" : <Count value={before} />}</td>
                  <td>{after === null ? "—" : <Count value={after} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      <Tabs
        activeKey={kind}
        onChange={(key) => onKind(key as Difference)}
        items={DIFFERENCES.map((name) => ({
          key: name,
          label: (
            <>
              {t(`lineage.diff.kind.${name}`)} <Count value={diff[`num_${name}`]} />
            </>
          ),
          disabled: diff[`num_${name}`] === 0,
        }))}
      />
      <DifferentSamples
        key={`${base.id} ${kind}`}
        versionId={version.id}
        base={base.id}
        kind={kind}
        labels={[...base.labels, ...version.labels]}
      />
    </>
  );
}

/** The first way in which there are differences. */
function firstOf(diff: VersionDiff): Difference {
  return DIFFERENCES.find((name) => diff[`num_${name}`] > 0) ?? "added";
}

/** The version of the same dataset before this one. */
function previousOf(
  version: DatasetVersion | undefined,
  ready: readonly DatasetVersion[],
): string | undefined {
  const older = ready
    .filter((other) => other.dataset_id === version?.dataset_id)
    .filter((other) => other.number < (version?.number ?? 0))
    .toSorted((one, other) => other.number - one.number);
  return older.at(0)?.id;
}

/** A version by its number, and by its dataset where that is another one. */
function nameOf({ number, note, dataset_id, dataset_name }: DatasetVersion, here: string): string {
  const name = dataset_id === here ? `v${number}` : `${dataset_name} v${number}`;
  return note === "" ? name : `${name} · ${note}`;
}
