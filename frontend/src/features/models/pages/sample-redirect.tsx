import { Navigate, useParams } from "react-router";

import { useProjectId } from "@/api/project";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useSample } from "../api/use-sample";

/** Reports and checks know a sample's id only; go to it in its dataset. */
export function SampleRedirect() {
  const projectId = useProjectId();
  const { sampleId = "" } = useParams();
  const sample = useSample(sampleId);
  if (sample.isError) {
    return <ErrorState error={sample.error} onRetry={() => void sample.refetch()} />;
  }
  if (sample.data === undefined) return <PageSkeleton />;
  const { dataset_id } = sample.data;
  return (
    <Navigate to={`/projects/${projectId}/data/${dataset_id}/browse?sample=${sampleId}`} replace />
  );
}
