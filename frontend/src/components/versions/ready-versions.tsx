import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { useCatalog } from "@/api/catalog";
import { useDatasetVersions } from "@/api/dataset-versions";
import type { components } from "@/api/generated/schema";
import { useProject, useProjectId } from "@/api/project";

import { ErrorState } from "../ui/error-state";
import { JobProgress } from "../ui/job-progress";
import { Page } from "../ui/page";
import { Panel } from "../ui/panel";
import { PageSkeleton } from "../ui/skeletons";
import { NothingFrozen } from "./nothing-frozen";
import type { TrainingPage } from "./train-on";

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
  /** The page itself, where people come back to with a version. */
  page: TrainingPage;
  children: (ready: ReadyProps) => ReactNode;
}

/** What trains on a project's frozen versions: it is shown once there is one, the way to it before. */
export function ReadyVersions({ title, noVersion, page, children }: ReadyVersionsProps) {
  const projectId = useProjectId();
  const catalog = useCatalog();
  const project = useProject(projectId);
  const versions = useDatasetVersions(projectId);
  const [query] = useSearchParams();
  const failed = [catalog, project, versions].find(({ isError }) => isError);
  if (failed !== undefined) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!catalog.data || !project.data || !versions.data) return <PageSkeleton />;
  const all = versions.data.results;
  const asked = query.getAll("version");
  // One that was ordered a moment ago may not be in the list that is at hand.
  if (versions.isFetching && asked.some((id) => all.every((one) => one.id !== id))) {
    return <PageSkeleton />;
  }
  const task = catalog.data.tasks.find(({ key }) => key === project.data.task);
  const ready = all.filter(({ state }) => state === "ready");
  const unready = all.find(
    ({ id, state }) =>
      state !== "ready" && (asked.includes(id) || (ready.length === 0 && state === "building")),
  );
  if (unready !== undefined) return <Freezing title={title} version={unready} />;
  if (ready.length === 0 || task === undefined) {
    return <NothingFrozen title={title} projectId={projectId} text={noVersion} onTo={page} />;
  }
  return children({ projectId, task, targets: catalog.data.targets, versions: ready });
}

/** How far the making of the version is that this page waits for, or why it failed. */
function Freezing({ title, version }: { title: string; version: Schemas["DatasetVersion"] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { project_id, dataset_id, dataset_name: dataset, number, job, state } = version;
  const refresh = () => void client.invalidateQueries({ queryKey: ["dataset-versions"] });
  return (
    <Page title={title}>
      <Panel title={t("training.new.freezing", { dataset, number })}>
        {job !== null && <JobProgress key={job.id} job={job} onFinished={refresh} />}
        {state === "failed" && (
          <Link to={`/projects/${project_id}/data/${dataset_id}/versions?freeze=1`}>
            {t("training.new.frozen.change")}
          </Link>
        )}
      </Panel>
    </Page>
  );
}
