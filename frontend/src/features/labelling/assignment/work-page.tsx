import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { useAssignment } from "@/api/assignments";
import { useTaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";

import { useBatch } from "./use-batch";
import { WorkTool } from "./work-tool";

/** The labelling tool on what one person holds of an assignment: it takes the whole window. */
export function WorkPage() {
  const { t } = useTranslation();
  const { assignmentId = "" } = useParams();
  const assignment = useAssignment(assignmentId);
  const card = useTaskCard(assignment.data?.assignment.dataset.task ?? "");
  const back = <Link to="/">{t("assignments.backHome")}</Link>;
  if (assignment.isError) {
    return (
      <ErrorState
        error={assignment.error}
        onRetry={() => void assignment.refetch()}
        action={back}
      />
    );
  }
  if (assignment.data === undefined || card === undefined) return <PageSkeleton />;
  if (!assignment.data.may_work) {
    return (
      <EmptyState title={t("assignments.work.notYours")} action={back}>
        {t("assignments.work.notYoursText")}
      </EmptyState>
    );
  }
  return <Claimed detail={assignment.data} card={card} back={back} />;
}

type ClaimedProps = Pick<Parameters<typeof WorkTool>[0], "detail" | "card"> & {
  back: React.ReactNode;
};

/** The tool, once a batch was claimed. */
function Claimed({ detail, card, back }: ClaimedProps) {
  const batch = useBatch(detail.assignment.id);
  if (batch.error !== null) {
    return <ErrorState error={batch.error} onRetry={batch.fill} action={back} />;
  }
  if (batch.isPending) return <PageSkeleton />;
  return <WorkTool detail={detail} card={card} batch={batch} />;
}
