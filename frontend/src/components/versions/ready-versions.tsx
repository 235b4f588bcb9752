import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useCatalog } from "@/api/catalog";
import { useDatasetVersions } from "@/api/dataset-versions";
import type { components } from "@/api/generated/schema";
import { useProject, useProjectId } from "@/api/project";

import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { Page } from "../ui/page";
import { PageSkeleton } from "../ui/skeletons";

type Schemas = components["schemas"];

/** What a page that trains on frozen versions begins with. */
export interface ReadyProps {
  projectId: string;
  task: Schemas["CatalogTask"];
  targets: Schemas["CatalogTarget"][];
  versions: Schemas["DatasetVersion"][];
}

interface ReadyVersionsProps {
  title: string;
  /** What is said while no version is ready. */
  noVersion: string;
  children: (ready: ReadyProps) => ReactNode;
}

/** What trains on a project's frozen versions: it is shown once there is one, the way to it before. */
export function ReadyVersions({ title, noVersion, children }: ReadyVersionsProps) {
  const projectId = useProjectId();
  const { t } = useTranslation();
  const catalog = useCatalog();
  const project = useProject(projectId);
  const versions = useDatasetVersions(projectId);
  const failed = [catalog, project, versions].find(({ isError }) => isError);
  if (failed !== undefined) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!catalog.data || !project.data || !versions.data) return <PageSkeleton />;
  const task = catalog.data.tasks.find(({ key }) => key === project.data.task);
  const ready = versions.data.results.filter(({ state }) => state === "ready");
  if (ready.length === 0 || task === undefined) {
    return (
      <Page title={title}>
        <EmptyState
          title={t("training.new.noVersion.title")}
          action={
            <Link to={`/projects/${projectId}/data`}>
              <Button type="primary">{t("training.new.noVersion.action")}</Button>
            </Link>
          }
        >
          {noVersion}
        </EmptyState>
      </Page>
    );
  }
  return children({ projectId, task, targets: catalog.data.targets, versions: ready });
}
