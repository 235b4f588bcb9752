import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { Link, Outlet, useLocation, useNavigate, useParams } from "react-router";

import { useDataset, type Dataset } from "@/api/datasets";
import { useMay, useProjectId } from "@/api/project";
import { useTaskCard, type TaskCard } from "@/api/task-card";
import { ErrorState } from "@/components/ui/error-state";
import { Count } from "@/components/ui/numbers";
import { Page } from "@/components/ui/page";
import { PageSkeleton } from "@/components/ui/skeletons";
import { Tabs } from "@/components/ui/tabs";
import { TrainOn } from "@/components/versions/train-on";

import { useAnnotationText } from "./annotation-text";
import { DatasetMenu } from "./list/dataset-menu";
import { isMapped } from "./offered";
import { useRunningUpload, useUploadSession } from "./upload/upload-sessions";

const TABS = [
  "browse",
  "table",
  "map",
  "import",
  "statistics",
  "quality",
  "versions",
  "labels",
  "trash",
] as const;

/** One dataset: its name, what is next to do, and a tab for each question about it. */
export function DatasetPage() {
  const { datasetId = "" } = useParams();
  const dataset = useDataset(datasetId);
  if (dataset.isPending) return <PageSkeleton />;
  if (dataset.isError) {
    return <ErrorState error={dataset.error} onRetry={() => void dataset.refetch()} />;
  }
  return <LoadedDatasetPage dataset={dataset.data} />;
}

function LoadedDatasetPage({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const mayChange = useMay("developer");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const tab = TABS.find((name) => pathname.split("/").includes(name)) ?? "browse";
  const uploading = useRunningUpload(dataset.id);
  const media = useTaskCard(dataset.task)?.media;
  const tabs = TABS.filter((name) => isOffered(name, media, mayChange));
  return (
    <Page
      title={dataset.name}
      lead={<Lead dataset={dataset} />}
      breadcrumbs={[{ title: t("datasets.title"), to: `/projects/${projectId}/data` }]}
      action={<NextAction dataset={dataset} tab={tab} />}
      secondary={mayChange && <DatasetMenu dataset={dataset} />}
      toolbar={
        <Tabs
          activeKey={tab}
          onChange={(key) => void navigate(key)}
          style={{ width: "100%", marginBottom: -16 }}
          items={tabs.map((name) => ({
            key: name,
            label: (
              <>
                {t(`datasets.tabs.${name}`)}
                {name === "trash" && dataset.num_trashed > 0 && (
                  <>
                    {" "}
                    <Count value={dataset.num_trashed} />
                  </>
                )}
                {name === "import" && uploading && ` · ${t("datasets.tabs.uploading")}`}
              </>
            ),
          }))}
        />
      }
    >
      <Outlet context={dataset} />
    </Page>
  );
}

/** Whether a tab has something for data of a medium, and for whom it is shown to. */
function isOffered(
  tab: (typeof TABS)[number],
  media: TaskCard["media"] | undefined,
  mayChange: boolean,
): boolean {
  if (tab === "import") return mayChange;
  // A table has columns in place of labels.
  if (tab === "table") return media === "table";
  if (tab === "labels") return media !== "table";
  return tab !== "map" || media === undefined || isMapped(media);
}

function Lead({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const annotation = useAnnotationText(dataset);
  const counts =
    dataset.num_rows === null
      ? t("datasets.lead", { count: dataset.num_samples, labelled: dataset.num_labelled })
      : t("datasets.numRows", { count: dataset.num_rows });
  return (
    <>
      {annotation} · {counts}
      {dataset.description !== "" && <> · {dataset.description}</>}
    </>
  );
}

/** The one thing to do next with this dataset; a tab that offers it itself needs no second one. */
function NextAction({ dataset, tab }: { dataset: Dataset; tab: string }) {
  const { t } = useTranslation();
  const projectId = useProjectId();
  const mayLabel = useMay("annotator");
  const mayChange = useMay("developer");
  const hasUpload = useUploadSession(dataset.id) !== undefined;
  const { num_samples: numSamples, num_labelled: numLabelled } = dataset;
  const base = `/projects/${projectId}`;
  const isLeftToLabel = dataset.num_rows === null && numLabelled < numSamples;
  const action = numSamples === 0 ? "import" : isLeftToLabel ? "label" : ("freeze" as const);
  if (
    (action === "import" && tab !== "statistics") ||
    (action === "freeze" && tab === "versions")
  ) {
    return null;
  }
  // What came of an upload ends with the same step.
  if (action === "freeze" && tab === "import" && hasUpload) return null;
  if (!(action === "label" ? mayLabel : mayChange)) return null;
  if (action === "freeze" && dataset.latest_version === null) {
    return <TrainOn dataset={dataset}>{t("datasets.action.train")}</TrainOn>;
  }
  const to = {
    import: `${base}/data/${dataset.id}/import`,
    label: `${base}/label/${dataset.id}`,
    freeze: `${base}/data/${dataset.id}/versions?freeze=1`,
  }[action];
  return (
    <Link to={to}>
      <Button type="primary" tabIndex={-1}>
        {t(`datasets.action.${action}`, { count: numSamples - numLabelled })}
      </Button>
    </Link>
  );
}
