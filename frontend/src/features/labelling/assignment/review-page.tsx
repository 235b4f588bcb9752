import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { useAssignment } from "@/api/assignments";
import { useTaskCard } from "@/api/task-card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { PageSkeleton } from "@/components/ui/skeletons";

import { ReviewTool } from "./review-tool";

/** Where a reviewer reviews what was handed in: it takes the whole window. */
export function ReviewPage() {
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
  if (!assignment.data.may_look) {
    return <EmptyState title={t("assignments.review.notYours")} action={back} />;
  }
  return <ReviewTool detail={assignment.data} card={card} />;
}
