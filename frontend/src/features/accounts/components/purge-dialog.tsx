import { useTranslation } from "react-i18next";

import type { TrashedProject } from "@/api/types";
import { ConfirmDanger } from "@/components/ui/confirm-danger";
import { ErrorState } from "@/components/ui/error-state";
import { RowsSkeleton } from "@/components/ui/skeletons";
import { formatBytes } from "@/i18n/format";

import { usePurgePreview, usePurgeProject } from "../api/purge-project";

const KINDS = ["samples", "versions", "runs", "models", "deployments"] as const;

interface PurgeDialogProps {
  organisationId: string;
  /** The project to delete for good; none while the dialog is closed. */
  project: TrashedProject | undefined;
  onClose: () => void;
}

/** Say what deleting a project for good takes away and frees, and have its name typed. */
export function PurgeDialog({ organisationId, project, onClose }: PurgeDialogProps) {
  const { t } = useTranslation();
  const purge = usePurgeProject(organisationId);
  return (
    <ConfirmDanger
      open={project !== undefined}
      title={t("access.purge.title", { name: project?.name })}
      verb={t("access.purge.verb")}
      typeToConfirm={project?.name ?? ""}
      onConfirm={() => purge.mutateAsync({ id: project?.id ?? "", name: project?.name ?? "" })}
      onClose={onClose}
    >
      {project !== undefined && <WhatGoes projectId={project.id} />}
    </ConfirmDanger>
  );
}

function WhatGoes({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation();
  const preview = usePurgePreview(projectId);
  if (preview.isPending) return <RowsSkeleton count={3} />;
  if (preview.isError) {
    return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />;
  }
  const { num_bytes, num_bytes_shared, ...counts } = preview.data;
  const size = (value: number) => formatBytes(value, i18n.language);
  return (
    <>
      <p>{t("access.purge.frees", { bytes: size(num_bytes) })}</p>
      <ul>
        {KINDS.map(
          (kind) =>
            counts[`num_${kind}`] > 0 && (
              <li key={kind}>{t(`access.purge.${kind}`, { count: counts[`num_${kind}`] })}</li>
            ),
        )}
      </ul>
      {num_bytes_shared > 0 && <p>{t("access.purge.shared", { bytes: size(num_bytes_shared) })}</p>}
      <p>{t("access.purge.final")}</p>
    </>
  );
}
