import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";

import { useModelVersion } from "@/api/model-version";
import { useMay } from "@/api/project";
import { useTaskCard } from "@/api/task-card";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { ErrorState } from "@/components/ui/error-state";
import { Page } from "@/components/ui/page";
import { PageSkeleton } from "@/components/ui/skeletons";
import { Tabs } from "@/components/ui/tabs";

import { useDeleteModelVersion } from "../api/use-delete-model-version";
import { useReport } from "../api/use-report";
import { PublishDialog } from "../publish/publish-dialog";
import type { Report } from "../report/report";
import { SectionedHeadline } from "../sections/sectioned-headline";
import { SectionedPanels } from "../sections/sectioned-panels";
import type { ModelVersionDetail } from "../types";
import { BuiltInNote } from "../version/built-in-note";
import { ClassificationPanels } from "../version/classification-panels";
import { ComparePanel } from "../version/compare-panel";
import { DownloadPanel } from "../version/download-panel";
import { ExamplesPanel } from "../version/examples-panel";
import { Headline } from "../version/headline";
import { Lineage } from "../version/lineage";
import { TryPanel } from "../version/try-panel";
import styles from "../version/version.module.css";

/** One model version: can I trust it, and what do I do with it? */
export function ModelVersionPage() {
  const { modelVersionId: versionId = "" } = useParams();
  const version = useModelVersion(versionId);
  const report = useReport(versionId);
  const failed = [version, report].find(({ isError }) => isError);
  if (failed !== undefined) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (version.data === undefined || report.data === undefined) return <PageSkeleton />;
  return <ReadyVersion key={versionId} version={version.data} report={report.data} />;
}

function ReadyVersion(props: { version: ModelVersionDetail; report: Report }) {
  const { version, report } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [isPublishing, setIsPublishing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const mayChange = useMay("developer");
  const remove = useDeleteModelVersion();
  const base = `/projects/${version.project_id}`;
  const sampleLink = (sampleId: string) => `${base}/samples/${sampleId}`;
  const card = useTaskCard(version.task);
  if (card === undefined) return <PageSkeleton />;
  const context = { versionId: version.id, media: card.media, sampleLink };
  const tabs = {
    report:
      report.kind === "classification" ? (
        <ClassificationPanels report={report} {...context} />
      ) : (
        <SectionedPanels report={report} {...context} />
      ),
    try: <TryPanel version={version} report={report} card={card} />,
    ...(report.kind === "classification" &&
      report.examples.length > 0 && {
        explain: <ExamplesPanel report={report} {...context} />,
      }),
    compare: <ComparePanel version={version} report={report} />,
    download: <DownloadPanel version={version} />,
  };
  return (
    <Page
      title={`${version.model_name} v${version.number}`}
      breadcrumbs={[{ title: t("models.title"), to: `${base}/models` }]}
      action={
        mayChange && (
          <Button type="primary" onClick={() => setIsPublishing(true)}>
            {t("models.publish.action")}
          </Button>
        )
      }
      secondary={
        mayChange && (
          <>
            <Button danger type="text" onClick={() => setIsDeleting(true)}>
              {t("models.delete.action")}
            </Button>
            <Link to={`${base}/models/evaluations/new?version=${version.id}`}>
              <Button tabIndex={-1}>{t("evaluations.start")}</Button>
            </Link>
            <Link to={`${base}/models/batch-predictions/new?version=${version.id}`}>
              <Button tabIndex={-1}>{t("models.batches.start")}</Button>
            </Link>
          </>
        )
      }
    >
      <div className={styles.sections}>
        {report.kind === "classification" ? (
          <Headline version={version} report={report} media={card.media} />
        ) : (
          <SectionedHeadline version={version} report={report} />
        )}
        {version.is_built_in && <BuiltInNote version={version} />}
        <Lineage version={version} />
        <Tabs
          activeKey={query.get("tab") ?? "report"}
          onChange={(tab) => setQuery(tab === "report" ? {} : { tab }, { replace: true })}
          items={Object.entries(tabs).map(([key, children]) => ({
            key,
            label: t(`models.tab.${key}`),
            children,
          }))}
        />
      </div>
      <PublishDialog version={version} open={isPublishing} onClose={() => setIsPublishing(false)} />
      <ConfirmDanger
        open={isDeleting}
        title={t("models.delete.title", { name: version.model_name, number: version.number })}
        verb={t("models.delete.action")}
        onClose={() => setIsDeleting(false)}
        onConfirm={async () => {
          await remove.mutateAsync(version.id);
          await navigate(`${base}/models`);
        }}
      >
        {t("models.delete.text")}
      </ConfirmDanger>
    </Page>
  );
}
